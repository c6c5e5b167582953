"""Online ratings: strengths that are updated after each set, in log-odds.

A ladder asks for them before each set, so an update must cost microseconds. They depend on the
order of the results, so no table shows them.

Two filters follow the same sets, see `StrengthFilter`:

- the strengths begin at the last joint fit of all results, and follow the sets since then;
- the forecasts never see a joint fit. They tell how much the sets disagree with the model.

So a joint fit changes nothing but the strengths, and the next joint fit replaces these. Strengths
are computed when they are read. A replay of the journal reads them once, at its end, and so makes
one joint fit, however many fits the season made.

The matches of a set share their draws, so they may agree more than the model allows. `dispersion`
is the mean of the squared slopes over their variances, at least 1. Slope and curvature are divided
by it. So the deviations stay honest if chance is large in the sets of a game.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np

from referee.identifier import BotName
from referee.league.format import Estimate
from referee.league.format.strength_filter import VARIANCE, StrengthFilter
from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import Indexes, Reals
from referee.league.statistics.student import WIDE, factor

_LEAST_SPREAD = 0.001
"""The least variance between bots; its deviation is 5 points."""
_MOST_SETS = 100
_FACTORS = np.array([factor(freedom) for freedom in range(_MOST_SETS + 1)])
"""Student's factors by degrees of freedom."""
_MARGIN = 1.1
"""By how much intervals of few sets are wider in tables, which leave out each set in turn."""
_EARLY = 50
"""How many observations the initial dispersion of 1 counts as."""


@dataclass(frozen=True, slots=True)
class JointFit:
    """What a joint fit says about the bots of all rows; each has shape (bots,).

    Attributes:
        means: the means.
        variances: the variances, if no sets disagree; infinite for bots that have changed.
    """

    means: Reals
    variances: Reals


class OnlineRatings:
    """The strengths of bots by their row, and how long matches with them take.

    Attributes:
        seconds: the part of each bot in the time of a match; shape (bots,). The parts of its bots
            add up to the time of the match.
    """

    def __init__(self) -> None:
        self.seconds: Reals = np.zeros(0)
        self._timed: Reals = np.zeros(0)
        self._squares = self._observations = float(_EARLY)
        self._own: Reals = np.zeros((2, 0))
        """By row, the squares of a bot in units of their variance, and their number."""
        self._forecasts = StrengthFilter()
        self._strengths = StrengthFilter()
        self._fit: Callable[[], StrengthFilter] | None = None
        """Returns the strengths after the last joint fit, if nothing has read them since."""
        self._later: list[Callable[[StrengthFilter], None]] = []
        """The changes since then that the strengths do not have yet."""

    @property
    def mean(self) -> Reals:
        """The means; shape (bots,)."""
        return self._current().mean

    @property
    def variance(self) -> Reals:
        """The variances; shape (bots,)."""
        return self._current().variance

    @property
    def forecasts(self) -> Reals:
        """The means without any joint fit; shape (bots,)."""
        return self._forecasts.mean

    @property
    def dispersion(self) -> float:
        """How much more the sets disagree with the model than chance explains; at least 1."""
        return max(1.0, self._squares / self._observations)

    @property
    def precision(self) -> float:
        """One over the variance of an unknown strength."""
        return 1 / VARIANCE

    def add(self) -> int:
        """Add an unknown bot, and return its row."""
        row = len(self.seconds)
        self._forecasts.add()
        self._later.append(StrengthFilter.add)
        self.seconds = np.append(self.seconds, 0.0)
        self._timed = np.append(self._timed, 0.0)
        self._own = np.append(self._own, [[0.0]] * 2, axis=1)
        return row

    def renew(self, row: int) -> None:
        """Forget how certain a strength is, because the bot has changed."""
        self._forecasts.renew(row)
        self._later.append(lambda strengths: strengths.renew(row))
        self._timed[row] = 0
        self._own[:, row] = 0

    def estimate(self, row: int) -> Estimate:
        """Return the strength of a bot."""
        return Estimate(float(self.mean[row]), sqrt(float(self.variance[row])))

    def expected_seconds(self, rows: Indexes) -> Reals:
        """Return the part of each bot in the time of a match; the mean part for unknown ones."""
        known = self._timed > 0
        mean = float(self.seconds[known].mean()) if known.any() else 0.0
        found: Reals = np.where(known[rows], self.seconds[rows], mean)
        return found

    def half_widths(self, rows: Indexes, ahead: Reals) -> Reals:
        """Return half the 95 % interval of each bot in log-odds, about as tables will show it.

        As in tables, it is the wider one of two: one from the variance, and one that grows with the
        disagreement of the bot's sets, with Student's factor.

        Args:
            rows: the bots.
            ahead: how many sets to come count as if they had ended, as informative as the others.
        """
        squares, sets = self._own[:, rows]
        known = 1 / self.variance[rows]
        deviations = 1 / np.sqrt(known + (known - self.precision) * ahead / np.maximum(1, sets))
        spare = np.maximum(1, sets - 1)
        seen = _FACTORS[np.minimum(spare, _MOST_SETS).astype(np.int64)] * np.sqrt(squares / spare)
        found: Reals = _MARGIN * deviations * np.maximum(WIDE, seen / sqrt(self.dispersion))
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

    def anchor(self, fit: Callable[[], JointFit]) -> None:
        """Set the strengths to those of a joint fit. It is computed when they are read."""
        self._fit = partial(_anchored, fit, self.dispersion)
        self._later.clear()

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
        evidence = self._forecasts.evidence(rows, results)
        self._squares += sum(one.square for one in evidence)
        self._observations += len(evidence)
        valid = [one for one in evidence if one.bot not in former]
        for one in valid:
            self._own[:, one.row] += (one.square, 1)
        self._forecasts.move(valid, self.dispersion)
        self._later.append(partial(_follow, rows, tuple(results), former, self.dispersion))
        for result in results:
            if result.seconds > 0:
                self._time([rows[bot] for bot in result.pairing.bots], result.seconds)

    def _current(self) -> StrengthFilter:
        """Return the strengths with all changes."""
        if self._fit is not None:
            self._strengths, self._fit = self._fit(), None
        for change in self._later:
            change(self._strengths)
        self._later.clear()
        return self._strengths

    def _time(self, rows: Sequence[int], seconds: float) -> None:
        """Share the unexpected time of a match among its bots, mostly to those with few matches."""
        shares = 1 / (1 + self._timed[rows])
        rest = seconds - float(self.seconds[rows].sum())
        moved = self.seconds[rows] + rest * shares / shares.sum()
        self.seconds[rows] = np.maximum(moved, 0)
        self._timed[rows] += 1


def _anchored(fit: Callable[[], JointFit], dispersion: float) -> StrengthFilter:
    """Return the strengths of a joint fit."""
    found = fit()
    strengths = StrengthFilter()
    strengths.mean = found.means
    strengths.variance = np.minimum(dispersion * found.variances, VARIANCE)
    return strengths


def _follow(
    rows: Mapping[BotName, int],
    results: Sequence[MatchResult],
    former: Container[BotName],
    scale: float,
    strengths: StrengthFilter,
) -> None:
    """Update strengths by a set; see `OnlineRatings.update`."""
    evidence = strengths.evidence(rows, results)
    strengths.move((one for one in evidence if one.bot not in former), scale)
