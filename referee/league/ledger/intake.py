"""The intake: sealed records of a folder, brought into the ledger.

Reading a season takes every core: each process reads some files and gives back outlines.
"""

import contextlib
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from referee.error import DataError
from referee.league.ledger.attempt import SUFFIX, AttemptName, Sealed
from referee.record.outline import read_outline

_FEW = 500
"""Records that are read sooner here than by processes that must be started first."""

_CHUNK = 200
"""Records that a process reads before it gives anything back."""


@dataclass(frozen=True, slots=True)
class Unsound:
    """A record that cannot be taken in, and why."""

    path: Path
    reason: str


def sealed_names(folder: Path) -> set[AttemptName]:
    """The attempts that have a sealed record in a folder.

    Raises:
        DataError: when there is no such folder.
    """
    try:
        with os.scandir(folder) as files:
            return {
                AttemptName.parse(file.name.removesuffix(SUFFIX))
                for file in files
                if file.name.endswith(SUFFIX)
            }
    except OSError as error:
        raise DataError(f"the records in {folder} cannot be read: {error.strerror}.") from None


@contextlib.contextmanager
def read_all(
    folder: Path, names: Sequence[AttemptName], processes: int | None = None
) -> Iterator[Iterator[Sealed | Unsound]]:
    """What became of attempts, as their records say; in no order.

    The files are read while whoever asks deals with those that were read before.

    Args:
        folder: where the records are.
        names: the attempts.
        processes: how many read at once; by default one for each core.
    """
    if len(names) < _FEW or processes == 1:
        yield iter(_read_some(folder, names))
        return
    chunks = [names[start : start + _CHUNK] for start in range(0, len(names), _CHUNK)]
    start = multiprocessing.get_context("forkserver")
    pool = ProcessPoolExecutor(processes, mp_context=start)
    try:
        read = pool.map(_read_some, [folder] * len(chunks), chunks)
        yield (one for found in read for one in found)
    finally:
        pool.shutdown(cancel_futures=True)


def _read_some(folder: Path, names: Sequence[AttemptName]) -> list[Sealed | Unsound]:
    return [_read(folder, name) for name in names]


def _read(folder: Path, name: AttemptName) -> Sealed | Unsound:
    path = name.record(folder)
    try:
        outline = read_outline(path)
    except DataError as error:
        return Unsound(path, str(error))
    if outline.match_id != str(name):
        return Unsound(
            path, f"{path}: the record is of the match {outline.match_id!r}: give it its own name."
        )
    return Sealed(name, outline.outcome, outline.digest)
