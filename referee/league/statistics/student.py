"""Student's t-distribution: interval factors and tail probabilities."""

from math import atan2, cos, pi, sin, sqrt
from statistics import NormalDist

WIDE = 1.959964
"""Standard deviations on either side of a normal mean that contain 95 % of the values."""
_MANY = 400
"""Degrees of freedom above which the normal distribution is used."""
_FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469)
"""Student's factors of 95 % intervals for 1 to 6 degrees of freedom."""


def factor(freedom: int) -> float:
    """Return Student's factor of a 95 % interval; fewer than one degree of freedom count as one.

    From seven degrees on, the Cornish-Fisher expansion is accurate to three digits.
    """
    if freedom <= len(_FEW):
        return _FEW[max(freedom, 1) - 1]
    z, inverse = WIDE, 1 / freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + inverse * (first + inverse * (second + inverse * third))


def tail(deviations: float, freedom: int) -> float:
    """Return the upper tail probability of Student's t-distribution.

    It uses the finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).

    Args:
        deviations: the quantile, at least 0.
        freedom: the degrees of freedom; fewer than one count as one.
    """
    freedom = max(freedom, 1)
    if freedom > _MANY:
        return NormalDist().cdf(-deviations)
    angle = atan2(deviations, sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1, freedom // 2 + 1):
        total += term
        term *= cos(angle) ** 2 * (2 * step - 1 + odd) / (2 * step + odd)
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return max(0.0, (1 - within) / 2)
