"""Pin a process to a core, so that the scheduler does not move it."""

import contextlib
import os

FIRST, SECOND = 0, 1

A_CORE_EACH = "BENCH_A_CORE_EACH"
"""The environment variable that asks two communicating processes to take one core each."""


def pin(place: int) -> None:
    """Pin this process, and its later child processes, to one of the machine's cores.

    Call this before threads are started. If the system does not support or allow pinning, it does
    nothing.
    """
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {place % (os.cpu_count() or 1)})


def pin_if_asked(place: int) -> None:
    """Pin this process if the environment of the sample asks for it."""
    if os.environ.get(A_CORE_EACH):
        pin(place)
