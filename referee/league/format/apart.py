"""Keep bots of one owner apart: no group has two of them if another group is possible.

A bot without an owner is its own owner. A *clash* is a pair of bots of one owner in a group.

`separate` exchanges bots between groups of one size. If a group has two bots more of an owner than
another group, then some owner has more bots in the other group than in the first, because both have
the same size. The exchange of these two bots removes at least one clash. So no clash is left when
no exchange helps, unless an owner has more bots than there are groups.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from referee.identifier import BotName, OwnerName
from referee.league.format import Group
from referee.league.format.score import pair

_MOST_COMPARED = 200
"""The most exchanges of a bot that are compared."""

Owners = Mapping[BotName, OwnerName]
"""The owner of each bot that has one."""


def label_of(bot: BotName, owners: Owners) -> str:
    """Return what two bots of one owner have in common, and no other bots."""
    return owners.get(bot) or f"\0{bot}"


def clashes(group: Sequence[BotName], owners: Owners) -> int:
    """Return the number of pairs of one owner in a group."""
    counts = Counter(label_of(bot, owners) for bot in group).values()
    return sum(count * (count - 1) // 2 for count in counts)


def owners_together(groups: Iterable[Sequence[BotName]], owners: Owners) -> tuple[OwnerName, ...]:
    """Return the owners with two bots in a group, sorted."""
    found = set()
    for group in groups:
        counts = Counter(owners[bot] for bot in set(group) if owners.get(bot))
        found |= {owner for owner, count in counts.items() if count > 1}
    return tuple(sorted(found))


def same_owner(bots: Sequence[BotName], owners: Owners) -> Iterator[tuple[BotName, BotName]]:
    """Yield each pair of bots of one owner; the names of a pair are sorted."""
    held: dict[OwnerName, list[BotName]] = {}
    for bot in sorted(bots):
        if owner := owners.get(bot):
            held.setdefault(owner, []).append(bot)
    for mine in held.values():
        yield from combinations(mine, 2)


def seated(order: Sequence[BotName], size: int, owners: Owners) -> list[BotName]:
    """Return the bots that play in as many full groups without a clash as possible.

    If no such group is possible, as many bots play as full groups can hold.

    Args:
        order: all bots; the first ones play before the last ones.
        size: the number of bots in a group.
        owners: the owners of bots.
    """
    groups = _most_groups(order, size, owners)
    if not groups:
        return list(order[: len(order) - len(order) % size])
    held: Counter[str] = Counter()
    playing: list[BotName] = []
    for bot in order:
        label = label_of(bot, owners)
        if held[label] < groups and len(playing) < groups * size:
            held[label] += 1
            playing.append(bot)
    return playing


def _most_groups(bots: Sequence[BotName], size: int, owners: Owners) -> int:
    """Return the largest number of disjoint groups without a clash."""
    counts = Counter(label_of(bot, owners) for bot in bots).values()
    groups = len(bots) // size
    while groups and sum(min(count, groups) for count in counts) < groups * size:
        groups -= 1
    return groups


def separate(groups: Sequence[Group], owners: Owners) -> list[Group]:
    """Return the groups after exchanges that leave as few clashes as possible.

    Of several exchanges that remove as many clashes, one is made after which pairs meet most
    evenly; of equal ones, one between near places, so that seeded groups stay so.
    """
    exchange = _Exchange([list(group) for group in groups], owners)
    at = 0
    while at < len(groups):
        if not exchange.improve(at):
            at += 1
    return [tuple(group) for group in exchange.groups]


class _Exchange:
    """Exchanges bots between groups."""

    def __init__(self, groups: list[list[BotName]], owners: Owners) -> None:
        self.groups = groups
        self._labels = [[label_of(bot, owners) for bot in group] for group in groups]
        self._met = Counter(pair(*both) for group in groups for both in combinations(group, 2))

    def improve(self, at: int) -> bool:
        """Exchange a bot of a group if that removes a clash; return whether it did."""
        here = self._labels[at]
        counts = Counter(here)
        for place in reversed(range(len(here))):
            if counts[here[place]] == 1:
                continue
            found = islice(self._exchanges(at, place), _MOST_COMPARED)
            best = max(found, default=None, key=lambda one: (one[0], -one[1]))
            if best is not None:
                self._make(at, place, *best[2:])
                return True
        return False

    def _exchanges(self, at: int, place: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the exchanges of a bot that remove clashes.

        Each is the number of clashes, the change of the sum of squared meetings, the other group,
        and the place there. Exchanges between near places come first.
        """
        count = len(self.groups)
        places = range(len(self.groups[at]))
        for other in sorted(places, key=lambda one: (abs(one - place), one)):
            for step in range(1, count):
                there = (at + step) % count
                gain = self._gain(at, place, there, other)
                if gain > 0:
                    yield gain, self._unevenness(at, place, there, other), there, other

    def _gain(self, at: int, place: int, there: int, other: int) -> int:
        """Return how many clashes an exchange removes."""
        here, away = self._labels[at], self._labels[there]
        mine, yours = here[place], away[other]
        if mine == yours:
            return 0
        return here.count(mine) + away.count(yours) - 2 - here.count(yours) - away.count(mine)

    def _unevenness(self, at: int, place: int, there: int, other: int) -> int:
        """Return half the change of the sum of squared meetings after an exchange."""
        mine, yours = self.groups[at][place], self.groups[there][other]
        return sum(
            self._met[pair(new, bot)] - self._met[pair(old, bot)] + 1
            for old, new, group in ((mine, yours, at), (yours, mine, there))
            for bot in self.groups[group]
            if bot not in (mine, yours)
        )

    def _make(self, at: int, place: int, there: int, other: int) -> None:
        self._count(at, -1)
        self._count(there, -1)
        groups, labels = self.groups, self._labels
        groups[at][place], groups[there][other] = groups[there][other], groups[at][place]
        labels[at][place], labels[there][other] = labels[there][other], labels[at][place]
        self._count(at, 1)
        self._count(there, 1)

    def _count(self, at: int, change: int) -> None:
        for both in combinations(self.groups[at], 2):
            self._met[pair(*both)] += change
