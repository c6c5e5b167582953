"""The contents of the box: colours, regions, pieces, and how many of each.

Source: the rule book's contents and preparation; `docs/rules/china.md`, facts.
"""

from enum import IntEnum


class Colour(IntEnum):
    """The five colours of regions and of region cards."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    ORANGE = 3
    PURPLE = 4


class Land(IntEnum):
    """The nine regions, in the order in which board files list them."""

    YEN = 0
    ZHAO = 1
    QI = 2
    WEI = 3
    LU = 4
    HAN = 5
    CHIN = 6
    SHU = 7
    CHU = 8


COLOUR_WORDS = tuple(colour.name.lower() for colour in Colour)
LAND_WORDS = tuple(land.name.lower() for land in Land)

LEAST_SEATS = 3
MOST_SEATS = 5

HOUSES = 20
"""Houses of each player."""

EMISSARIES = 8
"""Emissaries that a player can place; the ninth is the scoring stone."""

FORTIFICATIONS = 1
"""Fortifications of each player, where they are used."""

CARDS = 57
"""Region cards in the box."""

HAND = 3
"""Cards in a full hand."""

DISPLAY = 4
"""Face-up cards next to the draw pile."""

LEAST_ROW = 4
"""Minimum houses of a row that scores as a road."""

ALLIANCES = 15
"""Alliances on the board."""

MOST_SPACES = 8
"""Maximum house spaces of a region."""

MOST_POINTS = 450
"""Upper bound of the points of a seat.

Houses score at most 60 spaces doubled, each of 15 alliances at most 16 emissaries, and roads at
most 20 houses doubled: 120 + 240 + 40.
"""

EMPTY = -1
"""The owner of a house space without a house."""

NOWHERE = -1
"""The region in play before a player has chosen one."""
