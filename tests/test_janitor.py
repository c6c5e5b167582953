"""A run of the tests that is killed leaves no process and no temporary folder."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests import janitor
from tests.janitor import VARIABLE
from tests.processes import marked
from tests.source_tree import ROOT

SUITE = """
import os, subprocess, sys, time
from pathlib import Path
from tests import janitor

def test_it_is_killed():
    here = Path(janitor.folder("left"))
    sleeper = (sys.executable, "-c", "import time; time.sleep(9999)")
    subprocess.Popen(sleeper, start_new_session=True)
    (Path(__file__).parent / "mark").write_text(os.environ[janitor.VARIABLE])
    time.sleep(9999)
"""


@pytest.mark.full
@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, "1"), (signal.SIGKILL, "0")])
def test_its_processes_and_folders_are_gone(
    number: signal.Signals, workers: str, tmp_path: Path
) -> None:
    (tmp_path / "test_left.py").write_text(SUITE)
    words = f"-q -n {workers} -p no:cacheprovider -c {ROOT}/pyproject.toml --rootdir {ROOT}"
    command = (sys.executable, "-m", "pytest", *shlex.split(words), "-p", "tests.conftest")
    others = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    mark = tmp_path / "mark"
    with subprocess.Popen(
        (*command, str(tmp_path / "test_left.py")), cwd=ROOT, env=others, stdout=subprocess.DEVNULL
    ) as process:
        while not mark.exists() or not mark.read_text():
            assert process.poll() is None
        process.send_signal(number)
    name = mark.read_text()
    while list(marked(VARIABLE, {VARIABLE: name})) or _folders(name):
        pass


def _folders(mark: str) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"tianming-*-{mark}-*"))


def test_a_run_that_ends_by_itself_keeps_nothing_either() -> None:
    with janitor.start("nobody") as process:
        process.communicate()
    assert process.returncode == 0
