"""An index of records in memory: the tables of a ledger, made from records without a league.

All records are matches of round 1. Records of the same game with the same bots and seed form one
set. Every record is a match of its own, because only a journal knows which attempt counts.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, create_engine, insert
from sqlalchemy import update as change
from sqlalchemy.pool import StaticPool

from referee.error import DataError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName, Ending
from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.ledger import update
from referee.league.ledger.journal_event import RoundPlanned
from referee.league.ledger.plan_rows import add_matches
from referee.league.ledger.renaming import names_beside, renamed
from referee.league.ledger.schema import attempt, metadata, pairing
from referee.league.pairing import Pairing
from referee.match.clock import ClockSettings
from referee.match.outcome import Termination
from referee.record.outline import Opening, opening, outline
from referee.record.reader import read_bytes
from referee.record.summary import summary_of
from tianming_games.ground.text import printable

_SET_VOID = (
    change(pairing).where(pairing.c.match_id == bindparam("match")).values(void=bindparam("why"))
)

_NEVER_RATED = "A person had a seat, so the match is not rated."

_AT_ONCE = 500
"""The most records that are added in one batch."""


@dataclass(frozen=True, slots=True)
class IndexedRecord:
    """What the index keeps of a record.

    Attributes:
        match_id: the name of the match.
        opening: its settings and start; None if the record cannot be read.
        finished: its result; None if it has none.
        damage: why it has no result; empty for a match that has one, or is being played.
    """

    match_id: MatchId
    opening: Opening | None = None
    finished: FinishedMatch | None = None
    damage: str = ""

    @property
    def bots(self) -> tuple[BotName, ...]:
        """Its bots by seat."""
        return () if self.opening is None else self.opening.settings.bots

    @property
    def configuration(self) -> MatchConfiguration:
        """Its game, options and clock."""
        if self.opening is None:
            return MatchConfiguration("", (), ClockSettings())
        settings = self.opening.settings
        return MatchConfiguration.of(settings.game, settings.options, settings.clock)

    @property
    def started(self) -> int:
        """When it started, in milliseconds since 1970; 0 if unknown."""
        return 0 if self.opening is None else round(self.opening.started.timestamp() * 1000)

    @property
    def set_key(self) -> tuple[Any, ...]:
        """What identifies the set of the match."""
        played = self.configuration
        seed = self.match_id if self.opening is None else self.opening.settings.seed
        return played.game, played.options, tuple(sorted(self.bots)), seed

    @property
    def digest(self) -> bytes | None:
        """The digest of the seal; None if there is none."""
        return None if self.finished is None else self.finished.digest

    @property
    def void(self) -> str | None:
        """Why the match counts for no bot; None if it counts, or is being played."""
        if self.finished is None:
            return self.damage or None
        outcome = self.finished.outcome
        if outcome.termination is Termination.VOID:
            return outcome.reason
        has_people = self.opening is not None and self.opening.settings.people
        return _NEVER_RATED if has_people else None


def read_sealed(path: Path) -> IndexedRecord:
    """Return what the index keeps of a sealed record.

    Raises:
        DataError: when the file is unreadable, damaged, or not a sealed record.
    """
    return _sealed(path, read_bytes(path), printable(str(path)))


def read_any(path: Path, match_id: MatchId, is_running: bool) -> IndexedRecord:
    """Return what the index keeps of any file; an unreadable one is a match without a result.

    Args:
        path: the file.
        match_id: the name of the match.
        is_running: whether the match is being played.
    """
    begun = None
    try:
        data = read_bytes(path)
        begun = _opening(path, data, path.name)
        if is_running:
            return IndexedRecord(match_id, begun)
        return replace(_sealed(path, data, path.name), match_id=match_id)
    except DataError:
        damaged = "The record is damaged, or has no seal."
        return IndexedRecord(
            match_id, begun, damage=damaged if begun else "The record cannot be read."
        )


def _opening(path: Path, data: bytes, source: str) -> Opening:
    """Return the settings of a record, with the present names of its bots."""
    found = opening(data, source)
    names = names_beside(path.parent)
    if names.keys().isdisjoint(found.settings.bots):
        return found
    settings = replace(found.settings, bots=renamed(found.settings.bots, names))
    return replace(found, settings=settings)


def _sealed(path: Path, data: bytes, source: str) -> IndexedRecord:
    found = outline(data, source)
    summary = summary_of(found.bodies)
    finished = FinishedMatch(found.match_id, found.outcome, found.digest, summary=summary)
    return IndexedRecord(found.match_id, _opening(path, data, source), finished)


class RecordsIndex:
    """The tables of records."""

    def __init__(self) -> None:
        """Make empty tables."""
        self._engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        metadata.create_all(self._engine)
        self._variants: dict[MatchConfiguration, int] = {}
        self._sets: dict[tuple[Any, ...], int] = {}
        with self.reading() as connection:
            update.apply(connection, [RoundPlanned(1, (), ())])

    @property
    def configurations(self) -> tuple[MatchConfiguration, ...]:
        """The configurations of the matches, by the number of their variant."""
        return tuple(self._variants)

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a transaction."""
        return self._engine.begin()

    def close(self) -> None:
        """Close the tables."""
        self._engine.dispose()

    def add(self, records: Iterable[IndexedRecord]) -> None:
        """Add records of matches that the index does not have."""
        left = iter(records)
        with self.reading() as connection:
            while batch := list(islice(left, _AT_ONCE)):
                self._add(connection, batch)

    def _add(self, connection: Connection, batch: Sequence[IndexedRecord]) -> None:
        add_matches(connection, [(one.started, self._planned(one)) for one in batch])
        if unfinished := [_attempt(one) for one in batch if one.finished is None]:
            connection.execute(insert(attempt), unfinished)
        voids = [{"match": one.match_id, "why": one.void} for one in batch if one.void is not None]
        if voids:
            connection.execute(_SET_VOID, voids)
        sealed = [(AttemptName(one.match_id, 1), one.finished) for one in batch if one.finished]
        update.ingest(connection, sealed)

    def forget(self, names: Sequence[MatchId]) -> None:
        """Remove matches, as far as the index has them."""
        with self.reading() as connection:
            update.forget(connection, names)

    def _planned(self, record: IndexedRecord) -> Pairing:
        return Pairing(
            record.match_id,
            1,
            self._sets.setdefault(record.set_key, len(self._sets) + 1),
            record.bots,
            b"",
            self._variants.setdefault(record.configuration, len(self._variants)),
        )


def _attempt(record: IndexedRecord) -> dict[str, Any]:
    """Return the row of an attempt without a result."""
    return {
        "match_id": record.match_id,
        "number": 1,
        "ending": (Ending.FAILED if record.damage else Ending.OPEN).value,
        "reason": "",
        "started": record.started if record.opening else None,
    }
