"""The map: the printed contents of a board, as immutable values that all states of a play share.

Provinces and districts are numbered from 0 in the order of the board file: province `p` has the
districts `3 p`, `3 p + 1` and `3 p + 2`. In the notation a province is a letter from `A`, and a
district is that letter with a number from 1.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Transport(NamedTuple):
    """A means of transport, and how many movement cards show it."""

    name: str
    cards: int


class Province(NamedTuple):
    """A province: its name, its colour, the names of its districts, and its place in a drawing."""

    name: str
    colour: str
    districts: tuple[str, ...]
    grid: tuple[int, int]


class Border(NamedTuple):
    """A border between two districts, and the card that crosses it, from 1."""

    one: int
    other: int
    card: int


@dataclass(frozen=True, eq=False)
class Map:
    """The map of one board.

    `ways` are, for each district, its neighbours with the card that leads there, sorted by
    neighbour.
    """

    name: str
    digest: str
    transports: tuple[Transport, ...]
    provinces: tuple[Province, ...]
    borders: tuple[Border, ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def cards(self) -> int:
        """The number of kinds of cards, with the dragon card among them."""
        return 1 + len(self.transports)

    def stack(self) -> tuple[int, ...]:
        """Return the numbers of all movement cards by kind; the number of dragon cards is 0."""
        return (0, *(transport.cards for transport in self.transports))

    def district_name(self, district: int) -> str:
        """Return the name of a district on the board."""
        province, part = divmod(district, 3)
        return self.provinces[province].districts[part]


def neighbours(
    borders: tuple[Border, ...], districts: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each district its neighbours with the card that leads there, sorted."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(districts)]
    for one, other, card in borders:
        ways[one].append((other, card))
        ways[other].append((one, card))
    return tuple(tuple(sorted(row)) for row in ways)
