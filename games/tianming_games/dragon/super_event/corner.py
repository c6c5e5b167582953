"""The corner on the event tile of month 7."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tianming_games.dragon.extra import Slot
from tianming_games.dragon.notation import CORNER_WORDS, TILE_WORDS


class SuperEvent(NamedTuple):
    """Which corner it is, None before it is drawn, and what Sunrise has given away."""

    corner: int | None
    risen: tuple[int, ...] = ()

    def numbers(self) -> Sequence[int]:
        """The corner, -1 for none, and the tiles that were chosen."""
        corner = -1 if self.corner is None else int(self.corner)
        return (corner, len(self.risen), *self.risen)

    def lines(self) -> Sequence[str]:
        """The corner, and the tiles that were chosen."""
        words = ["not drawn yet" if self.corner is None else CORNER_WORDS[self.corner]]
        words += [TILE_WORDS[tile] for tile in self.risen]
        return (f"month 7  {' '.join(words)}",)

    def conserved(self) -> Mapping[str, int]:
        """Nothing is counted."""
        return {}


CORNER = Slot("super event", SuperEvent)
