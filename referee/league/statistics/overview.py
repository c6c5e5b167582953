"""The overview of a season besides its results: settings, dates, roster and void matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings


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

    `version` is its version; empty if unknown.
    """

    name: BotName
    status: BotStatus
    reason: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """A void match: its bots by seat, the reason, and its record; None without a record."""

    match_id: MatchId
    bots: tuple[BotName, ...]
    reason: str
    record: Path | None


@dataclass(frozen=True, slots=True)
class MatchConfiguration:
    """The game, options and clock of matches. `options` are sorted by name."""

    game: str
    options: tuple[tuple[str, str], ...]
    clock: ClockSettings

    @classmethod
    def of(
        cls, game: str, options: Mapping[str, str], clock: ClockSettings
    ) -> "MatchConfiguration":
        """Return the configuration of a game with a full set of options."""
        return cls(game, tuple(sorted(options.items())), clock)


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of a season besides its results.

    Attributes:
        configurations: the different configurations of its matches.
        period: the starts of the first and of the last match; None if no record was read.
        roster: the bots of the league, sorted by name; empty for a season from records alone.
        voids: the void matches, sorted by name.
    """

    configurations: tuple[MatchConfiguration, ...] = ()
    period: tuple[datetime, datetime] | None = None
    roster: tuple[RosterBot, ...] = ()
    voids: tuple[VoidMatch, ...] = ()


def period_of(starts: Iterable[datetime]) -> tuple[datetime, datetime] | None:
    """Return the earliest and the latest of these times; None if there are none."""
    ordered = sorted(starts)
    return (ordered[0], ordered[-1]) if ordered else None
