"""The results table of a season: the rating, sums, faults and times of each bot."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.identifier import BotName
from referee.league.ledger.seat_sums import BotSums
from referee.league.season.overview import RosterBot
from referee.league.season.score_table import BotTotal
from referee.league.statistics.rating.rating import NoInterval, Rating, Ratings
from referee.match.fault import Fault

ORDER = "rating, then share of wins, mean place and name"

COLUMNS: dict[str, type[str] | type[int] | type[float]] = {
    "rank": int,
    "bot": str,
    "owner": str,
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
    "tokens_in": int,
    "tokens_out": int,
    "cost": float,
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
        total: its sums.
        statistics: its faults and times; None if unknown.
        listed: its entry on the roster; None if the season has no roster.
    """

    rank: int
    rating: Rating
    in_play: Rating | None
    better_than_next: float | None
    total: BotTotal
    statistics: BotSums | None = None
    listed: RosterBot | None = None

    @property
    def bot(self) -> BotName:
        """The name of the bot."""
        return self.rating.bot

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
            **self.total.data(),
            **statistics_data(self.statistics),
        }


def absent_data(bot: RosterBot) -> TableData:
    """Return the row of a bot without a match that counts: no rank, and sums of 0."""
    known = {"bot": bot.name, **_status_data(bot), "sets": 0, "matches": 0, "wins": 0.0}
    return dict.fromkeys(COLUMNS) | known | {"strikes": 0, "forfeits": 0}


def _status_data(bot: RosterBot | None) -> dict[str, str | None]:
    """Return the owner, version and status of a bot, and the reason; all None if unknown."""
    if bot is None:
        return {"owner": None, "version": None, "status": None, "status_reason": None}
    return {
        "owner": bot.owner or None,
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


def statistics_data(statistics: BotSums | None) -> TableData:
    """Return the faults by kind, the times in seconds, and tokens and cost; None if unknown."""
    known = statistics or BotSums()
    data: TableData = {fault.name.lower(): known.faults[fault] for fault in Fault}
    for name, seconds in (("mean_seconds", known.mean), ("p99_seconds", known.p99)):
        data[name] = None if seconds is None else round(seconds, 6)
    data |= {"tokens_in": known.tokens_in, "tokens_out": known.tokens_out, "cost": known.cost}
    return data if statistics is not None else dict.fromkeys(data)


def table(
    totals: Sequence[BotTotal],
    ratings: Ratings,
    in_play: Ratings,
    statistics: Mapping[BotName, BotSums] | None,
    roster: Iterable[RosterBot] = (),
) -> list[TableRow]:
    """Return the rows of the bots with at least one match, sorted as `ORDER` says."""
    listed = {bot.name: bot for bot in roster}

    def key(at: int) -> tuple[int, float, float, float]:
        rating = ratings.rows[at]
        return rating.group, -round(rating.points, 6), *totals[at].order

    order = sorted(range(len(totals)), key=lambda at: (key(at), at))
    below = dict(pairwise(order))
    keys = [key(at) for at in order]
    rows = []
    for at in order:
        name = totals[at].bot
        rows.append(
            TableRow(
                rank=1 + bisect_left(keys, key(at)),
                rating=ratings.rows[at],
                in_play=in_play.rows[at] if in_play.rows[at].sets else None,
                better_than_next=ratings.better(name, totals[below[at]].bot)
                if at in below
                else None,
                total=totals[at],
                statistics=None if statistics is None else statistics.get(name, BotSums()),
                listed=listed.get(name),
            )
        )
    return rows
