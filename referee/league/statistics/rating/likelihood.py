"""The likelihood of finishes in the model of Plackett and Luce.

A bot has a strength s; of the seats that still stand to be picked, each is the next to
finish with a chance in proportion to exp(s). So of two bots one is ahead of the other
with log-odds equal to the difference of their strengths, whoever else plays.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.league.statistics.rating.finish import Finishes
from referee.league.statistics.results_table import Reals


@dataclass(frozen=True, slots=True)
class Part:
    """What the matches of one shape add at some strengths.

    `value` is the log-likelihood. `scores` has shape (seats, matches), the slope by the
    strength in each seat; `curves` has shape (seats, seats, matches), minus the second
    derivative.
    """

    finishes: Finishes
    value: float
    scores: Reals
    curves: Reals


def part(finishes: Finishes, strengths: Reals) -> Part:
    """The log-likelihood of matches of one shape, with its slope and curvature."""
    shape, bots = finishes.shape, finishes.bots
    seats, matches = bots.shape
    held = strengths[bots]
    held -= held.max(axis=0)  # only differences count, and none of these is too large for exp
    weights = np.exp(held)
    picks = shape.picks()
    value = float(picks @ held.sum(axis=1))
    scores = np.repeat(picks[:, None], matches, axis=1)
    curves = np.zeros((seats, seats, matches))
    for standing, count in shape.steps():
        total = np.add.reduce([weights[seat] for seat in standing])
        value -= count * float(np.log(total).sum())
        chances = {seat: weights[seat] / total for seat in standing}
        for seat, chance in chances.items():
            scores[seat] -= count * chance
            curves[seat, seat] += count * chance * (1 - chance)
        for seat, other in combinations(standing, 2):
            curves[seat, other] -= count * chances[seat] * chances[other]
    for seat, other in combinations(range(seats), 2):
        curves[other, seat] = curves[seat, other]
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
        pairs = seats[:, None, :] * bots + seats[None, :, :]
        total += np.bincount(pairs.ravel(), each.curves.ravel(), bots * bots)
    return total.reshape(bots, bots)
