"""The process that computes the standings."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import command_line

PARENT = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from referee.web.pool_worker import begin_worker

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, get_context("spawn"), begin_worker, (os.getpid(),))
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


class TestEnd:
    """It ends with the process of the pages, however that ends."""

    @pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
    def test_it_ends_with_its_parent(self, tmp_path: Path, how: signal.Signals) -> None:
        program = tmp_path / "parent.py"
        program.write_text(PARENT)
        with subprocess.Popen(
            [sys.executable, str(program)], stdout=subprocess.PIPE, text=True
        ) as parent:
            assert parent.stdout is not None
            worker = int(parent.stdout.readline())
            parent.send_signal(how)
            parent.wait()
            while b"spawn_main" in command_line(worker):
                time.sleep(0.01)
