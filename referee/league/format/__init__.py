"""Formats: choose the groups of bots that meet in the next round.

A format is deterministic: the same stage gives the same groups in every process. The planner turns
each group into rotated sets of matches.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.league.format.played_set import PlayedSet
from referee.league.format.sentence import FormatSentence
from referee.league.pairing import MatchResult
from tianming_games.chance import Chance

Group = tuple[BotName, ...]
"""The bots of a set, one for each seat."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated strength of a bot: mean and standard deviation, in log-odds.

    A bot that is stronger by 1 finishes ahead of the other e times as often as behind it.
    """

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Stage:
    """The input of a format for planning a round.

    Attributes:
        number: the number of the round, from 1.
        seats: the number of seats in a match.
        bots: the roster of the round, sorted.
        entrants: the roster of the first round, sorted.
        played: the sets of earlier rounds, in order.
        results: the matches of these sets.
        key: the seed of the format's random choices, 32 bytes.
        owners: the owner of each bot that has one.
    """

    number: int
    seats: int
    bots: tuple[BotName, ...]
    entrants: tuple[BotName, ...]
    played: tuple[PlayedSet, ...]
    results: tuple[MatchResult, ...]
    key: bytes
    owners: Mapping[BotName, OwnerName] = field(default_factory=dict)

    def shuffled(self, bots: Sequence[BotName], label: str) -> list[BotName]:
        """Return the bots in a random order, fixed by the league's seed, the round and a label."""
        return Chance(self.key, f"{label} {self.number}").shuffle(bots)


class Format(ABC):
    """A format of a league. Its fields are the keys of `[format]` in the league file."""

    __slots__ = ()

    kind: ClassVar[str]
    """Its name in the league file."""

    about: ClassVar[str]
    """What it does, in one line."""

    plans_ahead: ClassVar[bool] = False
    """Whether a round can be planned without the results of the former one."""

    keeps_names: ClassVar[bool] = False
    """Whether no bot can be renamed after the first round, because lots depend on the names."""

    @property
    def named(self) -> Mapping[str, BotName]:
        """The bots that `[format]` of the league file names, by the key."""
        return {}

    @property
    @abstractmethod
    def rounds(self) -> int:
        """The number of rounds of the season; 0 if it depends on the results or is unlimited."""

    @property
    @abstractmethod
    def sets(self) -> int:
        """The number of seeds on which each group of a round meets."""

    @abstractmethod
    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the next round; empty when the season is over."""

    def seating(self, group: Group, chance: Chance) -> Group:
        """Return the bots of a group by seat, before any rotation."""
        return tuple(chance.shuffle(group))

    def conclusion(self, stage: Stage) -> str | None:
        """Return what the results decide, as a sentence; None if the format decides nothing."""
        return None

    def exclusion(self, bot: BotName, entrants: Sequence[BotName]) -> str:
        """Return why a bot can be in no further round, as a clause; empty if it can.

        `entrants` are the bots of the first round; empty before that is planned.
        """
        return ""

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why a league with this format cannot be played; None if it can.

        `bots` are the bots of the next round.
        """
        if len(bots) < seats:
            return UsageError(FormatSentence.TOO_FEW_BOTS, bots=len(bots), seats=seats)
        return None
