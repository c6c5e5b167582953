"""A machine with few open files: the sentence blames the machine, and no bot pays for it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import write
from tests.cli.shell import SETTINGS, Done
from tests.patience import PATIENCE

FEW = 33
"""Open files that are enough to start the referee, and too few to start two local bots."""

SOME = 48
"""Open files that are enough for two matches between local bots, and too few for four bots."""


def with_files(most: int, *words: str, cwd: Path) -> Done:
    """Run `referee` in a process that may open only so many files."""
    line = 'ulimit -n "$0" && exec "$@"'
    return subprocess.run(
        ("sh", "-c", line, str(most), sys.executable, "-m", "referee.cli.main", *words),
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=PATIENCE,
        env=os.environ | SETTINGS,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("play", "dragon", "random", "random", "--json"),
        ("play", "dragon", "random", "random", "--json", "--sandbox", "basic"),
        ("check-bot", "random", "--sandbox", "none", "--json"),
    ],
    ids=" ".join,
)
def test_the_machine_is_named_with_the_cure(words: tuple[str, ...], tmp_path: Path) -> None:
    done = with_files(FEW, *words, cwd=tmp_path)
    assert done.returncode == os.EX_OSERR, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["error"]["code"] == "cannot_start_bot"
    assert "ulimit -n" in done.stderr
    assert "The bot is not at fault." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_season_needs_open_files_for_the_bots_that_play_and_not_for_all(tmp_path: Path) -> None:
    write(tmp_path / "league.toml", dict.fromkeys(("ann", "bob", "cat", "eve"), "random"))
    words = ("league", "run", "--json", "--set", "limits.matches=1")
    done = with_files(SOME, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    end = json.loads(done.stdout)
    assert end["matches"] == 12
    assert end["benched"] == {}
    assert "Traceback" not in done.stderr
