"""Calls as bytes: what a worker of a cluster does before it unpacks one."""

import os
import subprocess
import sys

from referee.league.running.serialized_call import pack
from tests.league.running.cluster import dragon

_TELLS = """
import os, sys
from referee.league.running.serialized_call import carry_out
assert "grpc" not in sys.modules
told = carry_out(sys.stdin.buffer.read())
assert "grpc" in sys.modules
print(*told.players[0].command.split(), *(os.environ.get(name) for name in sys.argv[1:]))
"""

_NAMES = ("GRPC_ENABLE_FORK_SUPPORT", "GRPC_EXPERIMENTS", "GRPC_VERBOSITY")


def _same(task: object) -> object:
    """A call that gives what it is given."""
    return task


def told(**already: str) -> list[str]:
    """What a process that has unpacked a match says of it, and of its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in _NAMES}
    run = subprocess.run(
        (sys.executable, "-c", _TELLS, *_NAMES),
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
        assert told() == ["random", "0", loop, "NONE"]

    def test_what_somebody_has_set_stays(self) -> None:
        assert told(GRPC_EXPERIMENTS="-monitoring", GRPC_VERBOSITY="INFO") == [
            *("random", "0", "-monitoring", "INFO"),
        ]
