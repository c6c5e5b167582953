"""Ladder: an endless format that plays the most informative matches."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from referee.identifier import BotName
from referee.league.format import Estimate, Group, Stage
from referee.league.format.field import Field, Step, StepFormat
from referee.league.format.score import meetings, pair
from referee.league.key import Key
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder(StepFormat):
    """In each round, bots meet the opponents against whom a result is most informative.

    A result between two bots is informative if their strengths are uncertain and close to each
    other. Each earlier meeting makes it less so. Groups are formed around the least certain bots
    first. If the bots do not divide evenly into groups, those with the most certain strengths rest.
    """

    kind = "ladder"
    about = "endless; chooses the most informative pairings"

    rounds: Annotated[int, Key("steps of the ladder; 0: until stopped", 0, 1_000_000)] = 0
    sets: Annotated[int, Key("seeds on which each group of a step meets", 1, 10_000)] = 1

    def next_step(
        self, field: Field, here: Sequence[BotName], number: int, key: bytes
    ) -> Step | None:
        """Return the bot with the fewest sets, and its most informative opponents."""
        if len(here) < field.seats:
            return None
        order = Chance(key, f"ladder {number}").shuffle(here)
        order.sort(key=field.sets)
        known = {bot: field.estimate(bot) for bot in order}
        met = Counter({pair(one, two): field.met(one, two) for one in order for two in order})
        return Step(_group(order, field.seats, known, met), f"{order[0]} has the fewest sets")

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round."""
        known = stage.estimate(stage.bots, stage.results)
        left = stage.shuffled(stage.bots, "ladder")
        left.sort(key=lambda bot: -known[bot].sigma)
        del left[len(left) - len(left) % stage.seats :]
        met = meetings(stage.played)
        groups = []
        while left:
            group = _group(left, stage.seats, known, met)
            left = [bot for bot in left if bot not in group]
            groups.append(group)
        return groups


def _group(
    left: Sequence[BotName],
    size: int,
    known: Mapping[BotName, Estimate],
    met: Counter[tuple[BotName, BotName]],
) -> Group:
    """Return the first bot with the most informative opponents, chosen one after the other."""
    group = [left[0]]
    gains = dict.fromkeys(left[1:], 0.0)
    while len(group) < size:
        newest = group[-1]
        for bot in gains:
            gained = information(known[newest], known[bot])
            gains[bot] += gained / (1 + met[pair(newest, bot)])
        best = max(gains, key=gains.__getitem__)
        del gains[best]
        group.append(best)
    return tuple(group)


def information(one: Estimate, other: Estimate) -> float:
    """Return the information of a result about the difference of two strengths, in nats.

    The difference has a variance `v`, and the result has the Fisher information `p (1 - p)`. So the
    variance falls to `v / (1 + v p (1 - p))`, and the entropy falls by half the logarithm of the
    ratio of both variances.
    """
    chance = 1 / (1 + math.exp(-abs(one.mu - other.mu)))
    variance = one.sigma**2 + other.sigma**2
    return 0.5 * math.log1p(variance * chance * (1 - chance))
