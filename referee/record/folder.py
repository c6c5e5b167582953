"""The records folder and its files."""

import os
from pathlib import Path
from typing import Final

from referee.error import DataError
from referee.record.sentence import RecordSentence

SUFFIX: Final = ".tianming"
"""The suffix of a finished record."""

_PART: Final = ".part"
"""The additional suffix of a record while its match is running."""


def part_of(path: Path) -> Path:
    """Return the path of a record while its match is running; `path` is its final path."""
    return path.parent / f"{path.name}{_PART}"


def is_part(path: Path) -> bool:
    """Whether a path is that of a record whose match is running or was interrupted."""
    return path.suffix == _PART


def final_of(path: Path) -> Path:
    """Return the path of a record when its match is over; `path` may be that of the open one."""
    return path.parent / path.name.removesuffix(_PART)


def is_record(name: str) -> bool:
    """Whether a file of this name is a record, finished or open."""
    return name.endswith((SUFFIX, f"{SUFFIX}{_PART}"))


def name_of(name: str) -> str:
    """Return the name of the match whose record, finished or open, has this file name."""
    return name.removesuffix(_PART).removesuffix(SUFFIX)


def finished(folder: Path) -> list[str]:
    """Return the sorted file names of the finished records in a folder, without subfolders.

    Raises:
        DataError: when the folder does not exist or cannot be read.
    """
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except OSError as error:
        raise DataError(
            RecordSentence.RECORDS_NOT_READ, folder=folder, why=error.strerror
        ) from None


def left_open(folder: Path) -> list[Path]:
    """Return the final paths of the open records in a folder, without `.part`, sorted."""
    return sorted(final_of(part) for part in folder.glob(f"*{SUFFIX}{_PART}"))
