"""End what a run of the tests has left behind: its processes, and its temporary folders.

    python -m tests.janitor MARK

The run has the mark in the environment variable `TESTS_RUN`, which its processes inherit. The
janitor waits until its standard input is closed, which happens even if the run is killed. A session
of its own keeps it from the signals of a terminal.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.processes import marked

VARIABLE = "TESTS_RUN"


def start(mark: str) -> "subprocess.Popen[bytes]":
    """Start the janitor of a run; `stdin.close()` sets it to work."""
    command = (sys.executable, "-m", "tests.janitor", mark)
    root = Path(__file__).resolve().parents[1]
    others = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, cwd=root, env=others, start_new_session=True
    )


def folder(name: str) -> str:
    """Create a temporary folder that the janitor removes if the run does not."""
    return tempfile.mkdtemp(prefix=f"tianming-{name}-{os.environ[VARIABLE]}-")


def clean(mark: str) -> None:
    """Kill the processes of a run until none is left, and remove its folders."""
    while found := [pid for pid, _ in marked(VARIABLE, {VARIABLE: mark})]:
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    for path in Path(tempfile.gettempdir()).glob(f"tianming-*-{mark}-*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


if __name__ == "__main__":
    sys.stdin.read()
    clean(sys.argv[1])
