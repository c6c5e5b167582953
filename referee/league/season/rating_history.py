"""The ratings after each round of a season."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.identifier import BotName
from referee.league.ledger.listing import Reading
from referee.league.ledger.round_ratings import (
    MOST_ROUNDS,
    even_choice,
    rating_rows,
    stored_ratings,
)
from referee.league.season.season import Season
from referee.league.statistics.results_table import distinct

RatingRow = Mapping[str, Any]
"""The rating of a bot after a round: `round`, `points`, and the interval from `low` to `high`."""


def rating_history(reading: Reading, season: Season) -> dict[BotName, list[RatingRow]]:
    """Return the ratings by bot, in the order of rounds; those that are stored are not computed.

    A long season has a choice of rounds, with the last one.
    """
    counted, found = season.counted, dict[BotName, list[RatingRow]]()
    if counted is None:
        return found
    known = stored_ratings(reading, counted)
    for number in _shown_rounds(distinct(counted.rounds).tolist(), known):
        rows = known.get(number)
        if rows is None:
            rows = list(rating_rows(counted.table.part(counted.rounds <= number), number))
        for row in rows:
            found.setdefault(row["bot"], []).append(row)
    return dict(sorted(found.items()))


def _shown_rounds(numbers: Sequence[int], known: Collection[int]) -> list[int]:
    """Return the rounds to show: rated ones and the last, if they are enough."""
    rated = [number for number in numbers if number in known or number == numbers[-1]]
    return even_choice(rated if len(rated) >= MOST_ROUNDS else numbers)
