"""A class's league: the script plays one more round each time, and systemd accepts the units."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import write
from tests.cli.shell import referee

DEPLOY = Path(__file__).parents[2] / "deploy" / "class"
PAGE = Path(__file__).parents[2] / "docs" / "class.md"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with the folder of the class as the page says."""
    folder = tmp_path / "class"
    folder.mkdir()
    shutil.copy(DEPLOY / "play-round", folder)
    (folder / ".venv").symlink_to(sys.prefix)
    return tmp_path


def play(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as a timer does: without an activated environment."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder.parent)}
    return subprocess.run(
        [folder / "play-round"], env=environment, capture_output=True, text=True, check=False
    )


def cron_line() -> str:
    """The command of the line for `crontab -e` on the page."""
    found = re.search(r"^(?:[\d*]+ ){5}(.+)$", PAGE.read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def rounds(folder: Path) -> list[int]:
    """The matches that were played in each round."""
    status = json.loads(referee("league", "status", "--json", cwd=folder).stdout)
    return [one["played"] for one in status["rounds"]]


@pytest.mark.full
def test_each_run_plays_one_more_round(home: Path) -> None:
    """With the referee of the virtual environment in the folder."""
    folder = home / "class"
    write(folder / "league.toml", {"ann": "random", "bob": "random"})
    played = []
    for _ in range(2):
        done = play(folder)
        assert done.returncode == 0, done.stderr
        played.append(rounds(folder))
    assert [len(each) for each in played] == [1, 2]
    assert all(each[-1] > 0 for each in played)


def test_the_line_for_cron_plays_a_round_and_writes_the_report(home: Path) -> None:
    """With the shell, the folder and the few variables that cron gives a command."""
    folder = home / "class"
    write(folder / "league.toml", {"ann": "random", "bob": "random"})
    done = subprocess.run(
        ["/bin/sh", "-c", cron_line()],
        cwd=home,
        env={"PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "HOME": str(home), "LOGNAME": "ann"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [played > 0 for played in rounds(folder)] == [True]
    assert "ann" in (folder / "report" / "index.html").read_text()


def test_a_mistake_in_the_league_is_the_scripts_error(home: Path) -> None:
    """Nothing is played, and the timer's log says why."""
    folder = home / "class"
    (folder / "league.toml").write_text("nonsense")
    done = play(folder)
    assert done.returncode != 0
    assert "league.toml" in done.stderr


@pytest.mark.needs("systemd")
@pytest.mark.parametrize("unit", ["tianming-class.service", "tianming-class.timer"])
def test_systemd_accepts_the_units(unit: str, home: Path) -> None:
    """Every word is known, and what they start is there."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", DEPLOY / unit],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
