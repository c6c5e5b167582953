"""The results table of a season: the rating, sums, faults and times of each bot."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.bot_statistics import BotStatistics
from referee.league.statistics.overview import RosterBot
from referee.league.statistics.rating.rating import NoInterval, Rating, Ratings
from referee.league.statistics.results_table import ResultsTable
from referee.match.fault import Fault

ORDER = "rating, then share of wins, mean place and name"

COLUMNS: dict[str, type[str] | type[int] | type[float]] = {
    "rank": int,
    "bot": str,
    "version": str,
    "status": str,
    "status_reason": str,
    "rating": float,
    "low": float,
    "high": float,
    "no_interval": str,
    "in_play": float,
    "in_play_low": float,
    "in_play_high": float,
    "in_play_no_interval": str,
    "group": int,
    "better_than_next": float,
    "sets": int,
    "matches": int,
    "wins": float,
    "win_share": float,
    "mean_place": float,
    "mean_points": float,
    "strikes": int,
    "forfeits": int,
    **{fault.name.lower(): int for fault in Fault},
    "mean_seconds": float,
    "p99_seconds": float,
}
"""The columns of the machine-readable table, with the types of known values."""


TableData = dict[str, str | int | float | None]
"""A machine-readable row: values by the columns of `COLUMNS`; None for unknown values."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The row of one bot.

    Attributes:
        rank: its rank, from 1; equal bots share one.
        rating: its rating, with a forfeit as the last place.
        in_play: its rating without forfeited seats; None if no seat is left.
        better_than_next: the probability that it is stronger than the bot below; None for the last
            bot, and if the two are not comparable.
        matches: the number of its seats in matches.
        wins: the number of its first places; a place that k seats share counts 1/k.
        mean_place: its mean place.
        mean_points: its mean points.
        strikes: the number of its strikes.
        forfeits: the number of its forfeits.
        statistics: its faults and times; None if no record was read.
        listed: its entry on the roster; None if the season has no roster.
    """

    rank: int
    rating: Rating
    in_play: Rating | None
    better_than_next: float | None
    matches: int
    wins: float
    mean_place: float
    mean_points: float
    strikes: int
    forfeits: int
    statistics: BotStatistics | None = None
    listed: RosterBot | None = None

    @property
    def bot(self) -> BotName:
        """The name of the bot."""
        return self.rating.bot

    @property
    def share(self) -> float:
        """The share of wins, from 0 to 1."""
        return self.wins / self.matches

    def data(self) -> TableData:
        """Return the machine-readable row; unknown values are None."""
        return {
            "rank": self.rank,
            "bot": self.bot,
            **_status_data(self.listed),
            **_rating_data(self.rating, "rating", ""),
            **_rating_data(self.in_play, "in_play", "in_play_"),
            "group": self.rating.group + 1,
            "better_than_next": None
            if self.better_than_next is None
            else round(self.better_than_next, 4),
            "sets": self.rating.sets,
            "matches": self.matches,
            "wins": round(self.wins, 2),
            "win_share": round(self.share, 4),
            "mean_place": round(self.mean_place, 3),
            "mean_points": round(self.mean_points, 2),
            "strikes": self.strikes,
            "forfeits": self.forfeits,
            **statistics_data(self.statistics),
        }


def absent_data(bot: RosterBot) -> TableData:
    """Return the row of a bot without a match that counts: no rank, and sums of 0."""
    known = {"bot": bot.name, **_status_data(bot), "sets": 0, "matches": 0, "wins": 0.0}
    return dict.fromkeys(COLUMNS) | known | {"strikes": 0, "forfeits": 0}


def _status_data(bot: RosterBot | None) -> dict[str, str | None]:
    """Return the version and status of a bot, and the reason; all None without a roster."""
    if bot is None:
        return {"version": None, "status": None, "status_reason": None}
    return {
        "version": bot.version or None,
        "status": bot.status.value,
        "status_reason": bot.reason or None,
    }


def _rating_data(rating: Rating | None, name: str, prefix: str) -> dict[str, str | float | None]:
    """Return the points and the interval of a rating.

    Missing values are None; the last column then has the reason.

    Args:
        rating: the rating; None if there is none.
        name: the column of the points.
        prefix: the prefix of the other columns.
    """
    low, high, why = (f"{prefix}{column}" for column in ("low", "high", "no_interval"))
    missing = NoInterval.NO_SETS if rating is None else rating.no_interval
    if rating is None or missing is NoInterval.NO_SETS:
        return {name: None, low: None, high: None, why: NoInterval.NO_SETS.value}
    if missing is not None:
        return {name: round(rating.points, 1), low: None, high: None, why: missing.value}
    points = (round(value, 1) for value in (rating.points, rating.low, rating.high))
    return dict(zip((name, low, high), points, strict=True)) | {why: None}


def statistics_data(statistics: BotStatistics | None) -> TableData:
    """Return the faults by kind and the times in seconds; all None if no record was read."""
    known = statistics or BotStatistics()
    data: TableData = {fault.name.lower(): known.faults[fault] for fault in Fault}
    for name, seconds in (("mean_seconds", known.mean), ("p99_seconds", known.p99)):
        data[name] = None if seconds is None else round(seconds, 6)
    return data if statistics is not None else dict.fromkeys(data)


def table(
    results: ResultsTable,
    ratings: Ratings,
    in_play: Ratings,
    statistics: dict[str, BotStatistics] | None,
    roster: Iterable[RosterBot] = (),
) -> list[TableRow]:
    """Return the rows of the bots with at least one match, sorted as `ORDER` says."""
    listed = {bot.name: bot for bot in roster}
    count = len(results.names)
    first = results.places == 1
    shared = np.bincount(results.matches, first)[results.matches]
    matches = np.bincount(results.bots, minlength=count)
    sums = {
        "wins": np.bincount(results.bots, first / np.maximum(shared, 1), count),
        "places": np.bincount(results.bots, results.places, count),
        "points": np.bincount(results.bots, results.scores, count),
        "strikes": np.bincount(results.bots, results.strikes, count),
        "forfeits": np.bincount(results.bots, results.forfeited, count),
    }
    wins, mean_places = sums["wins"], sums["places"] / matches

    def key(at: int) -> tuple[int, float, float, float]:
        rating, share = ratings.rows[at], round(wins[at] / matches[at], 9)
        return rating.group, -round(rating.points, 6), -share, mean_places[at]

    order = sorted(range(count), key=lambda at: (key(at), at))
    below = dict(pairwise(order))
    keys = [key(at) for at in order]
    rows = []
    for at in order:
        name = results.names[at]
        rows.append(
            TableRow(
                rank=1 + bisect_left(keys, key(at)),
                rating=ratings.rows[at],
                in_play=in_play.rows[at] if in_play.rows[at].sets else None,
                better_than_next=ratings.better(name, results.names[below[at]])
                if at in below
                else None,
                matches=int(matches[at]),
                wins=float(wins[at]),
                mean_place=float(mean_places[at]),
                mean_points=float(sums["points"][at] / matches[at]),
                strikes=int(sums["strikes"][at]),
                forfeits=int(sums["forfeits"][at]),
                statistics=None if statistics is None else statistics.get(name, BotStatistics()),
                listed=listed.get(name),
            )
        )
    return rows
