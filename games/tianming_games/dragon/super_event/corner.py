"""The corner on the event tile of month 7."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tianming_games.dragon.extra import Slot
from tianming_games.dragon.notation import CORNER_WORDS, TILE_WORDS


class SuperEvent(NamedTuple):
    """The corner, None before it is drawn, and the tiles that players have taken by Sunrise."""

    corner: int | None
    risen: tuple[int, ...] = ()

    def numbers(self) -> Sequence[int]:
        """Return the corner, -1 for none, and the tiles taken by Sunrise."""
        corner = -1 if self.corner is None else int(self.corner)
        return (corner, len(self.risen), *self.risen)

    def lines(self) -> Sequence[str]:
        """Return the corner, and the tiles taken by Sunrise."""
        words = ["not drawn yet" if self.corner is None else CORNER_WORDS[self.corner]]
        words += [TILE_WORDS[tile] for tile in self.risen]
        return (f"month 7  {' '.join(words)}",)

    def conserved(self) -> Mapping[str, int]:
        """Return no counts."""
        return {}


CORNER = Slot("super event", SuperEvent)
