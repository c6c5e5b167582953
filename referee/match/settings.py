"""The settings of a match: what is agreed before it begins."""

from dataclasses import dataclass, field
from typing import Any

from referee.match.clock import ClockSettings


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Who plays what under which clock.

    `options` is a full set of the game's options, `seed` and `seed_nonce` are 32 bytes
    each, which nobody may know before the end, `strikes` is how many faults forfeit a seat.
    """

    match_id: str
    game: str
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: bytes = field(repr=False)
    seed_nonce: bytes = field(repr=False)
    clock: ClockSettings = field(default_factory=ClockSettings)
    strikes: int = 3

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        return MatchSettings, (
            self.match_id,
            self.game,
            self.options,
            self.bots,
            self.seed,
            self.seed_nonce,
            self.clock,
            self.strikes,
        )
