"""The base classes of decisions and draws: candidates, legality and effect.

Each kind of decision in a rule book is one small class. Only its method `violation` decides what is
legal: the offered options, verification and the sentences for players all come from it.
"""

import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from tianming_games.action import Action
from tianming_games.chance import Chance

S = TypeVar("S")

_NUMBERS: Final = struct.Struct("<2i").pack
"""Encodes the seat and the subject of a task."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(ABC, Generic[S]):
    """One kind of decision of a seat, as in the rule book."""

    name: ClassVar[str]

    def is_due(self, state: S, task: "Task[S]") -> bool:
        """Return whether there is anything to decide when the task is next on the agenda."""
        return True

    @abstractmethod
    def candidates(self, state: S, task: "Task[S]") -> Sequence[Action]:
        """Return all candidates, legal or not, in the documented order."""

    @abstractmethod
    def violation(self, state: S, task: "Task[S]", action: Action) -> str | None:
        """Return the sentence of the rule that forbids a candidate; None if it is legal."""

    def legal(self, state: S, task: "Task[S]") -> Sequence[Action]:
        """Return the candidates that `violation` allows.

        A decision overrides it only to find the same actions faster.
        """
        return [
            action
            for action in self.candidates(state, task)
            if self.violation(state, task, action) is None
        ]

    def violation_of_other(self, action: Action) -> str:
        """Return the sentence for an action that is not a candidate."""
        return f"That is not what is being decided: {self.name}."

    @abstractmethod
    def do(self, state: S, task: "Task[S]", action: Action) -> None:
        """Apply a legal action."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(ABC, Generic[S]):
    """One kind of random draw of the referee. Games have no other randomness."""

    name: ClassVar[str]

    def is_due(self, state: S, task: "Task[S]") -> bool:
        """Return whether there is anything to draw when the task is next on the agenda."""
        return True

    @abstractmethod
    def sample(self, state: S, chance: Chance) -> tuple[int, ...]:
        """Return a random result, without changing the state."""

    def urn(self, state: S) -> tuple[Sequence[int], int] | None:
        """Return what is drawn: all items, and how many of them are taken one after the other.

        Each item is equally likely. None means that the draw is no sequence of items.
        """
        return None

    @abstractmethod
    def violation(self, state: S, values: tuple[int, ...]) -> str | None:
        """Return why the values cannot be a result of this draw, or None if they can."""

    @abstractmethod
    def do(self, state: S, values: tuple[int, ...]) -> None:
        """Apply a result."""

    @abstractmethod
    def notation(self, values: tuple[int, ...]) -> str:
        """Return the public part of a result, in notation."""


@final
class Task(Generic[S]):
    """A task on the agenda: a decision of a seat, or a draw. Immutable.

    `seat` is `CHANCE` for a draw; the meaning of `subject` depends on the kind.
    """

    __slots__ = ("_packed", "kind", "seat", "subject")

    def __init__(self, kind: Decision[S] | Draw[S], seat: int, subject: int = 0) -> None:
        self.kind = kind
        self.seat = seat
        self.subject = subject
        self._packed = b""

    def of(self, seat: int) -> "Task[S]":
        """Return the same task for another seat."""
        return Task(self.kind, seat, self.subject)

    def canonical_bytes(self) -> bytes:
        """Return the task as bytes: its name after the length, its seat and its subject."""
        if not self._packed:
            self._packed = _name(self.kind.name) + _NUMBERS(self.seat, self.subject)
        return self._packed


@cache
def _name(name: str) -> bytes:
    data = name.encode()
    return struct.pack(f"<{1 + len(data)}i", len(data), *data)
