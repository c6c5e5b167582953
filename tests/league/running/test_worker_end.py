"""A worker of a cluster ends in bounded time, whatever its threads and its loop wait for."""

import signal
import subprocess
import sys

from tests.patience import PATIENCE

STUCK = """
import signal, sys, threading, time
from referee.league.running.worker_end import bound_end
signal.signal(signal.SIGTERM, lambda *_: print("told", flush=True))
bound_end(2)
threading.Thread(target=time.sleep, args=(1000,)).start()
print("ready", flush=True)
if sys.argv[1] == "signal":
    while True:
        time.sleep(0.05)
"""


def stuck(how: str) -> "subprocess.Popen[str]":
    """Start a process with a thread that does not end; `how` is what ends it."""
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, how], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


class TestBoundEnd:
    def test_the_first_signal_ends_it_after_the_handler_before(self) -> None:
        with stuck("signal") as process:
            process.send_signal(signal.SIGTERM)
            said, _ = process.communicate(timeout=PATIENCE)
        assert (said, process.returncode) == ("told\n", 128 + signal.SIGTERM)

    def test_a_thread_that_does_not_end_does_not_keep_it(self) -> None:
        with stuck("return") as process:
            process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
