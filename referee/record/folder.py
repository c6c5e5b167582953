"""The folder of records: its files, and the lock of its writer."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.error import DataError, StorageError
from referee.runtime_folder import path_claimed
from referee.sentence.record import RecordSentence

SUFFIX: Final = ".tianming"
"""What the name of a finished record ends with."""

PART: Final = ".part"
"""What follows in the name of a record while its match is played."""


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every other referee out of a folder, and from the path that it has.

    The lock goes with the process, however it ends.

    Raises:
        StorageError: when another one is using it, or it cannot be used.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise StorageError(
            RecordSentence.FOLDER_NOT_USED, folder=folder, why=error.strerror
        ) from None
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, handle)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stack.enter_context(path_claimed(folder))
        except OSError as error:
            is_used = isinstance(error, BlockingIOError)
            why = "another referee is using it" if is_used else error.strerror
            raise StorageError(RecordSentence.FOLDER_NOT_CLAIMED, folder=folder, why=why) from None
        yield


def finished(folder: Path) -> list[str]:
    """The names of the files of finished records in a folder, sorted; none that lies deeper.

    Raises:
        DataError: when there is no such folder, or it cannot be read.
    """
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except OSError as error:
        raise DataError(
            RecordSentence.RECORDS_NOT_READ, folder=folder, why=error.strerror
        ) from None


def left_open(folder: Path) -> list[Path]:
    """The records in a folder that are no finished ones, by the names they will have."""
    return sorted(part.with_suffix("") for part in folder.glob(f"*{SUFFIX}{PART}"))
