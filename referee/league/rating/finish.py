"""Finishes: results as arrays, so that a whole season is rated at once.

The seats of a match are lined up in the order in which they finished. Matches whose
groups of tied seats have the same sizes have one `Shape`, and are the rows of one array.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.league.result import MatchResult
from referee.match.outcome import SeatResult

Indexes = NDArray[np.integer[Any]]
Reals = NDArray[np.floating[Any]]


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

    `bots` has shape (matches, seats): the index of the bot in each place. `sets` has shape
    (matches,): the index of the set that each match belongs to.
    """

    shape: Shape
    bots: Indexes
    sets: Indexes


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody's finishes: bots by index, sorted by name, and how many sets there are."""

    names: tuple[str, ...]
    sets: int
    finishes: tuple[Finishes, ...]


Line = tuple[Shape, tuple[int, ...]]


def field_of(results: Iterable[MatchResult], forfeits: Forfeits) -> Field:
    """The finishes of a season; the same for every order of the results.

    A bot that never finished anything is in it all the same.
    """
    ordered = sorted(results, key=lambda result: result.pairing.match_id)
    names = sorted({bot for result in ordered for bot in result.pairing.bots})
    numbers = sorted({result.pairing.set_number for result in ordered})
    index = {name: at for at, name in enumerate(names)}
    number = {set_number: at for at, set_number in enumerate(numbers)}
    lines: dict[tuple[int, ...], Line] = {}
    rows: dict[Shape, tuple[list[list[int]], list[int]]] = {}
    for result in ordered:
        seats = result.outcome.results
        key = tuple([-1 if seat.forfeited else seat.place for seat in seats])
        line = lines.get(key)
        if line is None:
            line = lines[key] = line_up(seats, forfeits)
        shape, order = line
        if shape.says_something:
            bots, sets = rows.setdefault(shape, ([], []))
            held = result.pairing.bots
            bots.append([index[held[seat]] for seat in order])
            sets.append(number[result.pairing.set_number])
    shapes = sorted(rows, key=lambda shape: (shape.groups, shape.behind))
    return Field(
        tuple(names),
        len(numbers),
        tuple(Finishes(shape, *map(np.array, rows[shape])) for shape in shapes),
    )


def line_up(seats: Sequence[SeatResult], forfeits: Forfeits) -> Line:
    """The shape of a finish, and its seats from first to last."""
    stayed = [seat for seat, result in enumerate(seats) if not result.forfeited]
    left = [seat for seat, result in enumerate(seats) if result.forfeited]
    stayed.sort(key=lambda seat: (seats[seat].place, seat))
    places = [seats[seat].place for seat in stayed]
    groups = tuple(places.count(place) for place in dict.fromkeys(places))
    if forfeits is Forfeits.APART:
        left = []
    return Shape(groups, len(left)), (*stayed, *left)
