"""Online ratings: strengths that are updated after each set, in log-odds.

A ladder asks for them before each set, so an update must cost microseconds. They depend on the
order of the results, so no table shows them.

Each strength has a normal distribution. A set moves it as a Kalman filter does, with the slope `g`
and the curvature `h` of the Plackett-Luce likelihood at the present means. The opponents have a
mean variance `w`, so the slope has the variance `h + h^2 (v + w)` for a bot with the variance `v`.
That gives the mean `m + v g / (1 + h (v + w))` and the variance `v - v^2 h / (1 + h (v + w))`.

The matches of a set share their draws, so they may agree more than the model allows. `dispersion`
is the mean of `g^2` over its variance, at least 1. Slope and curvature are divided by it. So the
deviations stay honest if chance is large in the sets of a game.
"""

from collections.abc import Container, Mapping, Sequence
from math import exp, sqrt

import numpy as np

from referee.identifier import BotName
from referee.league.format import Estimate
from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import Indexes, Reals

_VARIANCE = 2.0
"""The variance of an unknown strength; its deviation is 246 points."""
_LEAST_SPREAD = 0.001
"""The least variance between bots; its deviation is 5 points."""
_EARLY = 50
"""How many observations the initial dispersion of 1 counts as."""


class OnlineRatings:
    """The strengths of bots by their row, and how long matches with them take.

    Attributes:
        mean: the means; shape (bots,).
        variance: the variances; shape (bots,).
        seconds: the part of each bot in the time of a match; shape (bots,). The parts of its bots
            add up to the time of the match.
    """

    def __init__(self) -> None:
        self.mean: Reals = np.zeros(0)
        self.variance: Reals = np.zeros(0)
        self.seconds: Reals = np.zeros(0)
        self._timed: Reals = np.zeros(0)
        self._squares = self._observations = float(_EARLY)

    @property
    def dispersion(self) -> float:
        """How much more the sets disagree with the model than chance explains; at least 1."""
        return max(1.0, self._squares / self._observations)

    @property
    def precision(self) -> float:
        """One over the variance of an unknown strength."""
        return 1 / _VARIANCE

    def add(self) -> int:
        """Add an unknown bot, and return its row."""
        row = len(self.mean)
        self.mean = np.append(self.mean, 0.0)
        self.variance = np.append(self.variance, _VARIANCE)
        self.seconds = np.append(self.seconds, 0.0)
        self._timed = np.append(self._timed, 0.0)
        return row

    def renew(self, row: int) -> None:
        """Forget how certain a strength is, because the bot has changed."""
        self.variance[row] = _VARIANCE
        self._timed[row] = 0

    def estimate(self, row: int) -> Estimate:
        """Return the strength of a bot."""
        return Estimate(float(self.mean[row]), sqrt(float(self.variance[row])))

    def expected_seconds(self, rows: Indexes) -> Reals:
        """Return the part of each bot in the time of a match; the mean part for unknown ones."""
        known = self._timed > 0
        mean = float(self.seconds[known].mean()) if known.any() else 0.0
        found: Reals = np.where(known[rows], self.seconds[rows], mean)
        return found

    def posterior(self, rows: Indexes) -> tuple[Reals, Reals]:
        """Return the means and variances of strengths, given how much all bots differ.

        The variance between bots is that of the means, less what chance adds to it. Bots that are
        about equal are so drawn together, and no bot counts as strong because it had luck.
        """
        known = np.maximum(0, 1 / self.variance - self.precision)
        total = float(known.sum())
        if not total:
            return self.mean[rows], self.variance[rows]
        middle = float(known @ self.mean) / total
        spread = float(known @ (self.mean - middle) ** 2 - np.count_nonzero(known)) / total
        prior = 1 / max(spread, _LEAST_SPREAD)
        precision = known[rows] + prior
        return (known[rows] * self.mean[rows] + prior * middle) / precision, 1 / precision

    def anchor(self, rows: Indexes, means: Reals, variances: Reals) -> None:
        """Set strengths to those of a joint fit."""
        self.mean[rows] = means
        self.variance[rows] = np.minimum(variances, _VARIANCE)

    def update(
        self,
        rows: Mapping[BotName, int],
        results: Sequence[MatchResult],
        former: Container[BotName] = (),
    ) -> None:
        """Update the strengths by the results of one set, in which each bot has one seat a match.

        Args:
            rows: the row of each bot of the set.
            results: the matches of the set that count.
            former: bots that have changed since the set was planned; their strengths stay.
        """
        slopes, curves = self._likelihood(rows, results)
        total = sum(float(self.variance[row]) for row in rows.values())
        moves = []
        for bot, row in rows.items():
            own = float(self.variance[row])
            unsure = own + (total - own) / max(1, len(rows) - 1)
            slope, curve = slopes[bot], curves[bot]
            if curve:
                self._squares += slope**2 / (curve + curve**2 * unsure)
                self._observations += 1
            if bot not in former:
                moves.append((row, slope, curve, unsure))
        scale = self.dispersion
        for row, slope, curve, unsure in moves:
            gain = self.variance[row] / (scale + curve * unsure)
            self.mean[row] += gain * slope
            self.variance[row] -= gain * curve * self.variance[row]
        for result in results:
            if result.seconds > 0:
                self._time([rows[bot] for bot in result.pairing.bots], result.seconds)

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

    def _time(self, rows: Sequence[int], seconds: float) -> None:
        """Share the unexpected time of a match among its bots, mostly to those with few matches."""
        shares = 1 / (1 + self._timed[rows])
        rest = seconds - float(self.seconds[rows].sum())
        moved = self.seconds[rows] + rest * shares / shares.sum()
        self.seconds[rows] = np.maximum(moved, 0)
        self._timed[rows] += 1
