"""Matches that have ended, for the owners of their bots: numbers, versions and answer times."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, and_, func, select

from referee.identifier import BotName, MatchId
from referee.league.ledger import listing
from referee.league.ledger.listing import ListedMatch
from referee.league.ledger.schema import COUNTING, answer_times, attempt, result, seat


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
        times: the answer times by seat.
    """

    number: int
    match: ListedMatch
    versions: Sequence[str] = ()
    times: dict[int, AnswerTimes] = field(default_factory=dict)


def ended_matches(
    connection: Connection, bots: Collection[BotName], before: int, most: int
) -> list[EndedMatch]:
    """Return matches of some bots that count, the latest end first.

    Args:
        connection: the ledger's database.
        bots: the bots; each match has at least one of them.
        before: only matches with a lower number; 0 for all.
        most: the most matches to return.
    """
    numbered = select(
        result.c.match_id,
        attempt.c.versions,
        func.row_number().over(order_by=(attempt.c.ended, result.c.match_id)).label("number"),
    ).select_from(COUNTING)
    every = numbered.subquery()
    theirs = select(seat.c.match_id).where(seat.c.bot.in_(bots))
    chosen = select(every).where(every.c.match_id.in_(theirs))
    if before:
        chosen = chosen.where(every.c.number < before)
    rows = connection.execute(chosen.order_by(every.c.number.desc()).limit(most)).all()
    names = [row.match_id for row in rows]
    matches = {one.match_id: one for one in listing.listed(connection, names)}
    times = _times(connection, names)
    return [
        EndedMatch(
            row.number,
            matches[row.match_id],
            json.loads(row.versions) if row.versions else (),
            times.get(row.match_id, {}),
        )
        for row in rows
    ]


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
