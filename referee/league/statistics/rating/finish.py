"""Finishes: results as arrays, so that a whole season is rated at once.

The seats of a match are lined up in the order in which they finished. Matches whose
groups of tied seats have the same sizes have one `Shape`, and are the rows of one array.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import comb

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.results_table import Flags, Indexes, Reals, ResultsTable


class Forfeits(Enum):
    """What a forfeited seat is to the ratings. Two of one match are never compared."""

    LAST = "last"
    """Behind every seat that was not forfeited, as the verdict has it."""
    APART = "apart"
    """Not in the match: only the seats that bots played to the end are compared."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the groups of tied seats, best first, and how many seats stand behind them."""

    groups: tuple[int, ...]
    behind: int

    @property
    def says_something(self) -> bool:
        """Whether any seat finished ahead of another, or level with it."""
        return sum(self.groups) > 0 and sum(self.groups) + self.behind > 1

    def steps(self) -> tuple[tuple[tuple[int, ...], float], ...]:
        """The choices a finish is made of: who stood to be picked, and how often it counts.

        A finish is a row of picks: the first out of all, the second out of the rest. Tied
        seats stand for the mean over every order they could have finished in: of t of them,
        each set of k still stood together with a chance of 1 / C(t, k).
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
        """How often each seat was picked out of more than one, in the mean; shape (seats,)."""
        seats = sum(self.groups) + self.behind
        picked = np.zeros(seats)
        picked[: sum(self.groups)] = 1
        if not self.behind:
            last = self.groups[-1]
            picked[seats - last :] -= 1 / last  # the last of all had nobody left to beat
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
class Field:
    """Everybody's finishes: bots by index, sorted by name, and how many sets there are."""

    names: tuple[BotName, ...]
    sets: int
    finishes: tuple[Finishes, ...]


def field_of(results: ResultsTable, forfeits: Forfeits) -> Field:
    """The finishes of a season. A bot that never finished anything is in it all the same."""
    _, sets = np.unique(results.sets, return_inverse=True)
    finishes: list[Finishes] = []
    for matches, seats in results.by_size():
        for shape, rows, order in _line_up(
            results.places[seats], results.forfeited[seats], forfeits
        ):
            held = np.take_along_axis(results.bots[seats[rows]], order, axis=1)
            finishes.append(Finishes(shape, np.ascontiguousarray(held.T), sets[matches[rows]]))
    finishes.sort(key=lambda each: (each.shape.groups, each.shape.behind))
    return Field(results.names, len(np.unique(results.sets)), tuple(finishes))


def _line_up(
    places: Indexes, forfeited: Flags, forfeits: Forfeits
) -> Iterator[tuple[Shape, Indexes, Indexes]]:
    """The matches of each shape, and their seats from first to last.

    The arguments have shape (matches, seats) and give matches of one size. Each shape
    comes with the indexes of its matches, shape (rows,), and their seats, shape
    (rows, seats of the shape).
    """
    behind = 1 + int(places.max(initial=0))
    keys = np.where(forfeited, behind, places)
    order = np.argsort(keys, axis=1, kind="stable")
    lined = np.take_along_axis(keys, order, axis=1)
    ranks = np.zeros_like(lined)  # which group of tied seats each seat is in
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
