"""Formats: who meets whom in the next round, from what was played before.

A format is pure: the same stage gives the same groups, in every process. It says which
bots meet; the planner turns each group into rotated sets of matches.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format.played_set import PlayedSet
from referee.league.pairing import MatchResult
from referee.sentence.league_file import LeagueFileSentence
from tianming_games.chance import Chance

Group = tuple[BotName, ...]
"""Bots that meet in a set, one for each seat."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of a bot's strength: a mean and a deviation, in log-odds.

    A bot that is 1 ahead of another is placed before it e times as often as behind it.
    """

    mu: float
    sigma: float


Estimator = Callable[[Sequence[BotName], Sequence[MatchResult]], Mapping[BotName, Estimate]]
"""Gives the estimate of each of the bots that are named, also of those without a result."""


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a format may look at when it plans round `number`.

    `bots` is the roster of the round and `entrants` the one of the first round, both
    sorted. `played` are the sets of earlier rounds in order, `results` their matches.
    `key` is 32 bytes that dice of the format come from.
    """

    number: int
    seats: int
    bots: tuple[BotName, ...]
    entrants: tuple[BotName, ...]
    played: tuple[PlayedSet, ...]
    results: tuple[MatchResult, ...]
    key: bytes
    estimate: Estimator

    def shuffled(self, bots: Sequence[BotName], label: str) -> list[BotName]:
        """The bots in an order that belongs to the league's seed, the round and a label."""
        return Chance(self.key, f"{label} {self.number}").shuffle(bots)


class Format(ABC):
    """A way to play a league. Its fields are the keys of `[format]` in the league's file."""

    __slots__ = ()

    kind: ClassVar[str]
    """What the league's file calls it."""

    about: ClassVar[str]
    """What it does, in a line."""

    @property
    @abstractmethod
    def rounds(self) -> int:
        """Rounds of the season; 0 where its results decide, or nothing does."""

    @property
    @abstractmethod
    def sets(self) -> int:
        """Seeds on which each group of a round meets."""

    @abstractmethod
    def groups(self, stage: Stage) -> list[Group]:
        """The groups that meet next; none when the season is over."""

    def seating(self, group: Group, chance: Chance) -> Group:
        """The group in the order of its seats, from which the rotations begin."""
        return tuple(chance.shuffle(group))

    def conclusion(self, stage: Stage) -> str | None:
        """What the results have decided, in a sentence, if the format is one that decides."""
        return None

    def exclusion(self, bot: BotName, entrants: Sequence[BotName]) -> str:
        """Return why no further round can have a bot, in a clause; empty if one can.

        `entrants` are the bots of the first round; empty before that is planned.
        """
        return ""

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why such a league cannot be played; None if it can.

        `bots` are all bots of the file that are enabled.
        """
        if len(bots) < seats:
            return UsageError(LeagueFileSentence.TOO_FEW_BOTS, bots=len(bots), seats=seats)
        return None
