"""The fit: the strengths under which the finishes are most likely, by Newton's method."""

from dataclasses import dataclass

import numpy as np

from referee.league.statistics.rating.finish import Field
from referee.league.statistics.rating.likelihood import Part, curvature, part, slope
from referee.league.statistics.results_table import Reals

_CLOSE = 1e-4
"""A step so small is the last one, for what it is off by is about its square."""
_STEPS = 100
"""Steps at most. The likelihood has one top and is concave, so about ten are taken."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The most likely strengths; shape (bots,).

    `parts` and `curve` are the likelihood there: by match, and as minus the second
    derivative with the prior's, shape (bots, bots).
    """

    strengths: Reals
    parts: tuple[Part, ...]
    curve: Reals


def fit(field: Field, near: Reals | None = None) -> Fit:
    """Find the strengths of all bots of a field that has at least one.

    The search begins at 0, or at strengths that are known to be `near`.

    The prior is weak: every bot is taken to have drawn once with a bot of strength 0. It
    keeps a bot that won everything finite, and is half a win and half a loss, which is
    also what takes the bias out of a log-odds from few matches.
    """
    at = _look(field, np.zeros(len(field.names)) if near is None else near)
    for _ in range(_STEPS):
        step = np.linalg.solve(at.curve, at.slope)
        at = _climb(field, at, step)
        if float(np.abs(step).max()) < _CLOSE:
            break
    return Fit(at.strengths, at.parts, at.curve)


def prior_chance(strengths: Reals) -> Reals:
    """The chance of each bot to be ahead of one of strength 0; shape (bots,)."""
    chance: Reals = (1 + np.tanh(strengths / 2)) / 2
    return chance


@dataclass(frozen=True, slots=True)
class _Fit:
    strengths: Reals
    parts: tuple[Part, ...]
    value: float
    slope: Reals
    curve: Reals


def _look(field: Field, strengths: Reals) -> _Fit:
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


def _climb(field: Field, at: _Fit, step: Reals) -> _Fit:
    """Take a step, or as much of it as does not lead down."""
    slack = 1e-9 * abs(at.value)
    while True:
        higher = _look(field, at.strengths + step)
        if higher.value >= at.value - slack or float(np.abs(step).max()) < _CLOSE:
            return higher
        step = step / 2
