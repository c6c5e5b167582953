"""The standings of a season: table, cross table and ratings round by round.

Their computation takes seconds for a season of 100,000 matches. So it runs in the background,
for a league in a separate process, and the pages show the last standings meanwhile.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, func, select

from referee.league.ledger import tally
from referee.league.ledger.bot_sums import BotSums, bot_sums
from referee.league.ledger.database import connect_reader
from referee.league.ledger.results import part_of, results_table
from referee.league.ledger.round_ratings import MOST_ROUNDS, even_choice, rating_rows
from referee.league.ledger.schema import bot as bot_table
from referee.league.ledger.schema import rating, seat
from referee.league.ledger.tally import RoundTally
from referee.league.statistics.cross_table import cross_table
from referee.league.statistics.rating.finish import Forfeits
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.rating_table import table
from referee.league.statistics.results_table import Indexes, ResultsTable
from referee.web.api.season import Meeting, RatingLine, RatingPoint, Round, TableRow, Version
from referee.web.bot_versions import bot_versions

MOST_CROSSED: Final = 40
"""Maximum of bots for which the cross table is shown."""

_RATINGS: Final = select(rating).order_by(rating.c.round, rating.c.bot)


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that follows from the results so far; empty before the first result.

    `void` is a number of matches, and `seats` the most seats of one. `places` has by bot how often
    it had each place, `sums` has by bot its faults and answer times, and `versions` has by bot the
    first round of each version.
    """

    matches: int = 0
    void: int = 0
    rounds: list[Round] = field(default_factory=list)
    seats: int | None = None
    bots: list[str] = field(default_factory=list)
    benched: dict[str, str] = field(default_factory=dict)
    table: list[TableRow] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    ratings: list[RatingLine] = field(default_factory=list)
    places: dict[str, dict[int, int]] = field(default_factory=dict)
    sums: dict[str, BotSums] = field(default_factory=dict)
    versions: dict[str, tuple[Version, ...]] = field(default_factory=dict)


def standings_of_ledger(address: str) -> Standings:
    """Return the standings from the ledger at a URL.

    Raises:
        TianmingError: if the ledger cannot be read.
    """
    engine = connect_reader(address)
    try:
        with engine.begin() as connection:
            return standings(connection)
    finally:
        engine.dispose()


def standings(connection: Connection) -> Standings:
    """Return the standings from an index.

    Raises:
        TianmingError: if there are more bots than can be rated.
    """
    results, rounds = results_table(connection)
    listed = dict(connection.execute(select(bot_table.c.name, bot_table.c.benched)).all())
    seated = connection.scalars(select(seat.c.bot).distinct())
    last_seat = connection.scalar(select(func.max(seat.c.seat)))
    tallies = tally.rounds(connection)
    plan = Standings(
        matches=len(results.match_ids),
        void=sum(one.void for one in tallies),
        rounds=[_round(one) for one in tallies],
        bots=sorted({*listed, *seated}),
        seats=None if last_seat is None else last_seat + 1,
        benched={name: why for name, why in listed.items() if why is not None},
    )
    ratings = rate(results)
    if ratings is None:
        return plan
    in_play = rate(results, Forfeits.APART, ratings) if results.forfeited.any() else ratings
    assert in_play is not None
    return replace(
        plan,
        table=list(_table(results, ratings, in_play, plan.benched)),
        meetings=list(_meetings(results, ratings)) if len(results.names) <= MOST_CROSSED else [],
        ratings=_history(results, rounds, _known(connection)),
        places=_places(results),
        sums=bot_sums(connection),
        versions=bot_versions(connection),
    )


def _round(one: RoundTally) -> Round:
    return Round(number=one.round, planned=one.planned, played=one.played, void=one.void)


def _table(
    results: ResultsTable, ratings: Ratings, in_play: Ratings, benched: Mapping[str, str]
) -> Iterator[TableRow]:
    """Yield the rows of the table; `benched` has the reasons by bot."""
    points = _own_points(results)
    for one in table(results, ratings, in_play, None):
        bot = one.bot
        known = {**one.data(), "mean_points": points[bot], "benched": benched.get(bot)}
        yield TableRow.model_validate({name: known[name] for name in TableRow.model_fields})


def _own_points(results: ResultsTable) -> dict[str, float | None]:
    """Return by bot the mean points of its seats that are not forfeited; None if there are none.

    A substitute plays a forfeited seat on, so the points of that seat are not those of the bot.
    """
    own, count = ~results.forfeited, len(results.names)
    seats = np.bincount(results.bots, own, count).tolist()
    points = np.bincount(results.bots, results.scores * own, count).tolist()
    return {
        name: round(scored / played, 2) if played else None
        for name, scored, played in zip(results.names, points, seats, strict=True)
    }


def _meetings(results: ResultsTable, ratings: Ratings) -> Iterable[Meeting]:
    cross = cross_table(results)
    for bot, opponent in permutations(results.names, 2):
        met = cross.get((bot, opponent))
        better = ratings.better(bot, opponent)
        if met is None and better is None:
            continue
        yield Meeting(
            bot=bot,
            opponent=opponent,
            ahead=met.ahead if met else 0,
            level=met.level if met else 0,
            behind=met.behind if met else 0,
            forfeits=met.gifts + met.forfeits + met.neither if met else 0,
            share=met.share if met else None,
            better=None if better is None else round(better, 4),
        )


def _history(
    results: ResultsTable, rounds: Indexes, known: Mapping[int, list[Mapping[str, Any]]]
) -> list[RatingLine]:
    """Return the ratings after each round, by bot; `known` rounds are not computed again."""
    points: dict[str, list[RatingPoint]] = {}
    for number in _shown_rounds(np.unique(rounds).tolist(), known):
        rows = known.get(number) or rating_rows(part_of(results, rounds <= number), number)
        for row in rows:
            points.setdefault(row["bot"], []).append(_point(row))
    return [RatingLine(bot=bot, points=points[bot]) for bot in sorted(points)]


def _shown_rounds(numbers: Sequence[int], known: Collection[int]) -> list[int]:
    """Return the rounds that the plot shows: rated ones and the last, if they are enough."""
    rated = [number for number in numbers if number in known or number == numbers[-1]]
    return even_choice(rated if len(rated) >= MOST_ROUNDS else numbers)


def _point(row: Mapping[str, Any]) -> RatingPoint:
    low, high = row["low"], row["high"]
    return RatingPoint(
        round=row["round"],
        rating=round(row["points"], 1),
        low=None if low is None else round(low, 1),
        high=None if high is None else round(high, 1),
    )


def _known(connection: Connection) -> dict[int, list[Mapping[str, Any]]]:
    """Return the ratings that the index already contains, as rows by round."""
    found: dict[int, list[Mapping[str, Any]]] = {}
    for row in connection.execute(_RATINGS).mappings():
        found.setdefault(row["round"], []).append(dict(row))
    return found


def _places(results: ResultsTable) -> dict[str, dict[int, int]]:
    most = int(results.places.max(initial=0)) + 1
    counts = np.bincount(results.bots * most + results.places, minlength=len(results.names) * most)
    by_bot = counts.reshape(len(results.names), most).tolist()
    return {
        name: {place: count for place, count in enumerate(row) if count}
        for name, row in zip(results.names, by_bot, strict=True)
    }
