"""The likelihood of finishes in the Plackett-Luce model.

A bot has a strength s. Of the seats that have not finished, each is the next to finish with a
probability proportional to exp(s). So the log-odds that one bot finishes ahead of another are the
difference of their strengths, whatever other bots play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.league.statistics.rating.finish import Finishes
from referee.league.statistics.results_table import Reals


@dataclass(frozen=True, slots=True)
class Part:
    """The log-likelihood of the matches of one shape, with its derivatives.

    Attributes:
        finishes: the matches.
        value: the log-likelihood.
        scores: the derivative by the strength in each seat; shape (seats, matches).
        curves: minus the second derivative; shape (seats, seats, matches).
    """

    finishes: Finishes
    value: float
    scores: Reals
    curves: Reals


def part(finishes: Finishes, strengths: Reals) -> Part:
    """Return the log-likelihood of the matches of one shape, with its derivatives."""
    shape, bots = finishes.shape, finishes.bots
    seats, matches = bots.shape
    held = strengths[bots]
    held -= held.max(axis=0)  # only differences count, and exp cannot overflow below 0
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
    """Return the derivative by the strength of each bot; shape (bots,)."""
    total = np.zeros(bots)
    for each in parts:
        total += np.bincount(each.finishes.bots.ravel(), each.scores.ravel(), bots)
    return total


def curvature(parts: Iterable[Part], bots: int) -> Reals:
    """Return minus the second derivative by the strengths; shape (bots, bots)."""
    total = np.zeros(bots * bots)
    for each in parts:
        seats = each.finishes.bots
        pairs = seats[:, None, :] * bots + seats[None, :, :]
        total += np.bincount(pairs.ravel(), each.curves.ravel(), bots * bots)
    return total.reshape(bots, bots)
