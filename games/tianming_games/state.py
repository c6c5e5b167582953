"""The state of a game: the seats to act, their options, and their observations.

The words are OpenSpiel's. A state is changed in place by `apply_action` and
`apply_draw`; everything else leaves it as it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from mypy_extensions import mypyc_attr

from tianming_games.action import Action, IllegalAction
from tianming_games.chance import Chance
from tianming_games.text_board import BoardLine, line

CHANCE = -1
"""The player that draws for the referee."""

PUBLIC = -2
"""The seat of the public observation: nobody's."""

TERMINAL = -4
"""The player of a game that is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of one game."""

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats play."""

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat that is asked next, or `CHANCE`, or `TERMINAL`."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that are asked now; more than one when they choose in secret.

        Their choices change neither the options nor the observations of the others until all have
        chosen. The choices are then applied in seat order.
        """
        player = self.current_player
        return (player,) if player >= 0 else ()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @abstractmethod
    def legal_actions(self, seat: int) -> Sequence[Action]:
        """The legal actions of the seat, sorted, each once; empty if it is not the seat's turn.

        Actions that lead to equal states are listed once, the first of them.
        """

    @abstractmethod
    def violation(self, seat: int, action: Action) -> str | None:
        """The rule's sentence against an action, or None when it is legal."""

    def verify_action(self, seat: int, action: Action) -> None:
        """Raise `IllegalAction` with the rule's sentence unless the action is legal."""
        sentence = self.violation(seat, action)
        if sentence is not None:
            raise IllegalAction(sentence)

    def can_apply(self, seat: int, action: Action) -> bool:
        """Whether the action is legal."""
        return self.violation(seat, action) is None

    @abstractmethod
    def apply_action(self, seat: int, action: Action) -> None:
        """Do a legal action, and go on to the next decision, draw or end."""

    @abstractmethod
    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        """Return the result of the pending draw, without changing the state."""

    @abstractmethod
    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        """Why the values cannot be a result of the pending draw, or None."""

    @abstractmethod
    def draw_notation(self, values: tuple[int, ...]) -> str:
        """What every seat may read of a result of the pending draw."""

    @abstractmethod
    def apply_draw(self, values: tuple[int, ...]) -> None:
        """Carry out a draw, and go on to the next decision, draw or end."""

    @abstractmethod
    def returns(self) -> list[int]:
        """Current points by seat."""

    @abstractmethod
    def places(self) -> list[int]:
        """Current places by seat, from 1; tied seats share a place."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def resample(self, seat: int | None, chance: Chance) -> Self:
        """A copy that deals again all that the seat cannot know; None is the public."""

    @abstractmethod
    def observation(self, seat: int | None) -> Any:
        """What the seat may see: the game's own named tuple of plain values.

        Without a seat it is what everybody may see together, the public observation. Its seat
        is `PUBLIC`. Messages, boards and scenes are made from an observation and from nothing
        else.
        """

    @abstractmethod
    def canonical_bytes(self) -> bytes:
        """The whole state in bytes: equal if and only if the states are equal."""

    @abstractmethod
    def to_text(self, seat: int | None = None) -> str:
        """A board for people: what one seat may see; without a seat all, also what is hidden."""

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        """The same as lines with tones.

        Args:
            seat: whose view it is; None for all of it.
            names: the bots by seat, to stand in place of the seats' numbers.
        """
        return [line(text) for text in self.to_text(seat).splitlines()]

    def map_lines(self) -> list[BoardLine]:
        """The map with the pieces on it, where the game has one; its rows are not wrapped."""
        return []
