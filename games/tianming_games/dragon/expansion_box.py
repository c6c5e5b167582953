"""The contents of the boxes of the anniversary edition's expansions."""

from enum import IntEnum

BUILDING_THE_WALL = 7
"""The eighth action card; the others are numbered as `Card`."""

WALL_LENGTH = 12
"""Wall tiles that fit under the event row, one a month."""


class WallTile(IntEnum):
    """The six wall tiles of each player, by their privilege."""

    RICE = 0
    FIREWORKS = 1
    SECTION = 2
    YUAN = 3
    SPACES = 4
    POINTS = 5


class Corner(IntEnum):
    """The ten super events."""

    LANTERNFEST = 0
    BUDDHA = 1
    EARTHQUAKE = 2
    FLOOD = 3
    SOLAR_ECLIPSE = 4
    VOLCANIC_ERUPTION = 5
    TORNADO = 6
    SUNRISE = 7
    ASSASSINATION_ATTEMPT = 8
    CHARTER = 9


CORNER_MONTH = 7
"""The month of the super event."""


class Goods(IntEnum):
    """The goods that the flood takes."""

    YUAN = 0
    RICE = 1
    FIREWORKS = 2
