"""The configuration of matches: game, options and clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.error import UsageError
from referee.league.configuration.settings import LeagueSettings
from referee.match.clock import ClockSettings
from tianming_games.game import Game
from tianming_games.registry import load


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

    def has_board(self, seats: int) -> bool:
        """Whether the game draws its board; False if it is not installed."""
        rules = self._rules
        return rules is not None and rules.presentation(seats, dict(self.options)).board is not None

    @property
    def _rules(self) -> Game[Any] | None:
        """The game; None if it is not installed, or broken."""
        try:
            return load(self.game)
        except UsageError:
            return None


def configurations_of(settings: LeagueSettings) -> tuple[MatchConfiguration, ...]:
    """Return the configurations of a league's matches, one for each variant."""
    clock = settings.clock.settings
    return tuple(MatchConfiguration.of(settings.game, each, clock) for each in settings.variants)
