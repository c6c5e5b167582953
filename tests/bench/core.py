"""Cores: two processes that talk get one each, so that neither moves the other about."""

import os

FIRST, SECOND = 0, 1


def pin(place: int) -> None:
    """Keep this process, and what it starts, on one of the machine's cores."""
    cores = sorted(_MINE)
    os.sched_setaffinity(0, {cores[place % len(cores)]})


_MINE = frozenset(range(os.cpu_count() or 1))
