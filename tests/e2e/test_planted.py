"""Files of the working folder and of `PYTHONPATH` are no part of the referee."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import SETTINGS, referee
from tests.patience import PATIENCE

MODULES = (
    *("asyncio", "hashlib", "json", "logging", "queue", "random", "select", "selectors"),
    *("shutil", "signal", "socket", "struct", "subprocess", "tempfile", "types", "typing"),
    *("click", "google", "grpc", "structlog", "tianming", "uvloop"),
)
PACKAGES = ("tianming_bots", "tianming_games", "tianming_proto", "numpy")
PLANTED = "open({ran!r}, 'a').write({name!r} + '\\n')\nraise ImportError('planted')\n"

LEAGUE = """
name = "small"
game = "dragon"
seats = 2
seed = "1"
[format]
rounds = 1
[executor]
kind = "{kind}"
[sandbox]
preset = "none"
[[bot]]
name = "ada"
command = "greedy"
[[bot]]
name = "bob"
command = "random"
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder in which each file says that it ran, with a copy for `PYTHONPATH`."""
    folder, ran = tmp_path / "here", str(tmp_path / "ran")
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(PLANTED.format(ran=ran, name=name))
    for name in PACKAGES:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(PLANTED.format(ran=ran, name=name))
    shutil.copytree(folder, tmp_path / "path")
    return folder


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command `referee` in a folder, as a shell does."""
    script = folder.parent / "bin" / "referee"
    script.parent.mkdir(exist_ok=True)
    script.write_text(
        f"#!{sys.executable}\nimport sys\nfrom referee.cli.main import main\nsys.exit(main())\n"
    )
    script.chmod(0o755)
    path = os.pathsep.join(["", str(folder.parent / "path")])
    return subprocess.run(
        [script, *words],
        cwd=folder,
        env={**os.environ, **SETTINGS, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def clean(folder: Path, *words: str) -> str:
    """Return what a command prints; nothing that is planted may run."""
    done = command(folder, *words)
    ran = folder.parent / "ran"
    assert not ran.exists(), f"{set(ran.read_text().split())} ran: {done.stderr}"
    assert done.returncode == 0, done.stderr
    return done.stdout


class TestPlanted:
    """Nothing that is planted runs, and the results are the usual ones."""

    def test_a_match_is_the_same(self, planted: Path) -> None:
        words = ("play", "dragon", "greedy", "random", "--seed", "7", "--json")
        played = json.loads(clean(planted, *words, "--sandbox", "basic"))
        assert played["results"] == json.loads(referee(*words).stdout)["results"]

    @pytest.mark.parametrize("kind", ["here", pytest.param("processes", marks=pytest.mark.full)])
    def test_a_league_is_played(self, planted: Path, kind: str) -> None:
        (planted / "league.toml").write_text(LEAGUE.format(kind=kind))
        printed = json.loads(clean(planted, "league", "run", "--json").splitlines()[-1])
        assert printed["played"] == 2
        assert printed["benched"] == {}

    @pytest.mark.full
    def test_a_bot_is_checked(self, planted: Path) -> None:
        words = ("--game", "dragon", "--matches", "1", "--seconds", "0", "--", "random")
        assert "random is ready for a league." in clean(planted, "check-bot", *words)

    def test_a_bot_has_the_environment_of_the_shell(self, planted: Path, tmp_path: Path) -> None:
        (planted / "bot.sh").write_text('#!/bin/sh\nenv > "$1"; exit 3\n')
        (planted / "bot.sh").chmod(0o755)
        done = command(planted, "play", "dragon", f"./bot.sh {tmp_path / 'env'}", "random")
        assert done.returncode == 69
        lines = (tmp_path / "env").read_text().splitlines()
        assert f"PYTHONPATH=:{tmp_path / 'path'}" in lines
        assert not [line for line in lines if line.startswith(("PYTHONSAFE", "PYTHONNOUSER"))]


def test_every_child_process_is_started_in_one_way() -> None:
    """Another module that names `sys.executable` would start Python with another import path."""
    allowed = {
        *("import_path.py", "interpreter.py", "sandbox.py", "version.py", "program_version.py"),
        "hosted_command.py",  # the command line of a bot
    }
    root = Path(__file__).parents[2] / "referee"
    found = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="sys"), attr="executable"):
                    found.add(path.name)
    assert found <= allowed
