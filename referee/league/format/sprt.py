"""A generalized sequential probability ratio test (GSPRT) of two means.

The scores are those of rotated sets, each between 0 and 1. Their distribution is unknown. So for
each hypothesis about the mean, the test uses the distribution with that mean under which the
observed scores are most likely (empirical likelihood). With two seats and two rotations this is the
pentanomial test of chess engines. The test works for any number of seats.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from referee.league.statistics.student import factor, tail

_UNSEEN = 1e-3
"""The extra weight of the scores 0 and 1, so that no mean is impossible."""

_STEPS = 60
"""Bisection steps that find the tilt of a distribution to the precision of a float."""

_EDGE = 1e-6
"""The distance from 0 and 1 within which no mean is tested."""


class SprtResult(Enum):
    """The result of a test: undecided, or the accepted hypothesis."""

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Test:
    """A test of two means, with its error rates.

    Attributes:
        first: the mean of the first hypothesis.
        second: the mean of the second hypothesis, greater than `first`.
        alpha: the probability of accepting `second` if `first` is true.
        beta: the probability of accepting `first` if `second` is true.
    """

    first: float
    second: float
    alpha: float
    beta: float

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at or below which `first` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at or above which `second` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> SprtResult:
        """Return what a log-likelihood ratio decides."""
        if ratio >= self.upper:
            return SprtResult.SECOND
        return SprtResult.FIRST if ratio <= self.lower else SprtResult.OPEN

    def ratio(self, scores: Iterable[float]) -> float:
        """Return the log-likelihood ratio of `second` to `first`."""
        weights = _weights(scores)
        return _likelihood(weights, self.second) - _likelihood(weights, self.first)


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of at least two scores, by the same likelihood.

    The interval lies between 0 and 1, and has a width even if all scores are equal.
    """
    weights = _weights(scores)
    wide, mean = factor(len(scores) - 1), fmean(scores)
    return _end(weights, mean, _EDGE, wide), _end(weights, mean, 1 - _EDGE, wide)


def superiority(scores: Sequence[float]) -> float:
    """Return the probability that the mean of at least two scores is above 1/2.

    It is consistent with `interval`: it is 97.5 % if the interval begins at 1/2.
    """
    weights = _weights(scores)
    deviations = math.sqrt(max(0.0, -2 * _likelihood(weights, 0.5)))
    below = tail(deviations, len(scores) - 1)
    return 1 - below if fmean(scores) >= 0.5 else below


def _end(weights: dict[float, float], inside: float, outside: float, wide: float) -> float:
    """Return the mean closest to `outside` that deviates at most `wide` standard deviations."""
    for _ in range(_STEPS // 2):
        middle = (inside + outside) / 2
        if -2 * _likelihood(weights, middle) <= wide**2:
            inside = middle
        else:
            outside = middle
    return inside


def _weights(scores: Iterable[float]) -> dict[float, float]:
    """Return how often each score occurs, with extra weight for 0 and 1."""
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN}
    for score in scores:
        key = round(score, 9)
        weights[key] = weights.get(key, 0.0) + 1.0
    return weights


def _likelihood(weights: dict[float, float], mean: float) -> float:
    """Return the log-likelihood of a mean, relative to that of the mean of the scores."""
    tilt = _tilt(weights, mean)
    return -sum(weight * math.log1p(tilt * (score - mean)) for score, weight in weights.items())


def _tilt(weights: dict[float, float], mean: float) -> float:
    """Return the `t` for which the weights divided by `1 + t (score - mean)` have this mean."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = sum(
            weight * (score - mean) / (1 + middle * (score - mean))
            for score, weight in weights.items()
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
