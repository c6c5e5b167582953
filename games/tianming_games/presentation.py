"""The presentation of a match to people: drawings and sentences.

A presentation uses only the observation of the viewer: that of a seat, or the public one. So it
shows no hidden information. The caller passes the names of the seats, and must ensure that their
characters are safe.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tianming_games.action import Action
from tianming_games.scene import Board, Scene


class Moment(NamedTuple):
    """The time in a game, in its own terms.

    Steps with the same `round` belong together, and within it, steps with the same `turn`. Examples
    are `Month 5` and `Actions`, or `Round 3` and `Turn 14`.
    """

    round: str
    turn: str


def seat_names(seats: int) -> tuple[str, ...]:
    """Return the default names of seats, made from their numbers."""
    return tuple(f"seat {seat}" for seat in range(seats))


class Presentation(ABC):
    """The presentation of one match."""

    def __init__(self, names: Sequence[str], board: Board | None = None) -> None:
        """Create the presentation.

        Args:
            names: the names of the seats.
            board: the constant part of the drawings; None if the game has no drawing.
        """
        self.names = tuple(names)
        self.board = board

    @abstractmethod
    def scene(self, seen: Any) -> Scene:
        """Return the pieces of a position.

        Args:
            seen: the viewer's observation.
        """

    def follow(self, before: Scene, scene: Scene) -> Scene:
        """Return the scene with the ids that its pieces had in the previous scene.

        A game overrides this if a position alone does not identify its pieces.

        Args:
            before: the previous result of this method, or the first `scene`.
            scene: the `scene` of the position.
        """
        return scene

    @abstractmethod
    def moment(self, seen: Any) -> Moment:
        """Return the time in the game, from the viewer's observation."""

    @abstractmethod
    def action(self, seen: Any, seat: int, action: Action) -> str:
        """Return the sentence about an action.

        Args:
            seen: the viewer's observation before the action.
            seat: the seat that acts.
            action: the action, which must be legal.
        """

    def rule(self, seen: Any, action: Action) -> str:
        """Return the heading of the rule behind an action in the game's page; empty without one.

        Args:
            seen: the viewer's observation before the action.
            action: the action, which must be legal.
        """
        return ""

    def taken(self, seen: Any, action: Action) -> tuple[str, ...]:
        """Return the ids of the pieces that an action takes, if draws replace them at once.

        The pieces that another action takes are seen by trying it, so most games need not tell.

        Args:
            seen: the viewer's observation before the action.
            action: the action, which must be legal.
        """
        return ()

    @abstractmethod
    def draw(self, notation: str) -> str:
        """Return the sentence about the result of a draw.

        Args:
            notation: the public part of the result, from `State.draw_notation`.
        """

    def scored_for(self, before: Any, after: Any) -> str:
        """Return what points were scored for in a step, in 16 characters at most; empty if unknown.

        Args:
            before: the viewer's observation before the step.
            after: the viewer's observation after it, with other points.
        """
        return ""

    def gains(self, before: Sequence[int], after: Sequence[int], reason: str = "") -> str:
        """Return the sentence about scored points; empty if no points changed.

        Args:
            before: points by seat, from `State.returns`.
            after: points by seat, one or more steps later.
            reason: what they were scored for, from `scored_for`.
        """
        changes = zip(self.names, before, after, strict=True)
        parts = [f"{name} {now - then:+d}" for name, then, now in changes if now != then]
        head = f"Points for {reason}" if reason else "Points"
        return f"{head}: {', '.join(parts)}." if parts else ""


class PlainPresentation(Presentation):
    """A presentation for any game, in notation only, without drawings."""

    def __init__(self, names: Sequence[str], write: Callable[[Action], str]) -> None:
        """Create the presentation of a match.

        Args:
            names: the names of the seats.
            write: returns the notation of an action.
        """
        super().__init__(names)
        self._write = write

    def scene(self, seen: Any) -> Scene:
        return {}

    def moment(self, seen: Any) -> Moment:
        return Moment("", "")

    def action(self, seen: Any, seat: int, action: Action) -> str:
        return f"{self.names[seat]}: {self._write(action)}"

    def draw(self, notation: str) -> str:
        return f"Draw: {notation}"
