"""A source: where the pages read a season from.

A league has its ledger. A folder of records gets an index in memory with the same tables. So
the same queries work for both.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from sqlalchemy import Connection

from referee.league.ledger.listing import ListedMatch
from referee.web.showing import ShowSettings
from tianming_games.game import Game
from tianming_games.registry import load, names


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its options: one variant of the plan."""

    game: str
    options: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        """The name of the game for people."""
        rules = self._rules
        return self.game if rules is None else rules.title

    @property
    def hides(self) -> bool:
        """Whether seats of the game know what others do not; True if it is not installed."""
        rules = self._rules
        return rules is None or rules.facts.hidden

    @property
    def unusual(self) -> dict[str, str]:
        """The options that are not the default."""
        rules = self._rules
        defaults = {} if rules is None else rules.defaults
        return {name: value for name, value in self.options if defaults.get(name) != value}

    @property
    def _rules(self) -> Game[Any] | None:
        """The game; None if it is not installed."""
        return load(self.game) if self.game in names() else None


class Source(Protocol):
    """A season that can be read while it is played."""

    name: str
    kind: Literal["league", "folder"]
    show: ShowSettings
    ledger_url: str | None
    """URL of the ledger, so that another process can read it; None if the index is in memory."""

    @property
    def variants(self) -> tuple[PlayedGame, ...]:
        """The games with options that are played, by number of the variant in the plan."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a transaction that reads the index.

        Raises:
            TianmingError: if it cannot be read.
        """

    def version(self) -> str:
        """Return a text that changes whenever the index does."""

    def is_running(self) -> bool:
        """Whether a process plays the season now."""

    def settings(self) -> Iterator[tuple[str, str]]:
        """Yield the organiser's settings as names and values for people."""

    def record_of(self, match: ListedMatch) -> Path:
        """Return the path of the finished record of a match's attempt."""

    def close(self) -> None:
        """Close the index."""
