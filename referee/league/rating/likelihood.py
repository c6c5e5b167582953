"""The likelihood of finishes in the model of Plackett and Luce.

A bot has a strength s; of the seats that still stand to be picked, each is the next to
finish with a chance in proportion to exp(s). So of two bots one is ahead of the other
with log-odds equal to the difference of their strengths, whoever else plays.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee.league.rating.finish import Finishes
from referee.league.sheet import Reals


@dataclass(frozen=True, slots=True)
class Part:
    """What the matches of one shape add at some strengths.

    `value` is the log-likelihood. `scores` has shape (matches, seats), the slope by the
    strength in each seat; `curves` has shape (matches, seats, seats), minus the second
    derivative.
    """

    finishes: Finishes
    value: float
    scores: Reals
    curves: Reals


def part(finishes: Finishes, strengths: Reals) -> Part:
    """The log-likelihood of matches of one shape, with its slope and curvature."""
    shape, bots = finishes.shape, finishes.bots
    matches, seats = bots.shape
    top = float(strengths.max())
    weights = np.exp(strengths - top)[bots]
    picks = shape.picks()
    value = float((strengths[bots] - top).sum(axis=0) @ picks)
    scores = np.tile(picks, (matches, 1))
    curves = np.zeros((matches, seats, seats))
    for standing, count in shape.steps():
        total = np.add.reduce([weights[:, seat] for seat in standing])
        value -= count * float(np.log(total).sum())
        chances = {seat: weights[:, seat] / total for seat in standing}
        for seat, chance in chances.items():
            scores[:, seat] -= count * chance
            curves[:, seat, seat] += count * chance
            for other, beside in chances.items():
                curves[:, seat, other] -= count * chance * beside
    return Part(finishes, value, scores, curves)


def slope(parts: Iterable[Part], bots: int) -> Reals:
    """The slope by the strength of each bot; shape (bots,)."""
    total = np.zeros(bots)
    for each in parts:
        total += np.bincount(each.finishes.bots.ravel(), each.scores.ravel(), bots)
    return total


def curvature(parts: Iterable[Part], bots: int) -> Reals:
    """Minus the second derivative by the strengths; shape (bots, bots)."""
    total = np.zeros(bots * bots)
    for each in parts:
        seats = each.finishes.bots
        pairs = seats[:, :, None] * bots + seats[:, None, :]
        total += np.bincount(pairs.ravel(), each.curves.ravel(), bots * bots)
    return total.reshape(bots, bots)
