"""The contents of the box: persons, cards, events, and their numbers by number of players.

Source: the rule book's contents and preparation; values and symbols of the person tiles from the
table 1.1 of `docs/rules/dragon.md`.
"""

from enum import IntEnum
from functools import cache
from typing import Final


class Person(IntEnum):
    """The nine types of persons, and of person cards."""

    CRAFTSMAN = 0
    COURT_LADY = 1
    PYROTECHNIST = 2
    TAX_COLLECTOR = 3
    WARRIOR = 4
    MONK = 5
    HEALER = 6
    FARMER = 7
    SCHOLAR = 8


JOKER: Final = 9
"""The person card with a question mark; the other cards are numbered as `Person`."""

HAND: Final[tuple[int, ...]] = (0, 1, 2, 3, 4, 5, 6, 7, 8, JOKER, JOKER)
"""The eleven person cards with which every player begins."""


class Tile(IntEnum):
    """The fifteen kinds of person tiles: nine young, six old."""

    CRAFTSMAN = 0
    COURT_LADY = 1
    PYROTECHNIST = 2
    TAX_COLLECTOR = 3
    WARRIOR = 4
    MONK = 5
    HEALER = 6
    FARMER = 7
    SCHOLAR = 8
    OLD_PYROTECHNIST = 9
    OLD_WARRIOR = 10
    OLD_MONK = 11
    OLD_HEALER = 12
    OLD_FARMER = 13
    OLD_SCHOLAR = 14


YOUNG: Final = tuple(range(9))
"""The tiles of the display's second row."""

PERSON: Final[tuple[int, ...]] = (0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 4, 5, 6, 7, 8)
"""The type of each tile."""

VALUE: Final[tuple[int, ...]] = (2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2)
"""Spaces on the person track, by tile."""

SYMBOLS: Final[tuple[int, ...]] = (1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3)
"""Symbols, by tile."""

TILES_OF: Final = tuple(tuple(t for t in range(15) if PERSON[t] == person) for person in range(9))
"""The tiles of each type, young before old."""


def display(players: int) -> tuple[int, ...]:
    """Return the number of tiles of each kind on the display at the start."""
    young, old, only_young = players + 1, players - 1, 2 * players
    aged = {PERSON[tile] for tile in range(9, 15)}
    return tuple((young if tile in aged else only_young) for tile in YOUNG) + (old,) * 6


class Card(IntEnum):
    """The action cards."""

    TAXES = 0
    BUILD = 1
    HARVEST = 2
    FIREWORKS_DISPLAY = 3
    MILITARY_PARADE = 4
    RESEARCH = 5
    PRIVILEGE = 6


@cache
def group_sizes(players: int, cards: int) -> tuple[int, ...]:
    """Return the sizes of the groups of action cards: as many as players, as even as possible."""
    return tuple(cards // players + (group < cards % players) for group in range(players))


class EventTile(IntEnum):
    """The event tiles."""

    PEACE = 0
    IMPERIAL_TRIBUTE = 1
    DROUGHT = 2
    DRAGON_FESTIVAL = 3
    MONGOL_INVASION = 4
    CONTAGION = 5


EVENT_POOL: Final[tuple[int, ...]] = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
"""The ten event tiles that are shuffled; the two tiles of peace come before them."""


class Size(IntEnum):
    """The privileges; the value is the number of dragons."""

    SMALL = 1
    LARGE = 2


MONTHS: Final = 12
TOLL: Final = 3
"""Yuan for a group that another player has already chosen."""

REPLENISH: Final = 3
"""Yuan up to which a pass fills the money of a player."""

SMALL_PRICE: Final = 2
LARGE_PRICE: Final = {"2007": 6, "anniversary": 7}
"""Yuan for a large privilege, by edition."""
