"""A worker of a cluster ends in bounded time, whatever its threads and its loop wait for."""

import os
import signal
import subprocess
import sys

from referee.league.executor.dask_worker import pack
from tests.league.executor.cluster import dragon
from tests.patience import PATIENCE

STUCK = """
import os, signal, sys, threading, time
from referee.league.executor.dask_worker import bound_end
signal.signal(signal.SIGTERM, lambda *_: os.write(1, b"told\\n"))
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


_SCRIPT = """
import asyncio, os, sys
from referee.league.executor.dask_worker import carry_out
assert "grpc" not in sys.modules
told = asyncio.run(carry_out(sys.stdin.buffer.read()))
assert "grpc" in sys.modules
print(*told.players[0].command.split(), *(os.environ.get(name) for name in sys.argv[1:]))
"""

_NAMES = ("GRPC_ENABLE_FORK_SUPPORT", "GRPC_EXPERIMENTS", "GRPC_VERBOSITY")


async def _same(task: object) -> object:
    """A call that gives what it is given."""
    return task


def task_of_worker(**already: str) -> list[str]:
    """What a process that has unpacked a match says of it, and of its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in _NAMES}
    run = subprocess.run(
        (sys.executable, "-c", _SCRIPT, *_NAMES),
        input=pack(_same, dragon("m1", "random")),
        env={**environment, **already},
        stdout=subprocess.PIPE,
        check=True,
    )
    return run.stdout.decode().split()


class TestPacked:
    """GRPC is told its settings before a match is unpacked, for that imports it."""

    def test_a_worker_has_the_settings_that_the_command_has(self) -> None:
        loop = "-event_engine_client,-event_engine_listener"
        assert task_of_worker() == ["random", "0", loop, "NONE"]

    def test_what_somebody_has_set_stays(self) -> None:
        assert task_of_worker(GRPC_EXPERIMENTS="-monitoring", GRPC_VERBOSITY="INFO") == [
            *("random", "0", "-monitoring", "INFO"),
        ]
