"""Settings of a whole process: one that plays matches, or one that serves pages.

Only a command or the main module of a child process calls these functions.
"""

import contextlib
import gc
import os
import resource
import sys
from typing import Final

EXPERIMENTS: Final = "-event_engine_client,-event_engine_listener"
"""Default value of `GRPC_EXPERIMENTS`: gRPC's older event loop, which uses fewer threads for each
message. A version that does not know the names ignores them. `tests/bench` measures the effect."""

_SETTINGS: Final = {
    "GRPC_ENABLE_FORK_SUPPORT": "0",  # children are started with exec
    "GRPC_EXPERIMENTS": EXPERIMENTS,
    "GRPC_VERBOSITY": "NONE",  # unauthenticated callers could fill its log
}


_YOUNG: Final = 20_000
"""Minimum number of new objects before the garbage collector runs. A referee creates many
objects that need no collector, and its matches wait while the collector runs."""

_SLICE: Final = 0.001
"""Maximum seconds for which a thread may keep the interpreter while another one waits.

gRPC hands over the bots' messages in a separate thread.
"""

_NICENESS: Final = 10
"""By how much a process that serves pages raises its nice value."""


def prepare() -> None:
    """Set up the interpreter, and gRPC where the environment has no other setting.

    Call it before gRPC is imported.
    """
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(max(_YOUNG, gc.get_threshold()[0]))
    sys.setswitchinterval(min(_SLICE, sys.getswitchinterval()))


def stand_back() -> None:
    """Lower the priority of this process below that of matches; raise its descriptor limit.

    Its event loop waits at most `_SLICE` for the thread that replays matches.
    """
    os.nice(_NICENESS)
    sys.setswitchinterval(min(_SLICE, sys.getswitchinterval()))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard) if soft < hard else (soft, hard))
