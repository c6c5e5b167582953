"""The settings of a match, which are fixed before it begins."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings
from tianming_games.match_terms import seed_of_bot


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a match.

    `options` has a value for each of the game's options. `bots` are the bots by seat. `seed` and
    `seed_nonce` are 32 bytes each, secret until the end. `strikes` is the number of strikes that
    forfeit a seat. `people` are the seats of people; a match with any is never rated.
    """

    match_id: MatchId
    game: str
    options: dict[str, str]
    bots: tuple[BotName, ...]
    seed: bytes = field(repr=False)
    seed_nonce: bytes = field(repr=False)
    clock: ClockSettings = field(default_factory=ClockSettings)
    strikes: int = 3
    people: tuple[int, ...] = ()

    @property
    def seed_commitment(self) -> bytes:
        """The hash that commits the referee to the seed: SHA-256, 32 bytes."""
        return sha256(b"tianming.v1.seed" + self.seed_nonce + self.seed).digest()

    def bot_seed(self, seat: int) -> bytes:
        """Return the seed for a bot's random choices, 32 bytes; see `seed_of_bot`."""
        return seed_of_bot(self.seed, seat, self.bots[seat])

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
            self.people,
        )
