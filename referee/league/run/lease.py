"""The lease of a league's folder: who writes records there, besides the process that runs it.

The workers of a pool write their records themselves. When their league is killed they end their
bots and then end, which takes a moment in which they still write. So each holds the descriptor
that the lease gives, and the next run begins when the last of them has let go.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from referee.error import UnavailableError

_LOCK = ".workers.lock"

_PATIENCE = 20.0
"""Seconds in which workers that have lost their league end."""

_BREATH = 0.05
"""Seconds between two looks whether they have."""


@contextlib.contextmanager
def lease(folder: Path, patience: float = _PATIENCE) -> Iterator[int]:
    """Have a folder to oneself; gives a descriptor that keeps it so for as long as it is open.

    Raises:
        UnavailableError: when workers of a run that was killed are there for all that time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        until = time.monotonic() + patience
        while not _is_free(handle):
            if time.monotonic() > until:
                raise UnavailableError(
                    f"workers of a run that was killed still hold {folder / _LOCK} after "
                    f"{patience:g} s: end them (`ps` shows them as referee.league.run.worker), and "
                    "run the league again."
                )
            time.sleep(_BREATH)
        yield handle
    finally:
        os.close(handle)


def _is_free(handle: int) -> bool:
    """Take the lock, if nobody has it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
