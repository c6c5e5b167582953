"""Block designs: all groups of some bots, or a balanced selection of groups.

The selection is cyclic. The bots form a circle. A base block is a set of distances from a first
bot, and every bot is the first one once. So every bot is in equally many groups, for any number of
bots. How often two bots meet depends only on their distance. The base blocks are chosen greedily,
so that all distances occur as evenly as possible over this block and all earlier ones.

If there is a perfect cyclic design and the greedy choice finds it (7 bots in threes, 13 in fours),
every pair meets equally often. Otherwise the numbers of meetings differ by a few; tests limit the
difference.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from referee.identifier import BotName
from referee.league.format import Group


def design(bots: Sequence[BotName], size: int, most: int, number: int) -> list[Group]:
    """Return the groups of a round: all groups, or a balanced selection of about `most`.

    Args:
        bots: at least `size` bots, in the order of the circle.
        size: the number of bots in a group.
        most: the most groups of a round. A selection has a multiple of the number of bots, and at
            least one group for each bot.
        number: the number of the round, from 1; each round continues the base blocks of the last.
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
    """Return base blocks of `size` places on a circle of `count`, with even distances.

    Each block grows by the place whose distances to its other places occurred least so far.
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
    """Return the free place with the rarest distances; of equal ones, the first."""
    count = len(come)

    def cost(place: int) -> int:
        distances = [(place - other) % count for other in block]
        twice = len(distances) - len({min(one, count - one) for one in distances})
        return sum(come[one] ** 2 for one in distances) + twice

    return min((place for place in range(count) if place not in block), key=cost)


def _count(come: list[int], distance: int) -> None:
    """Count a distance in both directions around the circle."""
    count = len(come)
    come[distance % count] += 1
    come[-distance % count] += 1
