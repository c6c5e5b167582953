"""What the files of a records folder say about a season, without its journal."""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from referee.error import DataError
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger.ingest import read_all, sealed_names
from referee.match.outcome import Outcome, Termination
from referee.record.folder import SUFFIX, is_record, left_open, name_of, part_of
from referee.record.outline import Header, read_header

_ASIDE = re.compile(rf"{re.escape(SUFFIX)}\.(torn|unsound|foreign)(-\d+)?$")
"""The end of the name of a record that was quarantined."""


class Place(NamedTuple):
    """The place of a match in a season: round, set, and its number in the set, all from 1."""

    round: int
    set_number: int
    turn: int


@dataclass(frozen=True, slots=True)
class RecordedAttempt:
    """An attempt with a record.

    Attributes:
        name: the attempt.
        round: the number of its round, from its name.
        set_number: the number of its set, from its name.
        turn: the number of its match in the set, from 1.
        header: the header of its record.
        outcome: its outcome; None if the record is open.
        digest: the digest of the record's seal; empty if the record is open.
    """

    name: AttemptName
    round: int
    set_number: int
    turn: int
    header: Header
    outcome: Outcome | None = None
    digest: bytes = b""

    @property
    def has_result(self) -> bool:
        """Whether the attempt ended with a result."""
        return self.outcome is not None and self.outcome.termination is not Termination.VOID

    @classmethod
    def of(
        cls,
        league: str,
        name: AttemptName,
        header: Header,
        outcome: Outcome | None = None,
        digest: bytes = b"",
    ) -> Self | None:
        """Return the attempt; None if its name is not one of the league."""
        place = place_of(league, name.match_id)
        return None if place is None else cls(name, *place, header, outcome, digest)


def place_of(league: str, match_id: str) -> Place | None:
    """Return the place of a match of a league; None if it has another name."""
    found = re.fullmatch(rf"{re.escape(league)}-r(\d{{3,9}})-s(\d{{5,9}})-(\d{{1,4}})", match_id)
    return None if found is None else Place(int(found[1]), int(found[2]), int(found[3]))


def season_names(folder: Path, league: str) -> set[Place]:
    """Return the places of the matches of a league that have a record, finished or open."""
    names = (name_of(path.name) for path in folder.iterdir() if is_record(path.name))
    places = (place_of(league, AttemptName.parse(name).match_id) for name in names)
    return {place for place in places if place is not None}


def recorded_attempts(folder: Path, league: str, game: str) -> list[RecordedAttempt]:
    """Return the attempts at matches of a league that have a sound record, sorted by name."""
    found = [*_sealed(folder, league), *_open(folder, league)]
    ours = (one for one in found if one is not None and game in ("", one.header.game))
    return sorted(ours, key=lambda one: (one.round, one.set_number, one.turn, one.name.number))


def quarantined_attempts(folder: Path) -> Sequence[AttemptName]:
    """Return the attempts whose records were quarantined: bots may have seen their draws."""
    names = (_ASIDE.sub("", path.name) for path in folder.iterdir() if _ASIDE.search(path.name))
    return sorted({AttemptName.parse(name) for name in names}, key=str)


def _sealed(folder: Path, league: str) -> Iterator[RecordedAttempt | None]:
    with closing(read_all(folder, sorted(sealed_names(folder), key=str))) as read:
        for one in read:
            if isinstance(one, FinishedMatch) and one.header is not None:
                name = AttemptName.parse(one.match_id)
                yield RecordedAttempt.of(league, name, one.header, one.outcome, one.digest)


def _open(folder: Path, league: str) -> Iterator[RecordedAttempt | None]:
    for record in left_open(folder):
        name = AttemptName.parse(record.stem)
        with suppress(DataError):
            match_id, header = read_header(part_of(record))
            if match_id == str(name):
                yield RecordedAttempt.of(league, name, header)
