"""Settings of a whole process: one that plays matches, or one that serves pages.

Only a command or the main module of a child process calls these functions.
"""

import atexit
import contextlib
import gc
import os
import resource
import sys
from collections.abc import Iterator
from typing import Final

from referee.session_priority import share_niceness

EXPERIMENTS: Final = "-event_engine_client,-event_engine_listener"
"""Default value of `GRPC_EXPERIMENTS`: gRPC's older event loop, which uses fewer threads for each
message. A version that does not know the names ignores them. `tests/bench` measures the effect."""

_SETTINGS: Final = {
    "GRPC_ENABLE_FORK_SUPPORT": "0",  # children are started with exec
    "GRPC_EXPERIMENTS": EXPERIMENTS,
    "GRPC_VERBOSITY": "NONE",  # unauthenticated callers could fill its log
}

_OPEN_FILES: Final = "TIANMING_OPEN_FILES"
"""The environment variable with the soft limit of open files before the first process of the
referee raised it. Child processes of the referee inherit it, and no bot does."""

_UNLIMITED: Final = 1 << 20
"""The limit of open files that stands for none: the most that a process can have by default."""

_YOUNG: Final = 20_000
"""Minimum number of new objects before the garbage collector runs. A referee creates many
objects that need no collector, and its matches wait while the collector runs."""

_SLICE: Final = 0.001
"""Maximum seconds for which a thread may keep the interpreter while another one waits.

gRPC hands over the bots' messages in a separate thread.
"""

_NICENESS: Final = 10
"""By how much a process that serves pages or entries raises its nice value."""


def prepare_environment() -> None:
    """Set up the interpreter, and gRPC where the environment has no other setting.

    It also raises the limit of open files. Call it before gRPC is imported.
    """
    raise_open_files()
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(max(_YOUNG, gc.get_threshold()[0]))
    atexit.register(gc.freeze)  # a process that ends need not search all its objects for garbage
    sys.setswitchinterval(min(_SLICE, sys.getswitchinterval()))


def raise_open_files() -> None:
    """Raise the soft limit of open files of this process to its hard limit.

    Every process of the referee calls this. Bots get a lower limit; see `usual_open_files`.
    """
    os.environ[_OPEN_FILES] = str(usual_open_files())
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def open_files() -> int:
    """Return the soft limit of open files of this process; a large number if there is none."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _UNLIMITED if soft == resource.RLIM_INFINITY else soft


def usual_open_files() -> int:
    """Return the soft limit of open files before it was raised, as other programs have it."""
    inherited = os.environ.get(_OPEN_FILES, "")
    soft = open_files()
    return min(int(inherited), soft) if inherited.isdecimal() else soft


@contextlib.contextmanager
def usual_limits() -> Iterator[None]:
    """Restore the usual limit of open files while a program starts that is not the referee's."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (usual_open_files(), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def stand_back() -> None:
    """Lower the priority of this process below that of matches, and that of a session it leads.

    Its event loop waits at most `_SLICE` for the thread that replays matches.
    """
    os.nice(_NICENESS)
    if os.getsid(0) == os.getpid():
        share_niceness()
    sys.setswitchinterval(min(_SLICE, sys.getswitchinterval()))
