"""Grouping: neighbours of an order meet, and as few as possible that have met before.

First a search with backtracking looks for groups without any repeat, the nearest
neighbours first. It finds some whenever there are any and its steps suffice, which they
do for a dozen bots in any case. Where it fails, groups are taken greedily, and bots are
exchanged between groups for as long as that saves repeats.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.identifier import BotName
from referee.league.format import Group
from referee.league.format.score import pair

Meetings = Mapping[tuple[BotName, BotName], int]
"""How often each pair has met, by sorted names."""

_MOST_WORK = 500_000
"""Bots looked at before the search gives up; each step looks at all that are left."""


def grouped(
    order: Sequence[BotName], size: int, met: Counter[tuple[BotName, BotName]]
) -> list[Group]:
    """All bots of the order, in groups of `size` bots; their number is a multiple of it."""
    known = set(met)
    found = _without_repeats(list(order), size, known)
    return found if found is not None else _with_few_repeats(order, size, met)


def _without_repeats(
    order: list[BotName], size: int, met: set[tuple[BotName, BotName]]
) -> list[Group] | None:
    """The first groups without a repeat; None when there are none or steps run out."""
    if not order:
        return []
    chosen: list[Group] = []
    tries = [(order, _partners(order[:1], order[1:], size, met))]
    for _ in range(len(order) + _MOST_WORK // len(order)):
        left, options = tries[-1]
        group = next(options, None)
        if group is None:
            tries.pop()
            if not tries:
                return None
            chosen.pop()
            continue
        chosen.append(group)
        rest = [bot for bot in left if bot not in group]
        if not rest:
            return chosen
        tries.append((rest, _partners(rest[:1], rest[1:], size, met)))
    return None


def _partners(
    chosen: list[BotName], others: list[BotName], size: int, met: set[tuple[BotName, BotName]]
) -> Iterator[Group]:
    """Every group of the chosen bots with others that none of them has met."""
    if len(chosen) == size:
        yield tuple(chosen)
        return
    for index, bot in enumerate(others):
        if not any(pair(bot, one) in met for one in chosen):
            yield from _partners([*chosen, bot], others[index + 1 :], size, met)


def _with_few_repeats(order: Sequence[BotName], size: int, met: Meetings) -> list[Group]:
    left = list(order)
    groups: list[list[BotName]] = []
    while left:
        group = [left.pop(0)]
        while len(group) < size:
            group.append(_nearest(left, group, met))
            left.remove(group[-1])
        groups.append(group)
    while _exchange(groups, met):
        pass
    return [tuple(group) for group in groups]


def _nearest(left: Sequence[BotName], group: Sequence[BotName], met: Meetings) -> BotName:
    """The bot that has met those of a group least, the first of equals."""
    costs = ((bot, _cost(bot, group, met)) for bot in left)
    found, least = next(costs)
    for bot, cost in costs:
        if not least:
            break
        if cost < least:
            found, least = bot, cost
    return found


def _exchange(groups: list[list[BotName]], met: Meetings) -> bool:
    """Exchange two bots where that saves repeats; gives whether it did."""
    for group in groups:
        for seat, bot in enumerate(group):
            here = group[:seat] + group[seat + 1 :]
            cost = _cost(bot, here, met)
            if cost and _exchange_for(bot, seat, group, groups, met):
                return True
    return False


def _exchange_for(
    bot: BotName, seat: int, group: list[BotName], groups: list[list[BotName]], met: Meetings
) -> bool:
    here = group[:seat] + group[seat + 1 :]
    for other_group in groups:
        if other_group is group:
            continue
        for place, other in enumerate(other_group):
            there = other_group[:place] + other_group[place + 1 :]
            before = _cost(bot, here, met) + _cost(other, there, met)
            if _cost(other, here, met) + _cost(bot, there, met) < before:
                group[seat], other_group[place] = other, bot
                return True
    return False


def _cost(bot: BotName, group: Sequence[BotName], met: Meetings) -> int:
    """How often a bot has met those of a group."""
    return sum(met.get(pair(bot, one), 0) for one in group)
