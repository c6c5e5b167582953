"""Extras: the state of expansions, which the base rules do not know.

An expansion has a slot, which is a named place in the state, and keeps one immutable value there.
Copies of the state share the value. The canonical bytes, the board and the conserved counts include
a part for each extra.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Extra(Protocol):
    """The state of one expansion: an immutable value."""

    def numbers(self) -> Sequence[int]:
        """Return the whole value as numbers, for the canonical bytes."""

    def lines(self) -> Sequence[str]:
        """Return the whole value as lines of text, for the board."""

    def conserved(self) -> Mapping[str, int]:
        """Return counts by name that are constant during a play."""


class ExtrasOwner(Protocol):
    """A state with extras; an expansion uses only its own slot."""

    extras: Mapping[str, Extra]


E = TypeVar("E", bound=Extra)


@dataclass(frozen=True, slots=True)
class Slot(Generic[E]):
    """The place of one expansion's extra in the state."""

    name: str
    kind: type[E]

    def of(self, state: ExtrasOwner) -> E:
        """Return the extra in the slot."""
        extra = state.extras[self.name]
        assert isinstance(extra, self.kind)
        return extra

    def put(self, state: ExtrasOwner, extra: E) -> None:
        """Replace the extra in the slot."""
        state.extras = {**state.extras, self.name: extra}
