"""What a report says of a season besides its results: settings, dates, roster, void matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings


class BotStatus(Enum):
    """Whether a bot on the roster of a league takes part."""

    ACTIVE = "active"
    BENCHED = "benched"
    """It starts no more matches."""
    ABSENT = "absent"
    """It is benched until it connects, or it is not benched, and none of its matches counts."""
    REPLACED = "replaced"
    """It is an earlier version of a bot, which plays no more."""


@dataclass(frozen=True, slots=True)
class RosterBot:
    """A bot on the roster of a league. `reason` is why it is benched; else it is empty.

    `version` is the one that its matches were played by; empty if it is not known.
    """

    name: BotName
    status: BotStatus
    reason: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """A match that counts for no bot: its bots in seat order, the reason, and its record if any."""

    match_id: MatchId
    bots: tuple[BotName, ...]
    reason: str
    record: Path | None


@dataclass(frozen=True, slots=True)
class MatchConfiguration:
    """What matches of a season were played by. `options` are sorted by name."""

    game: str
    options: tuple[tuple[str, str], ...]
    clock: ClockSettings

    @classmethod
    def of(
        cls, game: str, options: Mapping[str, str], clock: ClockSettings
    ) -> "MatchConfiguration":
        """The configuration of a game with a full set of options."""
        return cls(game, tuple(sorted(options.items())), clock)


@dataclass(frozen=True, slots=True)
class Overview:
    """What is known of a season besides its results.

    Attributes:
        configurations: the configurations of the matches, each once.
        period: the starts of the first and of the last match; None if no record was read.
        roster: the bots of a league, by name; empty for a season from records alone.
        voids: the void matches, by name.
    """

    configurations: tuple[MatchConfiguration, ...] = ()
    period: tuple[datetime, datetime] | None = None
    roster: tuple[RosterBot, ...] = ()
    voids: tuple[VoidMatch, ...] = ()


def period_of(starts: Iterable[datetime]) -> tuple[datetime, datetime] | None:
    """Return the first and the last of some moments; None for none."""
    ordered = sorted(starts)
    return (ordered[0], ordered[-1]) if ordered else None
