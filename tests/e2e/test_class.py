"""A class's league: systemd accepts its unit, and the file on the page makes a league."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import referee

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "class" / "tianming-class.service"


@pytest.mark.needs("systemd")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """Every word is known, and what it starts is there."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / ".venv").symlink_to(sys.prefix)
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", UNIT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_schedule_of_the_page_is_valid(tmp_path: Path) -> None:
    """In the file that `referee league new` writes."""
    (table,) = re.findall(
        r"^\[schedule\]\n(?:\w+ = .*\n)+", (ROOT / "docs" / "class.md").read_text(), re.M
    )
    referee("league", "new", cwd=tmp_path)
    words = [f"--set=schedule.{line.replace(' = ', '=', 1)}" for line in table.splitlines()[1:]]
    done = referee("league", "check", *(word.replace('"', "") for word in words), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
