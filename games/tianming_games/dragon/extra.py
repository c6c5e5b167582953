"""Extras: what an expansion keeps on the table, without the base rules knowing it.

An expansion has a slot, a place in the state that is named after it, and keeps one
immutable value there. Copies share the value; the fingerprint, the board and the
conserved counts ask it for its part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from tianming_games.dragon.state import DragonState


class Extra(Protocol):
    """What an expansion keeps: a value that is never changed in place."""

    def numbers(self) -> Sequence[int]:
        """All of it, for the fingerprint."""

    def lines(self) -> Sequence[str]:
        """All of it, for the board."""

    def conserved(self) -> Mapping[str, int]:
        """Counts that stay the same through a whole game."""


E = TypeVar("E", bound=Extra)


@dataclass(frozen=True, slots=True)
class Slot(Generic[E]):
    """The place of one expansion in the state."""

    name: str
    kind: type[E]

    def of(self, state: "DragonState") -> E:
        """What lies there."""
        extra = state.extras[self.name]
        assert isinstance(extra, self.kind)
        return extra

    def put(self, state: "DragonState", extra: E) -> None:
        """Put something else there."""
        state.extras = {**state.extras, self.name: extra}
