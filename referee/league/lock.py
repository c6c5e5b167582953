"""File locks, which the system releases when the last process that holds them ends.

The workers of a pool write records themselves. If their league is killed, they may still write
until they have ended their bots. So each worker keeps the descriptor of the records folder's lock
open, and the next run starts when all of them have closed it.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from referee.error import UnavailableError
from referee.file_lock import lock_file
from referee.league.sentence import LeagueSentence

_PAUSE = 0.05
"""Seconds between two tries to take a lock."""

_WORKERS_LOCK = ".workers.lock"

_WORKERS_END = 20.0
"""Seconds that the next run waits for the workers of a killed run to end."""


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
        while not self._given_up:
            if time.monotonic() >= until:
                return
            time.sleep(self._pause)
            yield
        raise KeyboardInterrupt


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


@contextlib.contextmanager
def lock_records(folder: Path, patience: float = _WORKERS_END) -> Iterator[int]:
    """Let only one run and its workers write records; creates the folder if needed.

    Args:
        folder: the folder.
        patience: how long to wait for another holder of the lock, in seconds.

    Yields:
        A file descriptor. The lock is held as long as any process has it open.

    Raises:
        UnavailableError: when workers of a killed run hold the lock for all that time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        try:
            handle = stack.enter_context(claimed(folder / _WORKERS_LOCK, patience))
        except BlockingIOError:
            raise UnavailableError(
                LeagueSentence.WORKERS_STILL_THERE, file=folder / _WORKERS_LOCK, seconds=patience
            ) from None
        yield handle
