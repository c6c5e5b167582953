"""The fit: the strengths that maximise the likelihood of the finishes, by Newton's method."""

from dataclasses import dataclass

import numpy as np

from referee.league.statistics.rating.finish import SeasonFinishes
from referee.league.statistics.rating.likelihood import Part, curvature, part, slope
from referee.league.statistics.results_table import Reals

_CLOSE = 1e-4
"""A smaller step is the last one: Newton's remaining error is about its square."""
_STEPS = 100
"""The most steps. The log-likelihood is concave with one maximum, so about ten suffice."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of maximum likelihood, and the likelihood there.

    Attributes:
        strengths: shape (bots,).
        parts: the log-likelihood of the matches of each shape, with its derivatives.
        curve: minus the second derivative, including the prior; shape (bots, bots).
    """

    strengths: Reals
    parts: tuple[Part, ...]
    curve: Reals


def fit(field: SeasonFinishes, near: Reals) -> Fit:
    """Return the strengths of all bots of a field with at least one bot.

    The search starts at the strengths `near`.

    The prior is weak: every bot has one draw with a bot of strength 0. It keeps the strength of a
    bot that won everything finite. Half a win and half a loss also remove the bias of log-odds from
    few matches.
    """
    at = _look(field, near)
    for _ in range(_STEPS):
        step = np.linalg.solve(at.curve, at.slope)
        at = _climb(field, at, step)
        if float(np.abs(step).max()) < _CLOSE:
            break
    return Fit(at.strengths, at.parts, at.curve)


def prior_chance(strengths: Reals) -> Reals:
    """Return the probability of each bot to beat a bot of strength 0; shape (bots,)."""
    chance: Reals = (1 + np.tanh(strengths / 2)) / 2
    return chance


@dataclass(frozen=True, slots=True)
class _Fit:
    strengths: Reals
    parts: tuple[Part, ...]
    value: float
    slope: Reals
    curve: Reals


def _look(field: SeasonFinishes, strengths: Reals) -> _Fit:
    bots = len(field.names)
    parts = tuple(part(finishes, strengths) for finishes in field.finishes)
    chance = prior_chance(strengths)
    drawn = float((strengths / 2 - np.logaddexp(0, strengths)).sum())
    return _Fit(
        strengths,
        parts,
        drawn + sum(each.value for each in parts),
        slope(parts, bots) + 0.5 - chance,
        curvature(parts, bots) + np.diag(chance * (1 - chance)),
    )


def _climb(field: SeasonFinishes, at: _Fit, step: Reals) -> _Fit:
    """Return the fit after a step, which is halved until it does not reduce the likelihood."""
    slack = 1e-9 * abs(at.value)
    while True:
        higher = _look(field, at.strengths + step)
        if higher.value >= at.value - slack or float(np.abs(step).max()) < _CLOSE:
            return higher
        step = step / 2
