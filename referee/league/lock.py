"""A lock on a file: it goes with the last process that has it, however that ends."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

_PAUSE = 0.05
"""Seconds between two tries to take a lock."""


class Patience:
    """How long a process waits for a lock that another one holds. It never waits forever."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._given_up = False

    def give_up(self) -> None:
        """End every wait, this one and all to come; may be called by a signal handler."""
        self._given_up = True

    def tries(self) -> Iterator[None]:
        """Yield for each try, a moment apart, until the time is up; at least once.

        Raises:
            KeyboardInterrupt: when it was given up.
        """
        until = time.monotonic() + self.seconds
        yield
        while time.monotonic() < until:
            if self._given_up:
                raise KeyboardInterrupt
            time.sleep(_PAUSE)
            yield


def claim(handle: int, patience: Patience) -> None:
    """Take the lock of an open file.

    Raises:
        BlockingIOError: when others hold it for all that time.
        KeyboardInterrupt: when waiting was given up.
    """
    for _ in patience.tries():
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
    raise BlockingIOError


@contextlib.contextmanager
def claimed(path: Path, patience: float) -> Iterator[int]:
    """Have a file to oneself; gives a descriptor that keeps it so for as long as it is open.

    Args:
        path: the file, which is made where there is none.
        patience: seconds to wait for others.

    Raises:
        BlockingIOError: when others have it for all that time.
        OSError: when there can be no such file.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        claim(handle, Patience(patience))
        yield handle
    finally:
        os.close(handle)


def is_claimed(path: Path) -> bool:
    """Whether a process has a file to itself.

    Raises:
        OSError: when it is there and cannot be read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
