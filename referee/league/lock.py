"""File locks, which the system releases when the last process that holds them ends."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from referee.file_lock import lock_file

_PAUSE = 0.05
"""Seconds between two tries to take a lock."""


class Patience:
    """How long a process waits for a lock that another process holds; never forever."""

    def __init__(self, seconds: float, pause: float = _PAUSE) -> None:
        """`pause` is the time between two tries in seconds."""
        self.seconds = seconds
        self._pause = pause
        self._given_up = False

    def give_up(self) -> None:
        """End the current wait and all later ones; may be called by a signal handler."""
        self._given_up = True

    def tries(self) -> Iterator[None]:
        """Yield once for each try, with pauses between them, until the time is up; at least once.

        Raises:
            KeyboardInterrupt: when `give_up` was called.
        """
        until = time.monotonic() + self.seconds
        yield
        while time.monotonic() < until:
            if self._given_up:
                raise KeyboardInterrupt
            time.sleep(self._pause)
            yield


def claim(handle: int, patience: Patience) -> None:
    """Take the lock of an open file.

    Raises:
        BlockingIOError: when other processes hold the lock for all that time.
        StorageError: when the file system has no locks.
        KeyboardInterrupt: when `give_up` was called.
    """
    for _ in patience.tries():
        with contextlib.suppress(BlockingIOError):
            lock_file(handle)
            return
    raise BlockingIOError


@contextlib.contextmanager
def claimed(path: Path, patience: float) -> Iterator[int]:
    """Hold the lock of a file.

    Args:
        path: the file, which is created if needed.
        patience: how long to wait for other processes, in seconds.

    Yields:
        A file descriptor. The lock is held as long as any process has it open.

    Raises:
        BlockingIOError: when other processes hold the lock for all that time.
        OSError: when the file cannot be opened or created.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        claim(handle, Patience(patience))
        yield handle
    finally:
        os.close(handle)


def is_claimed(path: Path) -> bool:
    """Whether a process holds the lock of a file.

    Raises:
        OSError: when the file exists but cannot be opened.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        lock_file(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
