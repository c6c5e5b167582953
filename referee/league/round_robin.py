"""Round robin: every group of bots meets, on equal seeds in every rotation of seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.error import UsageError


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match: who sits where, on which seed of the plan."""

    number: int
    bots: tuple[str, ...]
    seed: int


def plan(bots: Sequence[str], seats: int, rounds: int) -> list[Pairing]:
    """All pairings, in the order of play.

    Every group of `seats` bots plays `rounds` seeds, and each seed once in every
    rotation, so that nobody gains by a lucky seat.

    Raises:
        UsageError: when there are too few bots for a match.
    """
    if len(bots) < seats:
        raise UsageError(f"{len(bots)} bots cannot fill {seats} seats: name more bots.")
    pairings: list[Pairing] = []
    for seed in range(rounds):
        for group in combinations(bots, seats):
            for turn in range(seats):
                rotated = group[turn:] + group[:turn]
                pairings.append(Pairing(len(pairings) + 1, rotated, seed))
    return pairings
