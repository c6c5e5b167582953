"""The settings of a whole process: of one that plays matches, and of one that shows them.

Only a command or the program of a child process calls what is here.
"""

import contextlib
import gc
import os
import resource
import sys
from typing import Final

EXPERIMENTS: Final = "-event_engine_client,-event_engine_listener"
"""What `GRPC_EXPERIMENTS` says unless somebody has set it: gRPC's older event loop, which needs
fewer threads for a message. A version that does not know the names ignores them. `tests/bench`
measures it."""

_SETTINGS: Final = {
    "GRPC_ENABLE_FORK_SUPPORT": "0",  # children are started with exec
    "GRPC_EXPERIMENTS": EXPERIMENTS,
    "GRPC_VERBOSITY": "NONE",  # unauthenticated callers could fill its log
}


_YOUNG: Final = 20_000
"""New objects after which the garbage collector runs, at least. A referee makes many objects
that need no collector, and its matches wait while the collector runs."""

_SLICE: Final = 0.001
"""Maximum seconds for which a thread may keep another waiting for the interpreter.

gRPC hands over the bots' messages in a separate thread.
"""

_NICENESS: Final = 10
"""How far a process of the pages stands back behind the referee."""


def prepare() -> None:
    """Set up gRPC, where nobody has set anything else, and the interpreter.

    Call it before gRPC is imported.
    """
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(max(_YOUNG, gc.get_threshold()[0]))
    sys.setswitchinterval(min(_SLICE, sys.getswitchinterval()))


def stand_back() -> None:
    """Let matches have the processor first, and take as many descriptors as there may be."""
    os.nice(_NICENESS)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard) if soft < hard else (soft, hard))
