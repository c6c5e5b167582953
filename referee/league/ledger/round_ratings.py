"""Compute the ratings after each finished round, and store them in the ledger.

The ratings depend only on the results that count, and on whether versions are rated separately.
When a result changes, `settlement.settle` removes the ratings of its round and of later ones. The
next call of `add_round_ratings` computes them again.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, delete, func, insert, select

from referee.league.ledger import tally
from referee.league.ledger.results import CountedMatches, counted_matches
from referee.league.ledger.schema import rating, season
from referee.league.statistics.rating.rating import MOST, rate
from referee.league.statistics.results_table import ResultsTable

MOST_ROUNDS: Final = 60
"""The most rounds that one call rates, and the most rounds that a plot shows."""

_STORED: Final = select(rating).order_by(rating.c.round, rating.c.bot)
_LAST: Final = select(func.max(rating.c.round))
_IS_MISSING: Final = season.c.name == "ratings"
"""The row that an upgrade leaves if the rounds so far have no ratings."""


def even_choice(numbers: Sequence[int], most: int = MOST_ROUNDS) -> list[int]:
    """Return at most `most` of the numbers, evenly spread, with the first and the last one."""
    if len(numbers) <= most:
        return list(numbers)
    chosen = np.linspace(0, len(numbers) - 1, most).round().astype(int)
    return [numbers[at] for at in chosen.tolist()]


def due_rounds(numbers: Sequence[int], last: int) -> list[int]:
    """Return the rounds to rate.

    Each rating reads the results of all earlier rounds. So in a long season not every round is
    rated: the steps grow with the number of the round.

    Args:
        numbers: the finished rounds after `last`.
        last: the last rated round; 0 if there is none.
    """
    due = []
    for number in even_choice(numbers):
        if number - last >= max(1, last // MOST_ROUNDS):
            due.append(number)
            last = number
    return due


def add_round_ratings(connection: Connection, by_version: bool) -> None:
    """Rate finished rounds after the last rated one; see `due_rounds`.

    A season with more than `MOST` bots is not rated.
    """
    if not _is_of_kind(connection, by_version):
        connection.execute(delete(rating))
    connection.execute(delete(season).where(_IS_MISSING))
    last = connection.scalar(_LAST) or 0
    over = takewhile(lambda one: not one.open, tally.rounds(connection))
    numbers = due_rounds([one.round for one in over if one.round > last], last)
    if not numbers:
        return
    counted = counted_matches(connection, by_version)
    if len(counted.table.names) <= MOST:
        rows = [
            row | {"bot": counted.names.key(row["bot"])}
            for number in numbers
            for row in rating_rows(counted.table.part(counted.rounds <= number), number)
        ]
        if rows:
            connection.execute(insert(rating), rows)


def is_missing(connection: Connection) -> bool:
    """Whether the rounds lack ratings because of an upgrade of the tables."""
    return connection.scalar(select(season.c.value).where(_IS_MISSING)) is not None


def _is_of_kind(connection: Connection, by_version: bool) -> bool:
    """Whether the stored ratings are those of versions, or of whole bots; True without any."""
    key = connection.scalar(select(rating.c.bot).limit(1))
    return key is None or ("@" in key) is by_version


def stored_ratings(
    connection: Connection, counted: CountedMatches
) -> dict[int, list[dict[str, Any]]]:
    """Return the stored rows of `rating` by round, with the names of the counted matches."""
    if not _is_of_kind(connection, counted.names.by_version):
        return {}
    found: dict[int, list[dict[str, Any]]] = {}
    for row in connection.execute(_STORED).mappings():
        shown = counted.names.shown_of(row["bot"])
        found.setdefault(row["round"], []).append({**row, "bot": shown})
    return found


def rating_rows(results: ResultsTable, number: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of `rating` after a round, one for each bot that was compared with another.

    Args:
        results: the results of the round and of all earlier ones.
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
