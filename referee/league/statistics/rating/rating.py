"""Ratings: strengths on a scale people know, with intervals, and who is better than whom."""

from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np

from referee.error import DataError
from referee.identifier import BotName
from referee.league.statistics.rating.finish import Field, Forfeits, field_of
from referee.league.statistics.rating.fit import Fit, fit
from referee.league.statistics.rating.spread import spread
from referee.league.statistics.results_table import Reals, ResultsTable
from referee.sentence.statistics import StatisticsSentence

MEAN = 1500.0
"""What the bots of a group come to in the mean."""
MOST = 4000
"""Bots that are rated at once, at most; so many take a gigabyte."""
LEAST_SETS = 5
"""Sets from which a rating has an interval. From fewer, Student's factor makes it uselessly wide,
and sets that agree by chance make it far too narrow."""
POINTS = 400 / log(10)
"""Points for one unit of strength: 400 points are odds of ten to one to finish ahead."""

SCALE = (
    "The mean rating is 1500. A bot that is 100, 200 or 400 points better finishes ahead of "
    "the other in 64 %, 76 % or 91 % of the matches that both play to the end."
)


class NoInterval(Enum):
    """Why a rating has no interval."""

    NO_SETS = "no_sets"
    """The bot was never compared with another one, so there is no rating either."""
    FEW_SETS = "few_sets"
    """It is known from fewer than `LEAST_SETS` sets."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is, in points, with its 95 % interval.

    `sets` is how many sets it is known from. If that is 0, the rating is unknown, and the points
    are only the mean. `low` and `high` mean nothing if there is `no_interval`. `group` counts
    from 0: only ratings of bots in one group are comparable, because no chain of matches
    connects two groups.
    """

    bot: BotName
    points: float
    low: float
    high: float
    sets: int
    group: int

    @property
    def no_interval(self) -> NoInterval | None:
        """Why there is no interval; None if there is one."""
        if not self.sets:
            return NoInterval.NO_SETS
        return NoInterval.FEW_SETS if self.sets < LEAST_SETS else None

    @property
    def half(self) -> float | None:
        """Half of the interval, in points; None if there is none."""
        return None if self.no_interval else (self.high - self.low) / 2


class Ratings:
    """The ratings of a season, and what follows from them."""

    def __init__(self, field: Field, near: "Ratings | None" = None) -> None:
        """Rate a field of at least one bot; ratings of the same bots that are near save time."""
        self._index = {bot: at for at, bot in enumerate(field.names)}
        found = fit(field, None if near is None else near._fitted)
        self._fitted: Reals = found.strengths
        self._groups = groups(found)
        self._strengths = centred(found.strengths, self._groups)
        self._spread = spread(field, found).moved(lambda each: centred(each, self._groups))
        self.rows = tuple(self._row(bot, at) for bot, at in self._index.items())

    def __getitem__(self, bot: BotName) -> Rating:
        """The rating of a bot."""
        return self.rows[self._index[bot]]

    @property
    def groups(self) -> list[list[str]]:
        """The names of the bots that compare with each other, the largest group first."""
        together: list[list[str]] = [[] for _ in range(max(self._groups, default=-1) + 1)]
        for row in self.rows:
            together[row.group].append(row.bot)
        return together

    def better(self, bot: BotName, other: BotName) -> float | None:
        """The probability that a bot is stronger than another; None where they do not compare."""
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
    results: ResultsTable, forfeits: Forfeits = Forfeits.LAST, near: Ratings | None = None
) -> Ratings | None:
    """The ratings of a season; None where nobody has played.

    Raises:
        DataError: when there are more bots than can be rated at once.
    """
    if len(results.names) > MOST:
        raise DataError(StatisticsSentence.TOO_MANY_BOTS, bots=len(results.names), most=MOST)
    return Ratings(field_of(results, forfeits), near) if results.names else None


def groups(found: Fit) -> list[int]:
    """The group of each bot: bots that a chain of matches connects have one number.

    They are numbered from 0, the largest first, equal ones by their first bot.
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
    """Values whose mean over the bots of each group is 0; shape (bots,) or (bots, any)."""
    member = np.eye(max(groups) + 1)[groups]
    means = member.T @ values / member.sum(axis=0).reshape(-1, *[1] * (values.ndim - 1))
    moved: Reals = values - member @ means
    return moved
