"""A source: where the pages read a season from.

A league has its ledger. A folder of records gets an index of the same tables in memory. So the
pages ask both the same questions.
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
    """A game with its options: what the matches of one variant of the plan are."""

    game: str
    options: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        """The name of the game for people."""
        rules = self._rules
        return self.game if rules is None else rules.title

    @property
    def hides(self) -> bool:
        """Whether seats of the game know what others do not; True where nobody can tell."""
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
        """The game; None where it is not installed."""
        return load(self.game) if self.game in names() else None


class Source(Protocol):
    """A season that can be read while others play it."""

    name: str
    kind: Literal["league", "folder"]
    show: ShowSettings
    ledger_url: str | None
    """The ledger, for another process to read; None where the index is in memory."""

    @property
    def variants(self) -> tuple[PlayedGame, ...]:
        """What is played, by the number of the variant in the plan."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that reads the index.

        Raises:
            TianmingError: when it cannot be read.
        """

    def version(self) -> str:
        """A text that changes whenever the index does."""

    def is_running(self) -> bool:
        """Whether somebody plays the season now."""

    def settings(self) -> Iterator[tuple[str, str]]:
        """What the organiser has set, in words: names and values."""

    def record_of(self, match: ListedMatch) -> Path:
        """Where the record of the attempt at a match is when it is finished."""

    def close(self) -> None:
        """Let go of the index."""
