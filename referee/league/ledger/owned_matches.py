"""Matches that have ended, for the owners of their bots: numbers, versions and answer times."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, and_, func, literal, or_, select, union_all

from referee.identifier import BotName, MatchId
from referee.league.friendly import friendly_match
from referee.league.ledger import listing
from referee.league.ledger.hosted_rows import ended_friendlies
from referee.league.ledger.journal_event import FriendlyEnded
from referee.league.ledger.listing import ListedMatch, MatchState
from referee.league.ledger.schema import COUNTING, answer_times, attempt, friendly, result, seat
from referee.match.outcome import SeatResult, Termination


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """The longest and the sum of the answer times of a seat, in nanoseconds."""

    longest: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that counts.

    Attributes:
        number: its number among those of the season, by the time of their ends, from 1.
        match: the match.
        versions: the versions of its bots by seat; empty if none is known.
        times: the answer times by seat; empty for a friendly.
        friendly: its number among the friendlies; 0 for a match of the plan.
    """

    number: int
    match: ListedMatch
    versions: Sequence[str] = ()
    times: dict[int, AnswerTimes] = field(default_factory=dict)
    friendly: int = 0


def ended_matches(
    connection: Connection, league: str, bots: Collection[BotName], before: int, most: int
) -> list[EndedMatch]:
    """Return matches of some bots that have a result, friendlies too, the latest end first.

    Args:
        connection: the ledger's database.
        league: the name of the league.
        bots: the bots; each match has at least one of them.
        before: only matches with a lower number; 0 for all.
        most: the most matches to return.
    """
    friendlies = {one.number: one for one in played_friendlies(connection, bots)}
    rows = connection.execute(_numbered(bots, friendlies, before).limit(most)).all()
    names = [row.match_id for row in rows if not row.friendly]
    matches = {one.match_id: one for one in listing.listed(connection, names)}
    times = _times(connection, names)
    found = []
    for row in rows:
        if row.friendly:
            match = _friendly(league, friendlies[row.friendly])
            found.append(EndedMatch(row.number, match, friendly=row.friendly))
            continue
        versions = json.loads(row.versions) if row.versions else ()
        match = matches[row.match_id]
        found.append(EndedMatch(row.number, match, versions, times.get(row.match_id, {})))
    return found


def played_friendlies(connection: Connection, bots: Collection[BotName]) -> list[FriendlyEnded]:
    """Return the friendlies of some bots that have a result."""
    return [
        one
        for one in ended_friendlies(connection)
        if one.termination in _WITH_RESULT and not set(bots).isdisjoint(one.bots)
    ]


def find_friendly(connection: Connection, league: str, name: str) -> ListedMatch | None:
    """Return the friendly of a name that has a result; None if there is none."""
    for one in ended_friendlies(connection):
        if friendly_match(league, one.number) == name and one.termination in _WITH_RESULT:
            return _friendly(league, one)
    return None


_WITH_RESULT = (Termination.FINISHED, Termination.FORFEITED)


def _numbered(bots: Collection[BotName], friendlies: Collection[int], before: int) -> Select[Any]:
    """Return the query for the numbers of the matches of some bots, the highest first."""
    of_plan = select(
        *(result.c.match_id, func.coalesce(attempt.c.ended, 0).label("ended")),
        *(attempt.c.versions, literal(0).label("friendly")),
    ).select_from(COUNTING)
    on_request = select(
        *(literal("").label("match_id"), friendly.c.ended),
        *(literal("").label("versions"), friendly.c.number.label("friendly")),
    ).where(friendly.c.termination.in_([int(one) for one in _WITH_RESULT]))
    both = union_all(of_plan, on_request).subquery()
    order = (both.c.ended, both.c.match_id, both.c.friendly)
    every = select(both, func.row_number().over(order_by=order).label("number")).subquery()
    theirs = select(seat.c.match_id).where(seat.c.bot.in_(bots))
    chosen = select(every).where(
        or_(every.c.match_id.in_(theirs), every.c.friendly.in_(friendlies))
    )
    if before:
        chosen = chosen.where(every.c.number < before)
    return chosen.order_by(every.c.number.desc())


def _friendly(league: str, ended: FriendlyEnded) -> ListedMatch:
    results = tuple(
        SeatResult(place, score, strikes, bool(forfeited))
        for place, score, strikes, forfeited in json.loads(ended.seats)
    )
    return ListedMatch(
        match_id=friendly_match(league, ended.number),
        round=0,
        set_number=0,
        variant=0,
        bots=ended.bots,
        state=MatchState.FINISHED,
        attempt=1,
        reason=ended.reason,
        results=results,
        started=None,
        ended=ended.ended,
    )


def ended_counts(connection: Connection, bots: Collection[BotName]) -> Counter[BotName]:
    """Return the number of matches of each bot that count."""
    counted = (
        select(seat.c.bot, func.count())
        .join(result, result.c.match_id == seat.c.match_id)
        .where(seat.c.bot.in_(bots))
        .group_by(seat.c.bot)
    )
    return Counter({BotName(bot): number for bot, number in connection.execute(counted)})


def _times(connection: Connection, names: Sequence[MatchId]) -> dict[str, dict[int, AnswerTimes]]:
    """Return the answer times of matches that count, by match and seat."""
    of_result = and_(
        answer_times.c.match_id == result.c.match_id, answer_times.c.attempt == result.c.attempt
    )
    columns = (
        *(answer_times.c.match_id, answer_times.c.seat),
        *(answer_times.c.longest, answer_times.c.nanoseconds),
    )
    statement = select(*columns).join(result, of_result).where(result.c.match_id.in_(names))
    found: dict[str, dict[int, AnswerTimes]] = {}
    for match_id, at, longest, total in connection.execute(statement):
        found.setdefault(match_id, {})[at] = AnswerTimes(longest, total)
    return found
