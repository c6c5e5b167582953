"""Ratings: strengths on the Elo scale, with intervals and probabilities of superiority."""

from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np

from referee.error import DataError
from referee.identifier import BotName
from referee.league.statistics.rating.finish import Forfeits, SeasonFinishes, finishes_of
from referee.league.statistics.rating.fit import Fit, fit
from referee.league.statistics.rating.spread import spread
from referee.league.statistics.results_table import Reals, ResultsTable
from referee.league.statistics.sentence import StatisticsSentence

MEAN = 1500.0
"""The mean rating of each group."""
MOST = 4000
"""The most bots that are rated at once; this many need a gigabyte of memory."""
LEAST_SETS = 5
"""Sets that an interval needs at least. With fewer, Student's factor makes it uselessly wide, and
sets that agree by chance make it far too narrow."""
POINTS = 400 / log(10)
"""Points per unit of strength: a lead of 400 points is odds of ten to one to finish ahead."""

SCALE = (
    "The mean rating is 1500. A bot that is 100, 200 or 400 points better finishes ahead of "
    "the other in 64 %, 76 % or 91 % of the matches that both play to the end."
)


class NoInterval(Enum):
    """Why a rating has no interval."""

    NO_SETS = "no_sets"
    """The bot was never compared with another one, so there is no rating either."""
    FEW_SETS = "few_sets"
    """The bot was compared in fewer than `LEAST_SETS` sets."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot in points, with its 95 % interval.

    Attributes:
        bot: the name of the bot.
        points: its rating; only the mean if `sets` is 0.
        low: the lower end of the interval; meaningless if `no_interval` is not None.
        high: the upper end of the interval; likewise.
        sets: the number of sets in which the bot was compared with others.
        group: the index of its group. Ratings are comparable only within a group, because no chain
            of matches connects two groups.
    """

    bot: BotName
    points: float
    low: float
    high: float
    sets: int
    group: int

    @property
    def no_interval(self) -> NoInterval | None:
        """Why the rating has no interval; None if it has one."""
        if not self.sets:
            return NoInterval.NO_SETS
        return NoInterval.FEW_SETS if self.sets < LEAST_SETS else None

    @property
    def half(self) -> float | None:
        """Half the width of the interval in points; None without an interval."""
        return None if self.no_interval else (self.high - self.low) / 2


class Ratings:
    """The ratings of a season."""

    def __init__(self, field: SeasonFinishes, near: Reals | None = None) -> None:
        """Rate a field with at least one bot.

        Args:
            field: the finishes.
            near: about the strengths of the first of these bots in log-odds. The search starts
                there to save time.
        """
        self._index = {bot: at for at, bot in enumerate(field.names)}
        start = np.zeros(len(field.names))
        if near is not None:
            start[: len(near)] = near
        found = fit(field, start)
        self._groups = groups(found)
        self._strengths = centred(found.strengths, self._groups)
        self._spread = spread(field, found).moved(lambda each: centred(each, self._groups))
        self.rows = tuple(self._row(bot, at) for bot, at in self._index.items())

    def __contains__(self, bot: BotName) -> bool:
        """Return whether a bot is rated."""
        return bot in self._index

    def __getitem__(self, bot: BotName) -> Rating:
        """Return the rating of a bot."""
        return self.rows[self._index[bot]]

    @property
    def groups(self) -> list[list[str]]:
        """The names of the bots of each group, the largest group first."""
        together: list[list[str]] = [[] for _ in range(max(self._groups, default=-1) + 1)]
        for row in self.rows:
            together[row.group].append(row.bot)
        return together

    @property
    def strengths(self) -> tuple[Reals, Reals]:
        """The strength of each bot in log-odds, and its model-based variance; shape (bots,)."""
        return self._strengths, np.diag(self._spread.curved)

    def better(self, bot: BotName, other: BotName) -> float | None:
        """Return the probability that a bot is stronger than another; None if not comparable."""
        one, two = self._index[bot], self._index[other]
        if self._groups[one] != self._groups[two] or one == two:
            return None
        lead = float(self._strengths[one] - self._strengths[two])
        return self._spread.chance(lead, one, two)

    def _row(self, bot: BotName, at: int) -> Rating:
        half = POINTS * self._spread.alone(at)
        points = MEAN + POINTS * float(self._strengths[at])
        sets = int(self._spread.sets[at])
        return Rating(bot, points, points - half, points + half, sets, self._groups[at])


def rate(
    results: ResultsTable, forfeits: Forfeits = Forfeits.LAST, near: Reals | None = None
) -> Ratings | None:
    """Return the ratings of a season; None without a match.

    Raises:
        DataError: when there are more than `MOST` bots.
    """
    if len(results.names) > MOST:
        raise DataError(StatisticsSentence.TOO_MANY_BOTS, bots=len(results.names), most=MOST)
    return Ratings(finishes_of(results, forfeits), near) if results.names else None


def groups(found: Fit) -> list[int]:
    """Return the group of each bot; a chain of matches connects the bots of a group.

    Groups are numbered from 0, the largest first; of equal ones, that with the first bot.
    """
    together: list[list[int]] = []
    left = list(range(len(found.strengths)))
    while left:
        reached, new = {left[0]}, [left[0]]
        while new:
            met = np.flatnonzero((found.curve[new] != 0).any(axis=0))
            new = [bot for bot in met.tolist() if bot not in reached]
            reached.update(new)
        together.append(sorted(reached))
        left = [bot for bot in left if bot not in reached]
    together.sort(key=lambda bots: (-len(bots), bots[0]))
    number = {bot: at for at, bots in enumerate(together) for bot in bots}
    return [number[bot] for bot in range(len(found.strengths))]


def centred(values: Reals, groups: list[int]) -> Reals:
    """Return values shifted to a mean of 0 in each group; shape (bots,) or (bots, any)."""
    member = np.eye(max(groups) + 1)[groups]
    means = member.T @ values / member.sum(axis=0).reshape(-1, *[1] * (values.ndim - 1))
    moved: Reals = values - member @ means
    return moved
