"""A match in numbers: ids of actions in, masks and tensors out. Draws follow from a seed."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load
from tianming_games.scene_svg import to_svg
from tianming_games.state import CHANCE, State

Observed = dict[str, NDArray[Any]]
"""The keys `observation` (the tensor) and `action_mask`, as PettingZoo names them."""


def seed_bytes(number: int) -> bytes:
    """Return the seed of a match from a number: the draws of a recorded match with this seed."""
    return number.to_bytes(32, "little")


class NumberedMatch:
    """Plays one match after the other with the same seats and options."""

    def __init__(
        self, game: str | Game[Any], seats: int, options: Mapping[str, str] | None = None
    ) -> None:
        """Create a match, which `begin` begins.

        Args:
            game: a game, or its name.
            seats: number of seats.
            options: options of the match.

        Raises:
            UsageError: for a game that is not installed, or seats or options it does not take.
        """
        self.game: Final[Game[Any]] = load(game) if isinstance(game, str) else game
        self.seats: Final = seats
        self.options: Final = dict(options or {})
        self.catalogue: Final = self.game.catalogue(self.options)
        self.layout: Final = self.game.tensor_layout(seats, self.options)
        self.begin(bytes(32))

    def begin(self, seed: bytes) -> None:
        """Begin a match, and carry out its first draws."""
        self.state: State = self.game.begin(self.seats, self.options)
        self._seed = seed
        self._draws = 0
        self._draw()

    def act(self, seat: int, number: int) -> None:
        """Carry out the action of an id, and the draws that follow.

        Raises:
            UsageError: for a number that is no id.
            IllegalAction: for an action that the rules forbid now, with the sentence of the rule.
        """
        state = self.state
        state.apply_action(seat, self.catalogue.legal_action(state, seat, int(number)))
        self._draw()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of a seat: 1 for each legal id, all 0 if the seat does not act."""
        return np.frombuffer(self.catalogue.mask(self.state, seat), np.int8)

    def tensor(self, seat: int | None) -> NDArray[np.float32]:
        """Return the tensor of what a seat sees; None for the public."""
        seen = self.state.observation(seat)
        return np.frombuffer(bytearray(self.layout.encode(seen)), np.float32)

    def observed(self, seat: int) -> Observed:
        """Return tensor and mask of a seat."""
        return {"observation": self.tensor(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """Return the rewards by place when the match is over, else zeros."""
        if self.state.is_terminal():
            return place_rewards(self.state.places())
        return [0.0] * self.seats

    def svg(self) -> str:
        """Return the board as everybody sees it, as SVG; empty if the game draws none."""
        shown = self.game.presentation(self.seats, self.options)
        if shown.board is None:
            return ""
        return to_svg(shown.board, shown.scene(self.state.observation(None)))

    def _draw(self) -> None:
        state = self.state
        while state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(self._seed, f"draw {self._draws}")))
            self._draws += 1
