"""Cores: a process may be kept on one of its own, so that nothing moves it about."""

import contextlib
import os

FIRST, SECOND = 0, 1

A_CORE_EACH = "BENCH_A_CORE_EACH"
"""The variable that asks two processes that talk to take a core each."""


def pin(place: int) -> None:
    """Keep this process, and what it starts, on one of the machine's cores.

    Call it before threads are started. Where the system knows no such thing or does not
    allow it, the process stays where it likes.
    """
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {place % (os.cpu_count() or 1)})


def pin_if_asked(place: int) -> None:
    """Do so where the sample wants it; else the system moves processes as it always does."""
    if os.environ.get(A_CORE_EACH):
        pin(place)
