"""Extras: what an expansion keeps on the table, without the base rules knowing it.

An expansion has a slot, a place in the state that is named after it, and keeps one
immutable value there. Copies share the value; the canonical bytes, the board and the
conserved counts ask it for its part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Extra(Protocol):
    """What an expansion keeps: a value that is never changed in place."""

    def numbers(self) -> Sequence[int]:
        """All of it, for the canonical bytes."""

    def lines(self) -> Sequence[str]:
        """All of it, for the board."""

    def conserved(self) -> Mapping[str, int]:
        """Counts that stay the same through a whole game."""


class ExtrasOwner(Protocol):
    """The state, of which an expansion uses its slot alone."""

    extras: Mapping[str, Extra]


E = TypeVar("E", bound=Extra)


@dataclass(frozen=True, slots=True)
class Slot(Generic[E]):
    """The place of one expansion in the state."""

    name: str
    kind: type[E]

    def of(self, state: ExtrasOwner) -> E:
        """What lies there."""
        extra = state.extras[self.name]
        assert isinstance(extra, self.kind)
        return extra

    def put(self, state: ExtrasOwner, extra: E) -> None:
        """Put something else there."""
        state.extras = {**state.extras, self.name: extra}
