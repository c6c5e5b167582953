"""Designs: all groups of some bots, or a choice in which everybody meets everybody evenly.

The choice is cyclic. Bots sit in a circle; a base block is a set of distances from a
first bot, and every bot is the first once. So every bot is in equally many groups,
whatever the number of bots. How often two bots meet depends on their distance alone: the
base blocks are chosen so that all distances come as evenly as they can, each base block
completing those before it. Where a perfect design is cyclic and the greedy choice finds
it (7 bots in threes, 13 in fours) every pair meets equally often; elsewhere the numbers
of meetings of two pairs stay within a few of each other, as the tests hold.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from referee.identifier import BotName
from referee.league.format import Group


def design(bots: Sequence[BotName], size: int, most: int, number: int) -> list[Group]:
    """The groups of round `number`: all, or about `most` in a balanced choice.

    Args:
        bots: at least `size` of them; their order is that of the circle.
        size: bots of a group.
        most: groups of a round; a choice has a multiple of the number of bots, at least one.
        number: which of the rounds that complete each other, from 1.
    """
    if comb(len(bots), size) <= most:
        return list(combinations(bots, size))
    count = len(bots)
    each = max(1, most // count)
    blocks = base_blocks(count, size, number * each)[-each:]
    return [
        tuple(bots[(first + step) % count] for step in block)
        for block in blocks
        for first in range(count)
    ]


def base_blocks(count: int, size: int, blocks: int) -> list[tuple[int, ...]]:
    """Base blocks of `size` places on a circle of `count`, with even distances.

    Place by place, the one is taken whose distances to the others have come least so far.
    """
    come = [0] * count
    found = []
    for _ in range(blocks):
        block = [0]
        while len(block) < size:
            block.append(_next_place(come, block))
            for other in block[:-1]:
                _count(come, block[-1] - other)
        found.append(tuple(block))
    return found


def _next_place(come: list[int], block: list[int]) -> int:
    """The free place with the rarest distances, the first of equals."""
    count = len(come)

    def cost(place: int) -> int:
        distances = [(place - other) % count for other in block]
        twice = len(distances) - len({min(one, count - one) for one in distances})
        return sum(come[one] ** 2 for one in distances) + twice

    return min((place for place in range(count) if place not in block), key=cost)


def _count(come: list[int], distance: int) -> None:
    """Note that a distance has come, in both directions round the circle."""
    count = len(come)
    come[distance % count] += 1
    come[-distance % count] += 1
