"""The intake: sealed records of a folder, brought into the ledger."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from referee.error import DataError
from referee.league.cores import on_every_core
from referee.league.ledger.attempt import AttemptName, Sealed
from referee.record.folder import SUFFIX, finished
from referee.record.outline import read_outline


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
    return {AttemptName.parse(name.removesuffix(SUFFIX)) for name in finished(folder)}


def read_all(folder: Path, names: Sequence[AttemptName]) -> Generator[Sealed | Unsound, None, None]:
    """What became of attempts, as their records in a folder say, in their order."""
    return on_every_core(partial(_read, folder), names)


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
    return Sealed(name, outline.outcome, outline.digest, outline.header)
