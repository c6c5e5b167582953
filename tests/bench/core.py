"""Cores: two processes that talk get one each, so that neither moves the other about."""

import contextlib
import os

FIRST, SECOND = 0, 1


def pin(place: int) -> None:
    """Keep this process, and what it starts, on one of the machine's cores.

    Call it before threads are started. Where the system knows no such thing or does not
    allow it, the process stays where it likes.
    """
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {place % (os.cpu_count() or 1)})
