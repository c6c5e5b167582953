"""List the matches of a season page by page, and look up single matches. Read-only.

Each query takes milliseconds for a season of 100,000 matches.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Subquery,
    and_,
    exists,
    func,
    select,
)

from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger.schema import attempt, fault, pairing, result, season, seat
from referee.match.outcome import SeatResult

Reading = Connection
"""An open transaction that reads the tables of a season."""


class MatchState(Enum):
    """The state of a planned match."""

    PLANNED = "planned"
    LIVE = "live"
    FINISHED = "finished"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on the matches to list; None for no condition.

    Attributes:
        bot: the match has this bot.
        opponent: the match has this other bot, too; ignored without `bot`.
        seat: the bot has this seat; ignored without `bot`.
        round: the match is in this round.
        variants: the match has one of these variants.
        fault: the bot, or any bot if none is named, has a fault of this kind; `any` for any kind.
        state: the match is in this state.
    """

    bot: BotName | None = None
    opponent: BotName | None = None
    seat: int | None = None
    round: int | None = None
    variants: tuple[int, ...] | None = None
    fault: str | None = None
    state: MatchState | None = None


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A planned match, with data of the attempt that counts, or of the latest one if none does.

    Attributes:
        match_id: the name of the match.
        round: its round.
        set_number: its set.
        variant: the index of its set of game options.
        bots: its bots by seat.
        state: its state.
        attempt: the number of the attempt; 0 if there is none.
        reason: why the match is void, or else the reason in its outcome.
        results: the results by seat; empty if the attempt has none. Those of a void match count for
            no bot.
        started: when the attempt started, in milliseconds since 1970; None if unknown.
        ended: when it ended, in the same unit.
        faults: the number of faults by seat and kind.
    """

    match_id: MatchId
    round: int
    set_number: int
    variant: int
    bots: tuple[BotName, ...]
    state: MatchState
    attempt: int
    reason: str
    results: tuple[SeatResult, ...]
    started: int | None
    ended: int | None
    faults: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def name(self) -> AttemptName:
        """The name of the attempt; the first one if there is none yet."""
        return AttemptName(self.match_id, max(1, self.attempt))


def count(connection: Connection, wanted: Filter) -> int:
    """Return how many matches meet the conditions."""
    statement = select(func.count()).select_from(_chosen(wanted).subquery())
    return connection.scalar(statement) or 0


def page(connection: Connection, wanted: Filter, first: int, most: int) -> list[ListedMatch]:
    """Return a page of matches that meet the conditions, the last planned one first.

    Args:
        connection: the ledger's database.
        wanted: the conditions.
        first: how many matches to skip.
        most: the most matches to return.
    """
    chosen = _chosen(wanted).limit(most).offset(first).subquery()
    return _listed(connection, chosen)


def find(connection: Connection, match_id: MatchId) -> ListedMatch | None:
    """Return a planned match; None if there is none with this name."""
    found = listed(connection, (match_id,))
    return found[0] if found else None


def listed(connection: Connection, names: Sequence[MatchId]) -> list[ListedMatch]:
    """Return planned matches by their names, the last planned one first."""
    chosen = select(pairing.c.match_id, pairing.c.round, pairing.c.position).where(
        pairing.c.match_id.in_(names)
    )
    return _listed(connection, chosen.subquery())


def with_open_draws(connection: Connection, names: Collection[MatchId]) -> set[MatchId]:
    """Return those of some matches whose draws a match has that is neither over nor void."""
    other = pairing.alias()
    has_result = exists().where(result.c.match_id == other.c.match_id)
    has_its_draws = exists().where(
        other.c.set_number == pairing.c.set_number,
        other.c.seed == pairing.c.seed,
        other.c.match_id != pairing.c.match_id,
        other.c.void.is_(None),
        ~has_result,
    )
    statement = select(pairing.c.match_id).where(pairing.c.match_id.in_(names), has_its_draws)
    return {MatchId(name) for name in connection.scalars(statement)}


def companions(connection: Connection, match_id: MatchId) -> list[ListedMatch]:
    """Return all matches of the set of a match, including the match."""
    number = select(pairing.c.set_number).where(pairing.c.match_id == match_id).scalar_subquery()
    chosen = select(pairing.c.match_id, pairing.c.round, pairing.c.position).where(
        pairing.c.set_number == number
    )
    return _listed(connection, chosen.subquery())


def seated(connection: Connection) -> set[BotName]:
    """Return every bot that has a seat in a match, finished or not."""
    line_ups = connection.execute(select(pairing.c.bots).distinct()).scalars()
    return {name for bots in line_ups for name in _bots(bots)}


def position(connection: Connection) -> str:
    """Return the applied position in the journal, which changes with every event."""
    return connection.scalar(_POSITION) or ""


# -- inside

_POSITION = select(season.c.value).where(season.c.name == "journal")

_IS_OPEN = exists().where(
    attempt.c.match_id == pairing.c.match_id, attempt.c.ending == Ending.OPEN.value
)
_HAS_RESULT = exists().where(result.c.match_id == pairing.c.match_id)


def _chosen(wanted: Filter) -> Select[Any]:
    """Return the query for the names of the matches that meet the conditions, in order."""
    if wanted.bot is None:
        source: Any = pairing
        statement = select(pairing.c.match_id, pairing.c.round, pairing.c.position)
        order = (pairing.c.round.desc(), pairing.c.position.desc())
    else:
        source = seat
        statement = select(seat.c.match_id, seat.c.round, seat.c.position).where(
            seat.c.bot == wanted.bot
        )
        if wanted.state is not None or wanted.variants is not None:
            statement = statement.join(pairing, pairing.c.match_id == seat.c.match_id)
        order = (seat.c.round.desc(), seat.c.position.desc())
    conditions: list[ColumnElement[bool]] = []
    if wanted.round is not None:
        conditions.append(source.c.round == wanted.round)
    if wanted.seat is not None and wanted.bot is not None:
        conditions.append(seat.c.seat == wanted.seat)
    if wanted.opponent is not None and wanted.bot is not None:
        other = seat.alias()
        meets = other.c.match_id == seat.c.match_id, other.c.bot == wanted.opponent
        conditions.append(exists().where(*meets))
    if wanted.fault is not None:
        conditions.append(_has_fault(wanted, source))
    if wanted.variants is not None:
        conditions.append(pairing.c.variant.in_(wanted.variants))
    if wanted.state is not None:
        conditions.append(_is_in(wanted.state))
    statement = statement.where(*conditions).order_by(*order)
    return statement.distinct() if wanted.bot is not None and wanted.seat is None else statement


def _has_fault(wanted: Filter, source: Any) -> ColumnElement[bool]:
    which = [fault.c.match_id == source.c.match_id]
    if wanted.fault != "any":
        which.append(fault.c.kind == wanted.fault)
    if wanted.bot is not None:
        which.append(fault.c.seat == seat.c.seat)
    return exists().where(*which)


def _is_in(state: MatchState) -> ColumnElement[bool]:
    match state:
        case MatchState.VOID:
            return pairing.c.void.is_not(None)
        case MatchState.FINISHED:
            return _HAS_RESULT
        case MatchState.LIVE:
            names = select(attempt.c.match_id).where(attempt.c.ending == Ending.OPEN.value)
            return and_(pairing.c.match_id.in_(names), pairing.c.void.is_(None), ~_HAS_RESULT)
        case MatchState.PLANNED:
            return and_(pairing.c.void.is_(None), ~_HAS_RESULT, ~_IS_OPEN)


def _listed(connection: Connection, chosen: Subquery) -> list[ListedMatch]:
    """Return the chosen matches, the last planned one first."""
    tries = attempt.alias()
    last = (
        select(func.max(tries.c.number))
        .where(tries.c.match_id == chosen.c.match_id)
        .correlate(chosen)
        .scalar_subquery()
    )
    statement = (
        select(pairing, result.c.attempt.label("counted"), attempt)
        .join(chosen, chosen.c.match_id == pairing.c.match_id)
        .outerjoin(result, result.c.match_id == pairing.c.match_id)
        .outerjoin(
            attempt,
            and_(
                attempt.c.match_id == pairing.c.match_id,
                attempt.c.number == func.coalesce(result.c.attempt, last),
            ),
        )
        .order_by(chosen.c.round.desc(), chosen.c.position.desc())
    )
    rows = connection.execute(statement).mappings().all()
    faults = _faults(connection, [row[pairing.c.match_id] for row in rows])
    return [_match(row, faults) for row in rows]


def _match(row: Any, faults: dict[tuple[str, int], dict[int, dict[str, int]]]) -> ListedMatch:
    match_id, number = row[pairing.c.match_id], row[attempt.c.number] or 0
    is_void = row[pairing.c.void] is not None
    has_results = row["counted"] or (is_void and row[attempt.c.ending] == Ending.SEALED.value)
    if is_void:
        state = MatchState.VOID
    elif row["counted"] is not None:
        state = MatchState.FINISHED
    else:
        is_open = row[attempt.c.ending] == Ending.OPEN.value
        state = MatchState.LIVE if is_open else MatchState.PLANNED
    return ListedMatch(
        match_id=match_id,
        round=row[pairing.c.round],
        set_number=row[pairing.c.set_number],
        variant=row[pairing.c.variant],
        bots=_bots(row[pairing.c.bots]),
        state=state,
        attempt=number,
        reason=row[pairing.c.void] or (row[attempt.c.reason] or "") * (row["counted"] is not None),
        results=_results(row[attempt.c.seats]) if has_results else (),
        started=row[attempt.c.started],
        ended=row[attempt.c.ended],
        faults=faults.get((match_id, number), {}),
    )


def _faults(
    connection: Connection, match_ids: Sequence[str]
) -> dict[tuple[str, int], dict[int, dict[str, int]]]:
    """Return the faults of attempts at these matches by match and attempt, then seat and kind."""
    found: dict[tuple[str, int], dict[int, dict[str, int]]] = {}
    statement = select(fault).where(fault.c.match_id.in_(match_ids))
    for match_id, number, at, kind, total in connection.execute(statement):
        found.setdefault((match_id, number), {}).setdefault(at, {})[kind] = total
    return found


@lru_cache(1 << 12)
def _bots(text: str) -> tuple[BotName, ...]:
    return tuple(json.loads(text))


@lru_cache(1 << 12)
def _results(text: str) -> tuple[SeatResult, ...]:
    return tuple(
        SeatResult(place, score, strikes, bool(forfeited))
        for place, score, strikes, forfeited in json.loads(text)
    )
