"""The overview of a season besides its results: settings, progress, roster and void matches."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.ledger.tally import RoundTally


class BotStatus(Enum):
    """Whether a bot of a league takes part."""

    ACTIVE = "active"
    BENCHED = "benched"
    """It is benched by the organiser."""
    ABSENT = "absent"
    """It is benched until it connects, or it plays but has no match that counts."""
    REPLACED = "replaced"
    """It is an earlier version of a bot."""


@dataclass(frozen=True, slots=True)
class RosterBot:
    """A bot of a league. `reason` is why it is benched; empty if it is not.

    `version` is its version; empty if unknown. `owner` is its owner; empty if it has none.
    """

    name: BotName
    status: BotStatus
    reason: str = ""
    version: str = ""
    owner: OwnerName = OwnerName("")


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """A void attempt, or a match that was declared void: its bots by seat, and the reason.

    `record` is the path of its record; None without one.
    """

    match_id: MatchId
    bots: tuple[BotName, ...]
    reason: str
    record: Path | None


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of a season besides its results.

    Attributes:
        configurations: the different configurations of its matches.
        roster: the bots of the league, sorted by name; empty for a season from records alone.
        seated: the bots of planned matches, sorted by name.
        seats: the most seats of a planned match; None before the first.
        rounds: the match counts of the planned rounds.
        voids: the void attempts and void matches, sorted by name.
    """

    configurations: tuple[MatchConfiguration, ...] = ()
    roster: tuple[RosterBot, ...] = ()
    seated: tuple[BotName, ...] = ()
    seats: int | None = None
    rounds: tuple[RoundTally, ...] = ()
    voids: tuple[VoidMatch, ...] = ()

    @property
    def listed(self) -> list[BotName]:
        """The bots of the league without their earlier versions."""
        return [bot.name for bot in self.roster if bot.status is not BotStatus.REPLACED]
