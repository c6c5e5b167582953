"""A presentation: how one match looks and reads to people.

It is made from what a viewer may see: the observation of a seat, or the public one. So it shows
nothing that its observation does not hold. The caller passes the names of the seats, and is
responsible for their characters.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tianming_games.action import Action
from tianming_games.scene import Board, Scene


class Moment(NamedTuple):
    """When something happens, in the words of the game.

    Steps that share a `round` belong together, and so do steps within it that share a `turn`:
    for example `Month 5` and `Actions`, or `Round 3` and `Turn 14`.
    """

    round: str
    turn: str


def seat_names(seats: int) -> tuple[str, ...]:
    """The names of seats that have no other: their numbers."""
    return tuple(f"seat {seat}" for seat in range(seats))


class Presentation(ABC):
    """How one match looks and reads. `names` are those of the seats."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    @property
    @abstractmethod
    def board(self) -> Board | None:
        """The part that stays the same through the match; None if the game has no drawing."""

    @abstractmethod
    def scene(self, seen: Any) -> Scene:
        """The pieces of a position.

        Args:
            seen: what the viewer may see: an observation of the game.
        """

    def follow(self, before: Scene, scene: Scene) -> Scene:
        """The scene with the ids that its pieces had in the scene before.

        Where a position alone does not tell which piece is which, a game overrides this.

        Args:
            before: what this returned for the position before, or its `scene`.
            scene: the `scene` of the position.
        """
        return scene

    @abstractmethod
    def moment(self, seen: Any) -> Moment:
        """When it is."""

    @abstractmethod
    def action(self, seen: Any, seat: int, action: Action) -> str:
        """What a seat does, as a sentence.

        Args:
            seen: what the viewer may see before it is done.
            seat: who does it.
            action: what is done; it must be legal.
        """

    @abstractmethod
    def draw(self, notation: str) -> str:
        """The result of a draw, as a sentence.

        Args:
            notation: what every seat may read of it, as `State.draw_notation` has it.
        """

    def gains(self, before: Sequence[int], after: Sequence[int]) -> str:
        """The scored points by seat, as a sentence; empty if nobody scored.

        Args:
            before: points by seat, as `State.returns` has them.
            after: points by seat, one or more steps later.
        """
        changes = zip(self.names, before, after, strict=True)
        parts = [f"{name} {now - then:+d}" for name, then, now in changes if now != then]
        return f"Points: {', '.join(parts)}." if parts else ""


class PlainPresentation(Presentation):
    """How a match of any game reads in its notation; there is nothing to look at."""

    def __init__(self, names: Sequence[str], write: Callable[[Action], str]) -> None:
        """Present a match.

        Args:
            names: the names of the seats.
            write: the notation of an action.
        """
        super().__init__(names)
        self._write = write

    @property
    def board(self) -> None:
        return None

    def scene(self, seen: Any) -> Scene:
        return {}

    def moment(self, seen: Any) -> Moment:
        return Moment("", "")

    def action(self, seen: Any, seat: int, action: Action) -> str:
        return f"{self.names[seat]}: {self._write(action)}"

    def draw(self, notation: str) -> str:
        return f"Draw: {notation}"
