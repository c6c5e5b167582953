"""The map: what is printed on the board, and what can be asked of it.

House spaces are numbered from 0 through all regions in their order, so that a set of
spaces is a number whose bit `n` stands for space `n`.
"""

from dataclasses import dataclass
from functools import cached_property

from tianming_games.china.box import LAND_WORDS


@dataclass(frozen=True, eq=False)
class Map:
    """One side of the board, checked.

    `colours` and `sizes` are by region, `alliances` in the order of their numbers,
    `cards` counts the cards of each colour in the box, `removed` says how many of each
    colour go back to it, by the number of players. `spots` are drawing positions.
    """

    name: str
    digest: str
    least_seats: int
    most_seats: int
    names: tuple[str, ...]
    colours: tuple[int, ...]
    sizes: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]
    roads: tuple[tuple[int, int], ...]
    alliances: tuple[tuple[int, int], ...]
    cards: tuple[int, ...]
    removed: dict[int, int]

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The first space of each region."""
        return tuple(sum(self.sizes[:land]) for land in range(len(self.sizes)))

    @cached_property
    def land_of(self) -> tuple[int, ...]:
        """The region of each space."""
        return tuple(land for land, size in enumerate(self.sizes) for _ in range(size))

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each space, the set of spaces a road leads to."""
        sets = [0] * len(self.land_of)
        for one, other in self.roads:
            sets[one] |= 1 << other
            sets[other] |= 1 << one
        return tuple(sets)

    def space_word(self, space: int) -> str:
        """A space as people write it: `wei-3` is the third of Wei."""
        land = self.land_of[space]
        return f"{LAND_WORDS[land]}-{space - self.first[land] + 1}"

    def deck(self, seats: int) -> tuple[int, ...]:
        """The cards that number of players plays with, sorted."""
        removed = self.removed[seats]
        return tuple(
            colour for colour, count in enumerate(self.cards) for _ in range(count - removed)
        )
