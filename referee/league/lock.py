"""A lock on a file: it goes with the last process that has it, however that ends."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

_BREATH = 0.05
"""Seconds between two looks whether others have let go."""


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
        _claim(handle, time.monotonic() + patience)
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


def _claim(handle: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
        else:
            return
        time.sleep(_BREATH)
