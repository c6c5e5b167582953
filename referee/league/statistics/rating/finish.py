"""Finishes: the results of a season as arrays, for rating all matches at once.

The seats of a match are sorted by place. Matches whose groups of tied seats have the same sizes
have the same `Shape`, and are stored in one array.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import comb

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.results_table import (
    Flags,
    Indexes,
    Reals,
    ResultsTable,
    distinct,
)


class Forfeits(Enum):
    """How ratings treat forfeited seats. Two forfeited seats of a match are never compared."""

    LAST = "last"
    """A forfeited seat finished behind every other seat, as in the outcome."""
    APART = "apart"
    """A forfeited seat is ignored."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the groups of tied seats, best first, and the number of forfeited seats."""

    groups: tuple[int, ...]
    behind: int

    @property
    def says_something(self) -> bool:
        """Whether the shape compares any two seats."""
        return sum(self.groups) > 0 and sum(self.groups) + self.behind > 1

    def steps(self) -> tuple[tuple[tuple[int, ...], float], ...]:
        """Return the picks of a finish: the remaining seats at each pick, and its weight.

        In the Plackett-Luce model a finish is a sequence of picks: the first seat out of all, the
        second out of the rest, and so on. Ties are averaged over all orders of the tied seats. Of t
        tied seats, each subset of k remains with probability 1 / C(t, k).
        """
        seats = sum(self.groups) + self.behind
        steps: list[tuple[tuple[int, ...], float]] = []
        at = 0
        for size in self.groups:
            group, rest = range(at, at + size), tuple(range(at + size, seats))
            for left in range(1, size + 1):
                chance = 1 / comb(size, left)
                steps.extend((tied + rest, chance) for tied in combinations(group, left))
            at += size
        return tuple(step for step in steps if len(step[0]) > 1)

    def picks(self) -> Reals:
        """Return how often each seat is picked out of several seats on average; shape (seats,)."""
        seats = sum(self.groups) + self.behind
        picked = np.zeros(seats)
        picked[: sum(self.groups)] = 1
        if not self.behind:
            last = self.groups[-1]
            picked[seats - last :] -= 1 / last  # the last remaining seat is no pick
        return picked


@dataclass(frozen=True, slots=True)
class Finishes:
    """All matches of one shape.

    `bots` has shape (seats, matches): the index of the bot in each place. `sets` has shape
    (matches,): the index of the set that each match belongs to.
    """

    shape: Shape
    bots: Indexes
    sets: Indexes


@dataclass(frozen=True, slots=True)
class SeasonFinishes:
    """The finishes of a season: the names of the bots, sorted, and the number of sets."""

    names: tuple[BotName, ...]
    sets: int
    finishes: tuple[Finishes, ...]


def finishes_of(results: ResultsTable, forfeits: Forfeits) -> SeasonFinishes:
    """Return the finishes of a season. `names` has all bots, even those without a finish."""
    _, sets = np.unique(results.sets, return_inverse=True)
    finishes: list[Finishes] = []
    for matches, seats in results.by_size():
        for shape, rows, order in _line_up(
            results.places[seats], results.forfeited[seats], forfeits
        ):
            held = np.take_along_axis(results.bots[seats[rows]], order, axis=1)
            finishes.append(Finishes(shape, np.ascontiguousarray(held.T), sets[matches[rows]]))
    finishes.sort(key=lambda each: (each.shape.groups, each.shape.behind))
    return SeasonFinishes(results.names, len(distinct(results.sets)), tuple(finishes))


def _line_up(
    places: Indexes, forfeited: Flags, forfeits: Forfeits
) -> Iterator[tuple[Shape, Indexes, Indexes]]:
    """Group matches of one size by shape, and sort their seats by place.

    Args:
        places: shape (matches, seats).
        forfeited: shape (matches, seats).
        forfeits: how to treat forfeited seats.

    Yields:
        A shape, the indexes of its matches with shape (rows,), and their seats from first to last
        with shape (rows, seats of the shape).
    """
    behind = 1 + int(places.max(initial=0))
    keys = np.where(forfeited, behind, places)
    order = np.argsort(keys, axis=1, kind="stable")
    lined = np.take_along_axis(keys, order, axis=1)
    ranks = np.zeros_like(lined)  # the index of the group of tied seats of each seat
    np.cumsum(lined[:, 1:] != lined[:, :-1], axis=1, out=ranks[:, 1:])
    ranks[lined == behind] = -1
    code = (ranks + 1) @ (places.shape[1] + 1) ** np.arange(places.shape[1])
    _, first, pattern_of = np.unique(code, return_index=True, return_inverse=True)
    for number, pattern in enumerate(ranks[first].tolist()):
        stayed = [rank for rank in pattern if rank >= 0]
        groups = tuple(stayed.count(rank) for rank in dict.fromkeys(stayed))
        left = len(pattern) - len(stayed) if forfeits is Forfeits.LAST else 0
        shape = Shape(groups, left)
        if shape.says_something:
            rows = np.flatnonzero(pattern_of == number)
            yield shape, rows, order[rows][:, : len(stayed) + left]
