"""Block designs: all groups of some bots, or a balanced selection of groups.

The selection is cyclic. The bots form a circle. A base block is a set of distances from a first
bot, and every bot is the first one once. So every bot is in equally many groups, for any number of
bots. How often two bots meet depends only on their distance. The base blocks are chosen greedily,
so that all distances occur as evenly as possible over this block and all earlier ones.

If there is a perfect cyclic design and the greedy choice finds it (7 bots in threes, 13 in fours),
every pair meets equally often. Otherwise the numbers of meetings differ by a few; tests limit the
difference.

No group has two bots of one owner if another group is possible. Of all groups, those with the
fewest such pairs play. In a selection, groups exchange bots, so that every bot stays in equally
many groups. An owner with more than its share of the bots cannot stay so: bots of others then take
the places of its bots.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from types import MappingProxyType

from referee.identifier import BotName
from referee.league.format import Group
from referee.league.format.apart import Owners, clashes, label_of, separate

_NOBODY: Owners = MappingProxyType({})


def design(
    bots: Sequence[BotName],
    size: int,
    most: int,
    number: int,
    owners: Owners = _NOBODY,
    always: Group = (),
) -> list[Group]:
    """Return the groups of a round: all groups, or a balanced selection of about `most`.

    Args:
        bots: at least `size` bots, in the order of the circle.
        size: the number of bots in a group.
        most: the most groups of a round. A selection has a multiple of the number of bots, and at
            least one group for each bot.
        number: the number of the round, from 1; each round continues the base blocks of the last.
        owners: the owners of bots.
        always: the bots that join every group.
    """
    if comb(len(bots), size) <= most:
        costs = {one: clashes((*always, *one), owners) for one in combinations(bots, size)}
        least = min(costs.values())
        return [group for group, cost in costs.items() if cost == least]
    taken = {label_of(bot, owners) for bot in always}
    others = [bot for bot in bots if label_of(bot, owners) not in taken]
    possible = _permitted(others, size, owners)
    if 0 < possible <= most:
        return list(_all_permitted((), others, size, owners))
    circle = others if possible else bots
    groups = _selection(circle, size, most, number)
    return _replaced(separate(groups, owners), circle, owners) if possible else groups


def _selection(bots: Sequence[BotName], size: int, most: int, number: int) -> list[Group]:
    count = len(bots)
    each = max(1, most // count)
    blocks = base_blocks(count, size, number * each)[-each:]
    return [
        tuple(bots[(first + step) % count] for step in block)
        for block in blocks
        for first in range(count)
    ]


def _permitted(bots: Sequence[BotName], size: int, owners: Owners) -> int:
    """Return the number of groups without two bots of one owner."""
    ways = [1] + [0] * size
    for count in Counter(label_of(bot, owners) for bot in bots).values():
        for seats in range(size, 0, -1):
            ways[seats] += ways[seats - 1] * count
    return ways[size]


def _all_permitted(
    chosen: Group, bots: Sequence[BotName], size: int, owners: Owners
) -> Iterator[Group]:
    """Yield every group that extends the chosen bots without two bots of one owner."""
    if len(chosen) == size:
        yield chosen
        return
    for index, bot in enumerate(bots):
        label = label_of(bot, owners)
        rest = [one for one in bots[index + 1 :] if label_of(one, owners) != label]
        if len(rest) >= size - len(chosen) - 1:
            yield from _all_permitted((*chosen, bot), rest, size, owners)


def _replaced(groups: list[Group], bots: Sequence[BotName], owners: Owners) -> list[Group]:
    """Return the groups with another bot in place of each second bot of one owner.

    The other bot is the one in the fewest groups so far; of equal ones, the first.
    """
    held = Counter(bot for group in groups for bot in group)
    found = []
    for group in groups:
        kept: list[BotName] = []
        labels: set[str] = set()
        for bot in sorted(group, key=lambda one: held[one]):
            if label_of(bot, owners) in labels:
                held[bot] -= 1
                continue
            labels.add(label_of(bot, owners))
            kept.append(bot)
        while len(kept) < len(group):
            free = [bot for bot in bots if label_of(bot, owners) not in labels]
            bot = min(free, key=lambda one: held[one])
            held[bot] += 1
            labels.add(label_of(bot, owners))
            kept.append(bot)
        found.append(tuple(kept) if set(kept) != set(group) else group)
    return found


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
