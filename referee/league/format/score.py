"""Scores: the mean score of each bot so far, and the meetings of each pair."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.identifier import BotName
from referee.league.format.played_set import PlayedSet

_UNKNOWN = 0.5
"""The mean score of a bot without a set."""


@dataclass(slots=True)
class Score:
    """The number of sets of a bot, and the sum of its scores in them."""

    sets: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean score over sets, from 0 to 1."""
        return self.total / self.sets if self.sets else _UNKNOWN


def scores(bots: Iterable[BotName], played: Sequence[PlayedSet]) -> dict[BotName, Score]:
    """Return the score of each of these bots."""
    found = {bot: Score() for bot in bots}
    for one in played:
        for bot, share in one.shares().items():
            if bot in found:
                found[bot].sets += 1
                found[bot].total += share
    return found


def meetings(played: Sequence[PlayedSet]) -> Counter[tuple[BotName, BotName]]:
    """Return in how many sets each pair of bots has met; the names of a pair are sorted."""
    return Counter(pair for one in played for pair in combinations(one.bots, 2))


def pair(one: BotName, other: BotName) -> tuple[BotName, BotName]:
    """Return two bots as a sorted pair."""
    return (one, other) if one < other else (other, one)
