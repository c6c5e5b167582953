"""The folder of records: one referee at a time writes into it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.error import StorageError


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every other referee out of a folder. The lock goes with the process, however it ends.

    Raises:
        StorageError: when another one is using it, or it cannot be used.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise StorageError(f"the folder {folder} cannot be used: {error.strerror}.") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        why = (
            "another referee is using it" if isinstance(error, BlockingIOError) else error.strerror
        )
        raise StorageError(
            f"the folder {folder} cannot be used: {why}; give each referee one of its own."
        ) from None
    try:
        yield
    finally:
        os.close(handle)


def left_open(folder: Path) -> list[Path]:
    """The records in a folder that are no finished ones, by the names they will have."""
    return sorted(part.with_suffix("") for part in folder.glob("*.tianming.part"))
