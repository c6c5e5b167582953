"""Queries of a ledger: its bots, rounds, matches, attempts and results. Nothing here writes.

Every query waits for a database that is away, and reads a consistent state in one transaction.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.attempt import AttemptName, Ending
from referee.league.hosted_version import HostedVersion
from referee.league.ledger import tally
from referee.league.ledger.hosted_rows import (
    ListedVersion,
    ended_friendlies,
    hosted_of,
    listed_versions,
)
from referee.league.ledger.journal_event import FriendlyEnded
from referee.league.ledger.outage import PatientDatabase, patient
from referee.league.ledger.owner import owner_names
from referee.league.ledger.renaming import PresentNames, present_names
from referee.league.ledger.schema import (
    COUNTING,
    INTERVAL,
    NEXT_START,
    ROUNDS_ENDED,
    SEASON_ENDED,
    attempt,
    bot,
    metadata,
    pairing,
    rating,
    result,
    round_,
    season,
)
from referee.league.ledger.tally import RoundTally
from referee.league.pairing import MatchResult, Pairing
from referee.match.outcome import Outcome, SeatResult, Termination

T = TypeVar("T")

_PLAN = (
    *(pairing.c.match_id, pairing.c.round, pairing.c.set_number),
    *(pairing.c.bots, pairing.c.seed, pairing.c.variant),
)
"""The columns of a pairing, in the order of `_pairing`."""

_RESULTS = select(
    *_PLAN,
    *(attempt.c.termination, attempt.c.seats, attempt.c.reason, attempt.c.digest),
    *(attempt.c.started, attempt.c.ended),
)
_OF_ATTEMPT = attempt.join(pairing, pairing.c.match_id == attempt.c.match_id)
_INGESTED = attempt.c.ending.in_((Ending.SEALED.value, Ending.VOID.value))
_HAS_RESULT = attempt.c.ending == Ending.SEALED.value


def _fact(name: str) -> Select[Any]:
    return select(season.c.value).where(season.c.name == name)


class Interval(NamedTuple):
    """The interval after a round, in which the command of `format.after_round` runs.

    Attributes:
        round: the number of the round; 0 if there was no interval yet.
        began: when it began, in seconds since 1970; None if it is over.
    """

    round: int
    began: int | None


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot of the league. Exactly one of `command`, `token` and `address` is set.

    Attributes:
        name: its name.
        command: the command that starts a local bot.
        token: the token of a remote bot, as in `BotListed`.
        benched: why the bot is benched; None if it plays.
        address: the address at which the bot listens.
        token_env: the environment variable with the token that a listening bot expects.
        version: its version in the latest finished match; None if unknown.
        until_connected: whether a benched bot plays again as soon as it connects.
        is_there: whether a remote bot is at the table; None if the journal does not say.
        owner: the name of its owner; empty if it has none.
        hosted: the version of a hosted bot; None for other bots.
        rolled_back: why the last version of a hosted bot plays no more; empty if it plays.
        held: the only version of a connected bot that plays since the freeze; None if any does.
    """

    name: BotName
    command: str | None
    token: str | None
    benched: str | None
    address: str | None = None
    token_env: str | None = None
    version: str | None = None
    until_connected: bool = False
    is_there: bool | None = None
    owner: OwnerName = OwnerName("")
    hosted: HostedVersion | None = None
    rolled_back: str = ""
    held: str | None = None

    @property
    def has_place(self) -> bool:
        """Whether the bot plays, or does so again as soon as it connects."""
        return self.benched is None or self.until_connected


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A planned match and its attempts so far.

    Attributes:
        pairing: the plan.
        from_attempt: the first attempt whose result settles the match.
        begun: the number of the latest attempt; 0 for none.
        counting: the attempt that counts; None if none does.
        void: why the match counts for no bot; None if it is not void.
    """

    pairing: Pairing
    from_attempt: int
    begun: int
    counting: int | None
    void: str | None

    @property
    def is_settled(self) -> bool:
        """Whether the match needs no further attempt."""
        has_result = self.counting is not None and self.counting >= self.from_attempt
        return has_result or self.void is not None

    @property
    def next_attempt(self) -> int:
        """The number of the next attempt to start."""
        return max(self.from_attempt, self.begun + 1)


class LedgerQueries(PatientDatabase):
    """The queries of the ledger of one league."""

    def bots(self) -> list[ListedBot]:
        """Return every bot that was ever listed, sorted by name."""
        return self.read(listed_bots)

    def versions(self, bot: BotName) -> list[ListedVersion]:
        """Return the versions of a hosted bot that the season has listed, by number."""
        return self.read(lambda connection: list(listed_versions(connection, bot)))

    def friendlies(self) -> list[FriendlyEnded]:
        """Return the friendlies that ended, by number."""
        return self.read(ended_friendlies)

    def renamed(self) -> PresentNames:
        """Return the present name of each bot by every name that it had before."""
        return self.read(present_names)

    def owners(self) -> dict[BotName, OwnerName]:
        """Return the owner of each bot that has one."""
        return {bot.name: bot.owner for bot in self.bots() if bot.owner}

    def owner_names(self) -> dict[OwnerName, OwnerName]:
        """Return the present name of each owner by its former names."""
        return self.read(owner_names)

    def last_round(self) -> int:
        """Return the number of the last planned round; 0 if there is none."""
        return self._value(select(func.max(round_.c.number))) or 0

    def next_start(self) -> datetime | None:
        """Return when the schedule begins the next round, in UTC; None if it does not."""
        return self.read(next_start)

    def rounds_ended(self) -> int:
        """Return the number of the last round that ended, as `serve` noted it; 0 if none did."""
        return int(self._value(_fact(ROUNDS_ENDED)) or 0)

    def season_ended(self) -> int:
        """Return after how many rounds `serve` last said that the season is over; 0 for never."""
        return int(self._value(_fact(SEASON_ENDED)) or 0)

    def interval(self) -> Interval:
        """Return the last interval after a round."""
        number, _, at = (self._value(_fact(INTERVAL)) or "0 ended").partition(" ")
        return Interval(int(number), None if at == "ended" else int(at))

    def entrants(self) -> tuple[BotName, ...]:
        """Return the roster of the first round; empty if that is not planned yet."""
        return self.roster(1)

    def roster(self, number: int) -> tuple[BotName, ...]:
        """Return the roster of a round; empty if that is not planned yet."""
        return self.read(lambda connection: roster(connection, number))

    def last_set(self) -> int:
        """Return the number of the last planned set; 0 if there is none."""
        return self._value(select(func.max(pairing.c.set_number))) or 0

    def rounds(self) -> list[RoundTally]:
        """Return the match counts of every planned round."""
        return self.read(tally.rounds)

    def void_reasons(self) -> dict[str, int]:
        """Return the number of void matches by reason, the most frequent reason first."""
        return self.read(tally.void_reasons)

    def has_result(self, number: int) -> bool:
        """Whether any match of a round has a result."""
        return any(one.played for one in self.rounds() if one.round == number)

    def open_matches(self) -> list[PlannedMatch]:
        """Return the matches that need another attempt, in planned order."""
        is_new = result.c.attempt >= pairing.c.from_attempt
        return self._matches(pairing.c.void.is_(None), or_(result.c.match_id.is_(None), ~is_new))

    def round_matches(self, number: int | None = None) -> list[PlannedMatch]:
        """Return the matches of a round, or of all rounds, in planned order."""
        return self._matches(*() if number is None else (pairing.c.round == number,))

    def find(self, match_id: MatchId) -> PlannedMatch | None:
        """Return a planned match; None if there is none with this name."""
        return next(iter(self._matches(pairing.c.match_id == match_id)), None)

    def results(self) -> list[MatchResult]:
        """Return every match that counts, in planned order."""
        return self.read(counted_results)

    def sealed_results(self) -> dict[AttemptName, MatchResult]:
        """Return the result of every attempt that has one, whether it counts or not."""
        columns = _RESULTS.add_columns(attempt.c.match_id, attempt.c.number)
        rows = self._rows(columns.select_from(_OF_ATTEMPT).where(_HAS_RESULT))
        return {AttemptName(*row[-2:]): _result(row[:-2]) for row in rows}

    def sealed_result(self, name: AttemptName) -> MatchResult | None:
        """Return the result of an attempt, whether it counts or not; None if it has none."""
        which = attempt.c.match_id == name.match_id, attempt.c.number == name.number
        rows = self._rows(_RESULTS.select_from(_OF_ATTEMPT).where(_HAS_RESULT, *which))
        return next(map(_result, rows), None)

    @patient
    def read(self, question: Callable[[Connection], T]) -> T:
        """Return the answer to a question about the tables, within one transaction."""
        with self._engine.begin() as connection:
            return question(connection)

    def lineups(self) -> list[tuple[str, ...]]:
        """Return the bots of every match that counts, by seat."""
        return [_bots(bots) for (bots,) in self._rows(select(pairing.c.bots).select_from(COUNTING))]

    @property
    def knows_records(self) -> bool:
        """Whether any sealed record was ingested."""
        return self._value(select(attempt.c.number).where(_INGESTED).limit(1)) is not None

    def known_records(self) -> set[AttemptName]:
        """Return the attempts whose sealed records were ingested."""
        columns = select(attempt.c.match_id, attempt.c.number).where(_INGESTED)
        return {AttemptName(*row) for row in self._rows(columns)}

    def sealed_attempts(self) -> set[AttemptName]:
        """Return the attempts whose seal the journal has, with or without an ingested record."""
        columns = select(attempt.c.match_id, attempt.c.number)
        return {
            AttemptName(*row) for row in self._rows(columns.where(attempt.c.digest.is_not(None)))
        }

    def open_attempts(self) -> list[AttemptName]:
        """Return the attempts that have not ended, sorted by match name and number."""
        columns = attempt.c.match_id, attempt.c.number
        which = attempt.c.ending == Ending.OPEN.value
        rows = self._rows(select(*columns).where(which).order_by(*columns))
        return [AttemptName(*row) for row in rows]

    def starts_since(self, since: float) -> list[tuple[int, tuple[BotName, ...]]]:
        """Return the matches that started after a time; see the function of this name."""
        return self.read(lambda connection: starts_since(connection, since))

    def _matches(self, *conditions: ColumnElement[bool]) -> list[PlannedMatch]:
        """Return the planned matches that meet all conditions, in planned order."""
        begun = (
            select(func.max(attempt.c.number))
            .where(attempt.c.match_id == pairing.c.match_id)
            .scalar_subquery()
        )
        statement = (
            select(
                *_PLAN,
                *(pairing.c.from_attempt, pairing.c.void),
                *(func.coalesce(begun, 0).label("begun"), result.c.attempt.label("counting")),
            )
            .select_from(pairing)
            .outerjoin(result, result.c.match_id == pairing.c.match_id)
            .where(*conditions)
            .order_by(pairing.c.round, pairing.c.position)
        )
        return [
            PlannedMatch(_pairing(*row[:6]), row.from_attempt, row.begun, row.counting, row.void)
            for row in self._rows(statement)
        ]

    def _rows(self, statement: Select[Any]) -> Sequence[Any]:
        """Return all rows of a query."""
        return self.read(lambda connection: connection.execute(statement).all())

    def _value(self, statement: Select[Any]) -> Any:
        """Return the first value of a query; None if there is none."""
        return next((value for (value, *_) in self._rows(statement)), None)

    def dump(self) -> Iterator[str]:
        """Yield every row as a line of JSON, sorted by table and primary key.

        Ratings are omitted: they follow from the other rows, and their last digits depend on the
        processor.
        """
        with self._engine.begin() as connection:
            for one in metadata.sorted_tables:
                if one is rating:
                    continue
                keys = list(one.primary_key.columns)
                for row in connection.execute(select(one).order_by(*keys)):
                    values = [v.hex() if isinstance(v, bytes) else v for v in row]
                    yield json.dumps([one.name, *values])

    def digest(self) -> str:
        """Return a digest of all lines of `dump`, in hexadecimal; equal for equal ledgers."""
        total = blake2b(digest_size=16)
        for line in sorted(self.dump()):
            total.update(line.encode() + b"\n")
        return total.hexdigest()


def next_start(connection: Connection) -> datetime | None:
    """Return when the schedule of a league begins its next round, in UTC; None if it does not."""
    value = connection.scalar(select(season.c.value).where(season.c.name == NEXT_START))
    return None if value is None else datetime.fromisoformat(value)


def counted_results(connection: Connection) -> list[MatchResult]:
    """Return every match that counts, in planned order."""
    statement = _RESULTS.select_from(COUNTING).order_by(pairing.c.round, pairing.c.position)
    return [_result(row) for row in connection.execute(statement)]


def roster(connection: Connection, number: int) -> tuple[BotName, ...]:
    """Return the roster of a round; empty if that is not planned yet."""
    bots = connection.execute(select(round_.c.bots).where(round_.c.number == number)).scalar()
    return _bots(bots or "[]")


def rosters(connection: Connection) -> list[tuple[int, tuple[BotName, ...]]]:
    """Return each different roster with the first round that has it, in order of the rounds."""
    first = func.min(round_.c.number)
    rows = connection.execute(select(first, round_.c.bots).group_by(round_.c.bots).order_by(first))
    return [(number, _bots(bots)) for number, bots in rows]


def listed_bots(connection: Connection) -> list[ListedBot]:
    """Return every bot that was ever listed, sorted by name."""
    rows = connection.execute(select(bot).order_by(bot.c.name)).mappings()
    return [ListedBot(**{**row, "hosted": hosted_of(row["hosted"])}) for row in rows]


def planned_seats(connection: Connection) -> Iterator[tuple[int, tuple[BotName, ...]]]:
    """Yield the round and the bots by seat of each planned match, in the order of the plan."""
    columns = (pairing.c.round, pairing.c.bots)
    rows = connection.execute(select(*columns).order_by(pairing.c.round, pairing.c.position))
    for number, bots in rows:
        yield number, _bots(bots)


def starts_since(connection: Connection, since: float) -> list[tuple[int, tuple[BotName, ...]]]:
    """Return when each match with a sealed record started, and its bots, sorted by time.

    Times are in milliseconds since 1970; only those after `since` are returned.
    """
    statement = (
        select(attempt.c.started, pairing.c.bots)
        .join(pairing, pairing.c.match_id == attempt.c.match_id)
        .where(attempt.c.started > int(since))
        .order_by(attempt.c.started)
    )
    return [(started, _bots(bots)) for started, bots in connection.execute(statement)]


def _pairing(
    match_id: MatchId, number: int, set_number: int, bots: str, seed: bytes, variant: int
) -> Pairing:
    return Pairing(match_id, number, set_number, _bots(bots), bytes(seed), variant)


def _result(row: Sequence[Any]) -> MatchResult:
    """Return the result in a row of `_RESULTS`."""
    *planned, termination, seats, reason, digest, started, ended = row
    outcome = Outcome(Termination(termination), _seats(seats), reason)
    seconds = (ended - started) / 1000 if started and ended else 0.0
    return MatchResult(_pairing(*planned), outcome, digest, seconds)


@lru_cache(1 << 16)
def _bots(text: str) -> tuple[BotName, ...]:
    return tuple(json.loads(text))


@lru_cache(1 << 16)
def _seats(text: str) -> tuple[SeatResult, ...]:
    return tuple([_seat(*seat) for seat in json.loads(text)])


@lru_cache(1 << 16)
def _seat(place: int, score: int, strikes: int, forfeited: int) -> SeatResult:
    return SeatResult(place, score, strikes, bool(forfeited))
