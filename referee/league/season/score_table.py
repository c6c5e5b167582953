"""The score table: the sums of each bot over its matches, without a rating."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.results_table import ResultsTable

ScoreLine = dict[str, str | int | float | None]
"""A machine-readable line: values by the columns of `SCORE_COLUMNS`; None for unknown values."""

SCORE_COLUMNS = (
    "rank",
    "bot",
    "matches",
    "wins",
    "win_share",
    "mean_place",
    "mean_points",
    "strikes",
    "forfeits",
)


@dataclass(frozen=True, slots=True)
class BotTotal:
    """The sums of one bot.

    Attributes:
        bot: its name.
        matches: the number of its seats in matches.
        wins: the number of its first places; a place that k seats share counts 1/k.
        mean_place: its mean place.
        mean_points: its mean points in seats that it did not forfeit; None if there are none. A
            substitute plays a forfeited seat on, so the points of that seat are not the bot's.
        strikes: the number of its strikes.
        forfeits: the number of its forfeits.
    """

    bot: BotName
    matches: int
    wins: float
    mean_place: float
    mean_points: float | None
    strikes: int
    forfeits: int

    @property
    def share(self) -> float:
        """The share of wins, from 0 to 1."""
        return self.wins / self.matches

    @property
    def order(self) -> tuple[float, float]:
        """The key by which equal bots are equal; thirds do not add up to the last bit."""
        return -round(self.share, 9), self.mean_place

    def data(self) -> ScoreLine:
        """Return the machine-readable values, as tables show them."""
        return {
            "matches": self.matches,
            "wins": round(self.wins, 2),
            "win_share": round(self.share, 4),
            "mean_place": round(self.mean_place, 3),
            "mean_points": None if self.mean_points is None else round(self.mean_points, 2),
            "strikes": self.strikes,
            "forfeits": self.forfeits,
        }


def totals(results: ResultsTable) -> list[BotTotal]:
    """Return the sums of each bot, in the order of `results.names`."""
    count = len(results.names)
    first = results.places == 1
    shared = np.bincount(results.matches, first)[results.matches]
    own = ~results.forfeited
    matches = np.bincount(results.bots, minlength=count)
    played = np.bincount(results.bots, own, count)
    points = np.bincount(results.bots, results.scores * own, count)
    columns = (
        matches,
        np.bincount(results.bots, first / np.maximum(shared, 1), count),
        np.bincount(results.bots, results.places, count) / np.maximum(matches, 1),
        points / np.maximum(played, 1),
        np.bincount(results.bots, results.strikes, count),
        np.bincount(results.bots, results.forfeited, count),
    )
    return [
        BotTotal(
            bot=bot,
            matches=seats,
            wins=wins,
            mean_place=place,
            mean_points=None if seats == out else score,
            strikes=int(strikes),
            forfeits=int(out),
        )
        for bot, seats, wins, place, score, strikes, out in zip(
            results.names, *(column.tolist() for column in columns), strict=True
        )
    ]


def score_lines(totals: Sequence[BotTotal]) -> list[ScoreLine]:
    """Return the score table: by share of wins, mean place and name; equal bots share a rank."""
    ordered = sorted(totals, key=lambda one: (one.order, one.bot))
    keys = [one.order for one in ordered]
    return [
        {"rank": 1 + bisect_left(keys, one.order), "bot": one.bot, **one.data()} for one in ordered
    ]
