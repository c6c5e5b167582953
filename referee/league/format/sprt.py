"""A sequential test: how much more likely some scores are under one mean than under another.

The scores are those of rotated sets, each between 0 and 1. Their distribution is not
known, so each hypothesis about its mean is given its best chance: the distribution with
that mean under which the scores seen are likeliest (the generalized sequential
probability ratio test, with the empirical likelihood of the scores). With two seats and
two rotations this is the pentanomial test of the chess engines; nothing in it depends on
the number of seats.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from referee.league.statistics.student import factor, tail

_UNSEEN = 1e-3
"""The weight of the scores 0 and 1 where they were not seen, so that no mean is impossible."""

_STEPS = 60
"""Halvings that find the tilt of a distribution: to the precision of a float."""

_EDGE = 1e-6
"""How near to 0 and 1 a mean is asked for."""


class SprtResult(Enum):
    """What a test has come to."""

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Test:
    """A test of two means, with the errors that are allowed.

    `alpha` is the chance to decide for `second` where `first` holds, `beta` the chance of
    the opposite.
    """

    first: float
    second: float
    alpha: float
    beta: float

    @property
    def lower(self) -> float:
        """The ratio from which `first` is taken."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio from which `second` is taken."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> SprtResult:
        """What a ratio decides."""
        if ratio >= self.upper:
            return SprtResult.SECOND
        return SprtResult.FIRST if ratio <= self.lower else SprtResult.OPEN

    def ratio(self, scores: Iterable[float]) -> float:
        """The logarithm of the likelihood of `second` over that of `first`."""
        weights = _weights(scores)
        return _likelihood(weights, self.second) - _likelihood(weights, self.first)


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of two scores or more: what the same likelihood leaves.

    It stays between 0 and 1, and has a width also where all scores are alike.
    """
    weights = _weights(scores)
    wide, mean = factor(len(scores) - 1), fmean(scores)
    return _end(weights, mean, _EDGE, wide), _end(weights, mean, 1 - _EDGE, wide)


def superiority(scores: Sequence[float]) -> float:
    """The likelihood that the mean of two scores or more is above 1/2.

    It agrees with `interval`: it is 97.5 % where the interval begins at 1/2.
    """
    weights = _weights(scores)
    deviations = math.sqrt(max(0.0, -2 * _likelihood(weights, 0.5)))
    below = tail(deviations, len(scores) - 1)
    return 1 - below if fmean(scores) >= 0.5 else below


def _end(weights: dict[float, float], inside: float, outside: float, wide: float) -> float:
    """The last mean from inside to outside that is so many deviations off at most."""
    for _ in range(_STEPS // 2):
        middle = (inside + outside) / 2
        if -2 * _likelihood(weights, middle) <= wide**2:
            inside = middle
        else:
            outside = middle
    return inside


def _weights(scores: Iterable[float]) -> dict[float, float]:
    """How often each score was seen."""
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN}
    for score in scores:
        key = round(score, 9)
        weights[key] = weights.get(key, 0.0) + 1.0
    return weights


def _likelihood(weights: dict[float, float], mean: float) -> float:
    """The logarithm of the likelihood at a mean over the one at the mean of the scores."""
    tilt = _tilt(weights, mean)
    return -sum(weight * math.log1p(tilt * (score - mean)) for score, weight in weights.items())


def _tilt(weights: dict[float, float], mean: float) -> float:
    """The `t` for which the weights divided by `1 + t (score - mean)` have that mean."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = sum(
            weight * (score - mean) / (1 + middle * (score - mean))
            for score, weight in weights.items()
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
