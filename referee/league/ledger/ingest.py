"""Read the sealed records of a folder, for the ledger to ingest."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from referee.error import DataError
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.sentence import LeagueSentence
from referee.parallel import on_every_core
from referee.record.folder import SUFFIX, finished
from referee.record.outline import outline
from referee.record.reader import read_bytes
from referee.record.summary import summary_of


@dataclass(frozen=True, slots=True)
class Unsound:
    """A record that cannot be ingested.

    Attributes:
        path: its file.
        reason: what is wrong.
        is_read: whether the file could be read. If so, its content is wrong for good.
    """

    path: Path
    reason: DataError
    is_read: bool = True


def sealed_names(folder: Path) -> set[AttemptName]:
    """Return the attempts that have a sealed record in a folder.

    Raises:
        DataError: when the folder does not exist.
    """
    return {AttemptName.parse(name.removesuffix(SUFFIX)) for name in finished(folder)}


def read_all(
    folder: Path, names: Sequence[AttemptName]
) -> Generator[FinishedMatch | Unsound, None, None]:
    """Yield the result of each attempt from its record in a folder, in the order of `names`."""
    return on_every_core(partial(_read, folder), names)


def _read(folder: Path, name: AttemptName) -> FinishedMatch | Unsound:
    path = name.record(folder)
    try:
        data = read_bytes(path)
    except DataError as error:
        return Unsound(path, error, is_read=False)
    try:
        found = outline(data, str(path))
    except DataError as error:
        return Unsound(path, error)
    if found.match_id != str(name):
        return Unsound(
            path,
            DataError(LeagueSentence.RECORD_OF_OTHER_NAME, record=path, match=found.match_id),
        )
    return FinishedMatch(
        name.as_match, found.outcome, found.digest, found.header, summary=summary_of(found.bodies)
    )
