"""The state of a game: the acting seats, their legal actions, and their observations.

The terms are those of OpenSpiel. Only `apply_action` and `apply_draw` change a state, in place.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from mypy_extensions import mypyc_attr

from tianming_games.action import Action, IllegalAction
from tianming_games.chance import Chance
from tianming_games.text_board import BoardLine, line

CHANCE = -1
"""The value of `current_player` when a draw is pending."""

PUBLIC = -2
"""The seat of the public observation."""

TERMINAL = -4
"""The value of `current_player` when the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """The state of one play of a game."""

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats."""

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat that acts next, or `CHANCE`, or `TERMINAL`."""

    def to_act(self) -> tuple[int, ...]:
        """Return the acting seats, in seat order; several if they choose simultaneously.

        Until all of them have chosen, a choice changes neither options nor observations of the
        others. The choices are then applied in seat order.
        """
        player = self.current_player
        return (player,) if player >= 0 else ()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player == TERMINAL

    @abstractmethod
    def legal_actions(self, seat: int) -> Sequence[Action]:
        """Return the legal actions of a seat, sorted; empty if it is not the seat's turn.

        Of several actions that lead to equal states, only the first is listed.
        """

    @abstractmethod
    def violation(self, seat: int, action: Action) -> str | None:
        """Return the sentence of the rule that forbids an action; None if it is legal."""

    def verify_action(self, seat: int, action: Action) -> None:
        """Raise `IllegalAction` with the sentence of the rule, unless the action is legal."""
        sentence = self.violation(seat, action)
        if sentence is not None:
            raise IllegalAction(sentence)

    def can_apply(self, seat: int, action: Action) -> bool:
        """Return whether the action is legal."""
        return self.violation(seat, action) is None

    @abstractmethod
    def apply_action(self, seat: int, action: Action) -> None:
        """Apply a legal action, and advance to the next decision, draw or end."""

    @abstractmethod
    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        """Return a random result of the pending draw, without changing the state.

        Equal random streams give equal results.
        """

    def draw_urn(self) -> tuple[Sequence[int], int] | None:
        """Return what the pending draw takes from: all items, and how many are taken in order.

        Each item is equally likely. None means that the draw is no sequence of items.
        """
        return None

    @abstractmethod
    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        """Return why the values cannot be a result of the pending draw; None if they can."""

    @abstractmethod
    def draw_notation(self, values: tuple[int, ...]) -> str:
        """Return the public part of a result of the pending draw, in notation."""

    @abstractmethod
    def apply_draw(self, values: tuple[int, ...]) -> None:
        """Apply the result of a draw, and advance to the next decision, draw or end."""

    @abstractmethod
    def returns(self) -> list[int]:
        """Return the current points by seat."""

    @abstractmethod
    def places(self) -> list[int]:
        """Return the current places by seat, from 1; tied seats share a place."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def resample(self, seat: int | None, chance: Chance) -> Self:
        """Return a copy in which all information that is hidden from a seat is dealt again.

        `seat` None stands for the public.
        """

    @abstractmethod
    def observation(self, seat: int | None) -> Any:
        """Return the observation of a seat, as the game's object of plain values.

        `seat` None stands for the public observation, with only the information of all seats; its
        seat is `PUBLIC`. Messages, boards and scenes are made only from observations.
        """

    @abstractmethod
    def canonical_bytes(self) -> bytes:
        """Return the whole state as bytes, which are equal if and only if the states are equal."""

    @abstractmethod
    def to_text(self, seat: int | None = None) -> str:
        """Return a text board with the view of a seat; None for the whole state."""

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        """Return the board of `to_text` as lines with tones.

        Args:
            seat: the seat whose view is shown; None for the whole state.
            names: names of the bots by seat, in place of the seats' numbers.
        """
        return [line(text) for text in self.to_text(seat).splitlines()]

    def brief_text(self, seat: int) -> str:
        """Return the view of a seat in few bytes, for a program that reads text.

        Default: `to_text` without the spaces that align its columns. No line is empty.
        """
        lines = [" ".join(text.split()) for text in self.to_text(seat).splitlines()]
        return "".join([f"{text}\n" for text in lines if text])

    def map_lines(self) -> list[BoardLine]:
        """Return the map with its pieces, which must not be wrapped; empty without a map."""
        return []
