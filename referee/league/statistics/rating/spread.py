"""The spread of a fit: the uncertainty of its strengths.

The matches of a set share their draws and their bots, so a set is one observation. The spread is a
cluster-robust (sandwich) covariance over sets, where each set is compared with a fit without it.
Student's factor corrects for bots with few sets. If a bot lost almost nothing, its sets hardly
disagree. So the spread is at least the model-based one, in which each match is one observation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from referee.league.statistics.rating.finish import SeasonFinishes
from referee.league.statistics.rating.fit import Fit, prior_chance
from referee.league.statistics.results_table import Indexes, Reals, distinct
from referee.league.statistics.student import WIDE, factor, tail


@dataclass(frozen=True, slots=True)
class Spread:
    """The joint spread of all strengths.

    Attributes:
        curved: the model-based covariance, with matches as observations; shape (bots, bots).
        seen: the cluster-robust covariance, with sets as observations; shape (bots, bots).
        sets: the number of sets of each bot; shape (bots,).
    """

    curved: Reals
    seen: Reals
    sets: Indexes

    def alone(self, bot: int) -> float:
        """Return half the width of the 95 % interval of a bot's strength."""
        curved, seen = float(self.curved[bot, bot]), float(self.seen[bot, bot])
        wide = factor(int(self.sets[bot]) - 1)
        return max(WIDE * sqrt(max(curved, 0)), wide * sqrt(max(seen, 0)))

    def chance(self, lead: float, one: int, two: int) -> float:
        """Return the probability that one strength is above another, by the wider spread.

        Args:
            lead: the difference of the strengths of `one` and `two`.
            one: the index of the first bot.
            two: the index of the other bot.
        """
        curved, seen = self._difference(one, two)
        freedom = int(min(self.sets[one], self.sets[two])) - 1
        beyond = max(
            NormalDist().cdf(-abs(lead) / sqrt(curved)),
            tail(abs(lead) / sqrt(seen), freedom),
        )
        return 1 - beyond if lead > 0 else beyond

    def moved(self, linear: Callable[[Reals], Reals]) -> "Spread":
        """Return the spread of the strengths after a linear map."""
        curved, seen = (linear(linear(joint).T).T for joint in (self.curved, self.seen))
        return Spread(curved, seen, self.sets)

    def _difference(self, one: int, two: int) -> tuple[float, float]:
        """Return the variance of the difference of two strengths by each covariance."""
        curved, seen = (
            float(joint[one, one] + joint[two, two] - 2 * joint[one, two])
            for joint in (self.curved, self.seen)
        )
        return curved, seen


def spread(field: SeasonFinishes, found: Fit) -> Spread:
    """Return the spread of a fit."""
    bots = len(field.names)
    curved = np.linalg.inv(found.curve)
    meat = np.zeros(bots * bots)
    played = np.zeros(bots, dtype=np.int64)
    for held, scores, curves in _sets(field, found):
        size = held.shape[1]
        near = curved[held[:, :, None], held[:, None, :]]
        left = np.eye(size) - curves @ near
        apart = np.linalg.solve(left, scores[:, :, None])[:, :, 0]
        pairs = held[:, :, None] * bots + held[:, None, :]
        products = apart[:, :, None] * apart[:, None, :]
        meat += np.bincount(pairs.ravel(), products.ravel(), bots * bots)
        played += np.bincount(held.ravel(), minlength=bots)
    chance = prior_chance(found.strengths)
    prior = ((1 - chance) ** 2 + chance**2) / 4  # the prior's half win and half loss also disagree
    seen = curved @ (meat.reshape(bots, bots) + np.diag(prior)) @ curved
    return Spread(curved, seen, played)


def _sets(field: SeasonFinishes, found: Fit) -> list[tuple[Indexes, Reals, Reals]]:
    """Return the bots, scores and curves of all sets, by the number of bots in a set.

    For sets of k bots the shapes are (sets, k), (sets, k) and (sets, k, k).
    """
    bots = len(field.names)
    if not found.parts:
        return []
    keys = [each.finishes.sets * bots + each.finishes.bots for each in found.parts]
    cells, place = np.unique(np.concatenate([key.ravel() for key in keys]), return_inverse=True)
    numbers, starts, sizes = np.unique(cells // bots, return_index=True, return_counts=True)
    scores: Reals = np.zeros(len(cells))
    scores += np.bincount(place, np.concatenate([each.scores.ravel() for each in found.parts]))
    widest = int(sizes.max())
    row = np.searchsorted(numbers, cells // bots)
    column = np.arange(len(cells)) - starts[row]
    flat: Reals = np.zeros(len(numbers) * widest * widest)
    at = 0
    for each in found.parts:
        seats = each.finishes.bots.shape
        here = place[at : at + each.finishes.bots.size].reshape(seats)
        at += each.finishes.bots.size
        to = (row[here] * widest + column[here])[:, None, :] * widest + column[here][None, :, :]
        flat += np.bincount(to.ravel(), each.curves.ravel(), len(flat))
    curves = flat.reshape(len(numbers), widest, widest)
    groups = []
    for size in distinct(sizes):
        chosen = np.flatnonzero(sizes == size)
        within = starts[chosen][:, None] + np.arange(size)
        groups.append((cells[within] % bots, scores[within], curves[chosen, :size, :size]))
    return groups
