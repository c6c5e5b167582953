"""The map: the printed contents of a board, and values derived from them.

House spaces are numbered from 0, region by region. A set of spaces is an integer whose bit `n`
stands for space `n`.
"""

from dataclasses import dataclass
from functools import cached_property

from tianming_games.china.box import LAND_WORDS


@dataclass(frozen=True, eq=False)
class Map:
    """One side of the board, checked.

    `colours` and `sizes` are by region, `alliances` in the order of their numbers. `cards` are the
    numbers of cards of each colour in the box. `removed` is the number of cards of each colour that
    are removed, by the number of players. `spots` are the coordinates of the house spaces in a
    drawing.
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
        """For each space, the set of spaces to which a road leads."""
        sets = [0] * len(self.land_of)
        for one, other in self.roads:
            sets[one] |= 1 << other
            sets[other] |= 1 << one
        return tuple(sets)

    def space_word(self, space: int) -> str:
        """Return the notation of a space: `wei-3` is the third of Wei."""
        land = self.land_of[space]
        return f"{LAND_WORDS[land]}-{space - self.first[land] + 1}"

    def deck(self, seats: int) -> tuple[int, ...]:
        """Return the cards of a match with that number of players, sorted."""
        removed = self.removed[seats]
        return tuple(
            colour for colour, count in enumerate(self.cards) for _ in range(count - removed)
        )
