"""The ratings after each round, kept in the ledger when the round is over.

They follow from the results that count. When a result of a round changes, `update.settle` removes
the ratings of that round and of later ones, and the next call here computes them again.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, delete, func, insert, select

from referee.league.ledger import tally
from referee.league.ledger.results import part_of, results_table
from referee.league.ledger.schema import rating, season
from referee.league.statistics.rating.rating import MOST, rate
from referee.league.statistics.results_table import ResultsTable

MOST_ROUNDS: Final = 60
"""Rounds that are rated at once, and rounds that a plot shows, at most."""

_LAST: Final = select(func.max(rating.c.round))
_IS_MISSING: Final = season.c.name == "ratings"
"""The fact that an upgrade leaves: nobody has rated the rounds so far."""


def even_choice(numbers: Sequence[int], most: int = MOST_ROUNDS) -> list[int]:
    """Up to `most` of the numbers, evenly spread, with the first and the last one."""
    if len(numbers) <= most:
        return list(numbers)
    chosen = np.linspace(0, len(numbers) - 1, most).round().astype(int)
    return [numbers[at] for at in chosen.tolist()]


def due_rounds(numbers: Sequence[int], last: int) -> list[int]:
    """The rounds to rate of those that are over, when `last` was rated last.

    A rating reads the results of all earlier rounds. So of a long season not every round is rated:
    the steps from one to the next grow with the number of the round.
    """
    due = []
    for number in even_choice(numbers):
        if number - last >= max(1, last // MOST_ROUNDS):
            due.append(number)
            last = number
    return due


def add_round_ratings(connection: Connection) -> None:
    """Rate the rounds that are over and later than the last rated one; of many, some."""
    last = connection.scalar(_LAST) or 0
    over = takewhile(lambda one: not one.open, tally.rounds(connection))
    numbers = due_rounds([one.round for one in over if one.round > last], last)
    if numbers:
        results, rounds = results_table(connection)
        if len(results.names) <= MOST:
            rows = [
                row
                for number in numbers
                for row in rating_rows(part_of(results, rounds <= number), number)
            ]
            if rows:
                connection.execute(insert(rating), rows)
    connection.execute(delete(season).where(_IS_MISSING))


def is_missing(connection: Connection) -> bool:
    """Whether an upgrade of the tables has left all rounds without ratings."""
    return connection.scalar(select(season.c.value).where(_IS_MISSING)) is not None


def rating_rows(results: ResultsTable, number: int) -> Iterator[dict[str, Any]]:
    """The rows of `rating` after a round: one for each bot that was compared with another.

    Args:
        results: the results of that round and all earlier ones.
        number: the number of the round.
    """
    ratings = rate(results)
    for row in ratings.rows if ratings else ():
        if row.sets:
            has_interval = row.no_interval is None
            yield {
                "round": number,
                "bot": row.bot,
                "points": row.points,
                "low": row.low if has_interval else None,
                "high": row.high if has_interval else None,
            }
