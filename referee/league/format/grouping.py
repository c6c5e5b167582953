"""Grouping: form groups of neighbours in an order, with as few repeated meetings as possible.

A backtracking search first looks for groups without any repeat, nearest neighbours first. It
finds a solution if there is one and the limit on its steps suffices; for a dozen bots it always
does. If the search fails, groups are formed greedily. Bots are then exchanged between groups as
long as that reduces repeats. A meeting of two bots of one owner counts as very many repeats, so
none is left if groups without one are possible (see `apart`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.identifier import BotName
from referee.league.format import Group
from referee.league.format.apart import Owners, same_owner
from referee.league.format.score import pair

Meetings = Mapping[tuple[BotName, BotName], int]
"""How often each pair has met; the names of a pair are sorted."""

_MOST_WORK = 500_000
"""Bots that the search examines before it gives up; each step examines all remaining bots."""


_NEVER = 1_000_000
"""How many repeats a meeting of two bots of one owner counts as."""


def grouped(
    order: Sequence[BotName],
    size: int,
    met: Counter[tuple[BotName, BotName]],
    owners: Owners,
) -> list[Group]:
    """Return all bots in groups of `size`; the number of bots must be a multiple of `size`."""
    known = met + Counter(dict.fromkeys(same_owner(order, owners), _NEVER))
    found = _without_repeats(list(order), size, set(known))
    return found if found is not None else _with_few_repeats(order, size, known)


def _without_repeats(
    order: list[BotName], size: int, met: set[tuple[BotName, BotName]]
) -> list[Group] | None:
    """Return the first solution without a repeat; None if there is none or the limit is reached."""
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
    """Yield every group that extends the chosen bots by others that none of them has met."""
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
    """Return the bot that has met those of a group least often; of equal ones, the first."""
    costs = ((bot, _cost(bot, group, met)) for bot in left)
    found, least = next(costs)
    for bot, cost in costs:
        if not least:
            break
        if cost < least:
            found, least = bot, cost
    return found


def _exchange(groups: list[list[BotName]], met: Meetings) -> bool:
    """Exchange two bots if that reduces repeats; return whether it did."""
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
    """Return how often a bot has met the bots of a group."""
    return sum(met.get(pair(bot, one), 0) for one in group)
