"""A decision: the one place that knows what may be chosen, why not, and what it does.

Every kind of decision a rule book asks for is one small class. Its `violation` is the only source
of legality: offers, verification and the sentences for players all come from it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from tianming_games.action import Action
from tianming_games.chance import Chance

S = TypeVar("S")


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(ABC, Generic[S]):
    """One kind of decision of a seat, as the rule book gives it."""

    name: ClassVar[str]

    def is_due(self, state: S, task: "Task[S]") -> bool:
        """Whether there is anything to decide when the task's turn comes."""
        return True

    @abstractmethod
    def candidates(self, state: S, task: "Task[S]") -> Sequence[Action]:
        """What could be chosen, in the documented order, legal or not."""

    @abstractmethod
    def violation(self, state: S, task: "Task[S]", action: Action) -> str | None:
        """The rule's sentence against a candidate, or None when it is legal."""

    def violation_of_other(self, action: Action) -> str:
        """The sentence against an action that is no candidate."""
        return f"That is not what is being decided: {self.name}."

    @abstractmethod
    def do(self, state: S, task: "Task[S]", action: Action) -> None:
        """Carry out a legal choice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(ABC, Generic[S]):
    """One kind of draw of the referee: the only place where chance enters."""

    name: ClassVar[str]

    def is_due(self, state: S, task: "Task[S]") -> bool:
        """Whether there is anything to draw when the task's turn comes."""
        return True

    @abstractmethod
    def sample(self, state: S, chance: Chance) -> tuple[int, ...]:
        """Draw a result; the state is not changed."""

    @abstractmethod
    def violation(self, state: S, values: tuple[int, ...]) -> str | None:
        """Why the values cannot be a result of this draw, or None."""

    @abstractmethod
    def do(self, state: S, values: tuple[int, ...]) -> None:
        """Carry out a result."""

    @abstractmethod
    def notation(self, values: tuple[int, ...]) -> str:
        """What everybody may read of the result."""


@final
class Task(Generic[S]):
    """Something a game has to do next: a decision of a seat, or a draw; never changed.

    `seat` is `CHANCE` for a draw; `subject` is its object, whose meaning depends on the kind.
    """

    __slots__ = ("kind", "seat", "subject")

    def __init__(self, kind: Decision[S] | Draw[S], seat: int, subject: int = 0) -> None:
        self.kind = kind
        self.seat = seat
        self.subject = subject

    def of(self, seat: int) -> "Task[S]":
        """The same task of another seat."""
        return Task(self.kind, seat, self.subject)
