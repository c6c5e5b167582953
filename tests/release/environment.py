"""An empty environment, like a user's machine with Python and nothing of the project."""

import json
import subprocess
import venv
from pathlib import Path
from typing import Any

NAMES = ("tianming", "tianming-bots", "tianming-games", "tianming-proto", "tianming-referee")

LEAGUE = """\
name = "release"
game = "dragon"
seats = 2
seed = "seven"

[format]
kind = "round-robin"

[[bot]]
name = "ann"
command = "greedy"

[[bot]]
name = "bob"
command = "random"

[[bot]]
name = "cat"
command = "python3 bot.py"
"""

BOT = """\
import tianming

tianming.run(lambda question: 0)
"""

_PLACES = """\
import sys, referee, tianming, tianming_bots, tianming_games, tianming_proto

for module in (referee, tianming, tianming_bots, tianming_games, tianming_proto):
    assert module.__path__[0].startswith(sys.prefix), module
"""


class Environment:
    """A virtual environment. Its commands get only HOME and a short PATH, as from a timer."""

    def __init__(self, folder: Path) -> None:
        """Create the virtual environment and a home folder in `folder`."""
        venv.create(folder / "venv", with_pip=True)
        self._bin = folder / "venv" / "bin"
        self._home = folder / "home"
        self._home.mkdir()

    def install(self, dist: Path) -> None:
        """Install our distributions from `dist`, and their dependencies from the package index."""
        ours = ("--force-reinstall", "--no-deps", "--no-index", "--find-links", str(dist))
        self._pip("install", *ours, *NAMES)
        self._pip("install", "tianming-referee[postgres]")
        self._pip("check")

    def uninstall(self) -> None:
        """Uninstall our distributions, and check that they leave no files."""
        self._pip("uninstall", "--yes", *NAMES)
        left = [path for path in self._bin.parent.rglob("tianming*") if "pip" not in path.parts]
        left += self._bin.parent.rglob("referee*")
        assert not left, left

    def try_out(self, folder: str) -> dict[str, Any]:
        """Play a match and a league in a new folder; return the result of the match."""
        place = self._home / folder
        place.mkdir()
        self._run(place, "python", "-I", "-c", _PLACES)
        words = "play dragon greedy random random --seed 7 --record m.tianming --json"
        match: dict[str, Any] = json.loads(self.referee(place, *words.split()))
        assert match["termination"] == "finished", match
        assert json.loads(self.referee(place, "verify", "m.tianming", "--json"))["sound"]
        (place / "league.toml").write_text(LEAGUE)
        (place / "bot.py").write_text(BOT)
        end = json.loads(self.referee(place, "league", "run", "--json"))
        assert (end["finish"], end["matches"]) == ("over", 6), end
        table = json.loads(self.referee(place, "table", "--json"))["table"]
        assert {row["bot"] for row in table} == {"ann", "bob", "cat"}
        self.referee(place, "new", "bot", "my-bot", "--lang", "python")
        assert (place / "my-bot" / "sdk").is_dir()
        assert "What is on the table" in self.referee(place, "rules", "dragon")
        return match

    def referee(self, place: Path, *words: str) -> str:
        """Run `referee` in a folder; return what it prints."""
        return self._run(place, "referee", *words)

    @property
    def home(self) -> Path:
        """The home folder, which is outside of the project."""
        return self._home

    def _pip(self, *words: str) -> None:
        self._run(self._home, "python", "-m", "pip", "--quiet", *words)

    def _run(self, place: Path, program: str, *words: str) -> str:
        """Run a program of the environment without activating it; return what it prints."""
        done = subprocess.run(
            [str(self._bin / program), *words],
            cwd=place,
            env={"HOME": str(Path.home()), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{program} {' '.join(words)}\n{done.stdout}\n{done.stderr}")
        return done.stdout
