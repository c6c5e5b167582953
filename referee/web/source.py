"""A source: where the pages read a season from.

A league has its ledger. A folder of records gets an index in memory with the same tables. So
the same queries work for both.
"""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from referee.identifier import BotName
from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.listing import ListedMatch, Reading
from referee.web.entry_address import EntryAddress
from referee.web.showing import ShowSettings


class Source(Protocol):
    """A season that can be read while it is played."""

    name: str
    kind: Literal["league", "folder"]
    show: ShowSettings
    ledger_url: str | None
    """URL of the ledger, so that another process can read it; None if the index is in memory."""

    entries: EntryAddress | None
    """Where owners enter bots; None if they cannot."""

    by_version: bool
    """Whether the table has each version of a bot separately."""

    league: LeagueSettings | None
    """The settings of a league; None for a folder of records."""

    @property
    def variants(self) -> tuple[MatchConfiguration, ...]:
        """The configurations that are played, by number of the variant in the plan."""

    def reading(self) -> AbstractContextManager[Reading]:
        """Open a transaction that reads the index.

        Raises:
            TianmingError: if it cannot be read.
        """

    def version(self) -> str:
        """Return a text that changes whenever the index does."""

    def is_running(self) -> bool:
        """Whether a process plays the season now."""

    def bots(self) -> Collection[BotName]:
        """Return the names of all bots."""

    def next_round(self) -> datetime | None:
        """Return when the next round begins; None if that is not planned."""

    def settings(self) -> Iterator[tuple[str, str]]:
        """Yield the organiser's settings as names and values for people."""

    def record_of(self, match: ListedMatch) -> Path:
        """Return the path of the finished record of a match's attempt."""

    def close(self) -> None:
        """Close the index."""
