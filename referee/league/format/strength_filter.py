"""A filter of strengths: means and variances that each set updates, in log-odds.

Each strength has a normal distribution. A set moves it as a Kalman filter does, with the slope `g`
and the curvature `h` of the Plackett-Luce likelihood at the present means. The opponents have a
mean variance `w`, so the slope has the variance `h + h^2 (v + w)` for a bot with the variance `v`.
That gives the mean `m + v g / (1 + h (v + w))` and the variance `v - v^2 h / (1 + h (v + w))`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import Reals

VARIANCE = 2.0
"""The variance of an unknown strength; its deviation is 246 points."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a set says about the strength of a bot that it compares with others.

    Attributes:
        bot: its name.
        row: its row.
        slope: the slope of the log-likelihood by the strength.
        curve: minus the second derivative, more than 0.
        unsure: the variance of the strength and the mean variance of its opponents, added up.
    """

    bot: BotName
    row: int
    slope: float
    curve: float
    unsure: float

    @property
    def square(self) -> float:
        """The square of the slope in units of its variance; 1 on average if the model is right."""
        return self.slope**2 / (self.curve + self.curve**2 * self.unsure)


class StrengthFilter:
    """The strengths of bots by their row.

    Attributes:
        mean: the means; shape (bots,).
        variance: the variances; shape (bots,).
    """

    def __init__(self) -> None:
        """Begin without bots."""
        self.mean: Reals = np.zeros(0)
        self.variance: Reals = np.zeros(0)

    def add(self) -> None:
        """Add an unknown bot."""
        self.mean = np.append(self.mean, 0.0)
        self.variance = np.append(self.variance, VARIANCE)

    def renew(self, row: int) -> None:
        """Forget how certain a strength is, because the bot has changed."""
        self.variance[row] = VARIANCE

    def evidence(
        self, rows: Mapping[BotName, int], results: Sequence[MatchResult]
    ) -> list[Evidence]:
        """Return what the results of a set say at the present means.

        Args:
            rows: the row of each bot of the set.
            results: the matches of the set that count; each bot has one seat in each of them.
        """
        slopes, curves = self._likelihood(rows, results)
        total = sum(float(self.variance[row]) for row in rows.values())
        found = []
        for bot, row in rows.items():
            own = float(self.variance[row])
            unsure = own + (total - own) / max(1, len(rows) - 1)
            if curves[bot]:
                found.append(Evidence(bot, row, slopes[bot], curves[bot], unsure))
        return found

    def move(self, evidence: Iterable[Evidence], scale: float) -> None:
        """Update strengths by a set, whose evidence counts as one part in `scale`."""
        for one in evidence:
            gain = self.variance[one.row] / (scale + one.curve * one.unsure)
            self.mean[one.row] += gain * one.slope
            self.variance[one.row] -= gain * one.curve * self.variance[one.row]

    def _likelihood(
        self, rows: Mapping[BotName, int], results: Sequence[MatchResult]
    ) -> tuple[dict[BotName, float], dict[BotName, float]]:
        """Return the slope and the curvature of the log-likelihood by the strength of each bot.

        Seats that are tied are each picked out of all seats from their place on (Breslow). Two
        forfeited seats are not compared.
        """
        slopes, curves = dict.fromkeys(rows, 0.0), dict.fromkeys(rows, 0.0)
        weights = {bot: exp(float(self.mean[row])) for bot, row in rows.items()}
        for result in results:
            seats = list(zip(result.pairing.bots, result.outcome.results, strict=True))
            for place in sorted({seat.place for _, seat in seats if not seat.forfeited}):
                left = [bot for bot, seat in seats if seat.place >= place]
                tied = [bot for bot, seat in seats if seat.place == place]
                picks = min(len(tied), len(left) - 1)
                whole = sum(weights[bot] for bot in left)
                for bot in tied:
                    slopes[bot] += picks / len(tied)
                for bot in left:
                    chance = weights[bot] / whole
                    slopes[bot] -= picks * chance
                    curves[bot] += picks * chance * (1 - chance)
        return slopes, curves
