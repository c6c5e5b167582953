"""An empty environment, like a user's machine with Python and nothing of the project."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.release.build import COMPILED, FOLDERS, ROOT
from tests.release.command import run

NAMES = ("tianming", "tianming-bots", "tianming-games", "tianming-proto", "tianming-referee")

SAME = ("seed", "options", "results")
"""Keys of a match's result on which all builds agree; times and names differ."""

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

_BUILDS = """\
import referee.match.match, tianming_bots.policy, tianming_games.state

modules = (tianming_games.state, tianming_bots.policy, referee.match.match)
print([module.__file__.endswith(".so") for module in modules])
"""
"""Prints which of `COMPILED` are compiled."""


class Environment:
    """A virtual environment. Its commands get only HOME and a short PATH, as from a timer."""

    def __init__(self, folder: Path, python: Path) -> None:
        """Create the virtual environment of a Python, and a home folder, in `folder`."""
        run(python, "-m", "venv", folder / "venv")
        self._bin = folder / "venv" / "bin"
        self._home = folder / "home"
        self._home.mkdir()

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self._bin / "python"

    def install(self, dist: Path, extras: str, *, by_uv: bool) -> None:
        """Install our distributions from `dist`, and their dependencies from the package index.

        pip chooses between the wheels of a distribution as it does on an index. It also installs
        the dependencies, unless uv does, which takes a tenth of the time.
        """
        self.pip("install", "--no-deps", "--no-index", "--find-links", str(dist), *NAMES)
        referee = f"tianming-referee[{extras}]"
        if by_uv:
            place = ("--python", self.python, "--find-links", dist)
            run("uv", "pip", "install", "--quiet", "--system-certs", *place, referee)
        else:
            self.pip("install", referee)
        self.pip("check")

    def replace(self, wheel: Path) -> None:
        """Install a wheel in the place of another of the same distribution."""
        self.pip("install", "--force-reinstall", "--no-deps", str(wheel))

    def uninstall(self) -> None:
        """Uninstall our distributions, and check that they leave no files."""
        self.pip("uninstall", "--yes", *NAMES)
        left = [path for path in self._bin.parent.rglob("tianming*") if "pip" not in path.parts]
        left += self._bin.parent.rglob("referee*")
        assert not left, left

    def install_clone(self) -> None:
        """Install the folders of the clone one by one, dependents first, then in one command.

        The command installs some of them editable. No order may need an index.
        """
        self.pip("install", "hatchling", "editables")
        offline = ("install", "--no-build-isolation", "--no-index")
        folders = [str(ROOT / folder) for folder in reversed(FOLDERS)]
        for folder in folders:
            self.pip(*offline, folder)
        self._referee(self._home, "games")
        editable = [word for folder in folders[1:3] for word in ("-e", folder)]
        self.pip(*offline, folders[0], *editable, *folders[3:])
        self._referee(self._home, "games")

    def compiled(self) -> dict[str, bool]:
        """Return which of the distributions that can be compiled are compiled."""
        printed = json.loads(self._run(self._home, "python", "-I", "-c", _BUILDS).lower())
        return dict(zip(COMPILED, printed, strict=True))

    def play(self, folder: str) -> dict[str, Any]:
        """Play a match in a new folder and verify its record; return its result."""
        place = self._home / folder
        place.mkdir()
        words = "play dragon greedy random random --seed 7 --record m.tianming --json"
        match: dict[str, Any] = json.loads(self._referee(place, *words.split()))
        assert match["termination"] == "finished", match
        assert json.loads(self._referee(place, "verify", "m.tianming", "--json"))["sound"]
        return {key: match[key] for key in SAME}

    def play_league(self, folder: str) -> None:
        """Play a league in a new folder, start a bot, and read the rules of a game."""
        place = self._home / folder
        place.mkdir()
        self._run(place, "python", "-I", "-c", _PLACES)
        (place / "league.toml").write_text(LEAGUE)
        (place / "bot.py").write_text(BOT)
        end = json.loads(self._referee(place, "league", "run", "--json"))
        assert (end["finish"], end["matches"]) == ("over", 6), end
        table = json.loads(self._referee(place, "table", "--json"))["table"]
        assert {row["bot"] for row in table} == {"ann", "bob", "cat"}
        self._referee(place, "new", "bot", "my-bot", "--lang", "python")
        assert (place / "my-bot" / "sdk").is_dir()
        assert "What is on the table" in self._referee(place, "games", "rules", "dragon")

    def pip(self, *words: str) -> None:
        """Run the pip of the environment."""
        self._run(self._home, "python", "-m", "pip", "--quiet", *words)

    def _referee(self, place: Path, *words: str) -> str:
        return self._run(place, "referee", *words)

    def _run(self, place: Path, program: str, *words: str) -> str:
        """Run a program of the environment without activating it; return what it prints.

        pip compiles no bytecode, because few of the installed modules are ever imported.
        """
        done = subprocess.run(
            [str(self._bin / program), *words],
            cwd=place,
            env={"HOME": str(Path.home()), "PATH": "/usr/bin:/bin", "PIP_NO_COMPILE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{program} {' '.join(words)}\n{done.stdout}\n{done.stderr}")
        return done.stdout
