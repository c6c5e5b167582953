"""The coordinates of everything on the drawn board: the map, the cards, the players.

The map places each province at its `grid`. In even rows a province has two districts above and one
below, in odd rows one above and two below, in the order of the board file. Its city is between
them. The province space lies to the left of the city, and the open card to the right.
"""

from typing import Final

from tianming_games.cells import Frame, Point
from tianming_games.country import MapPoint
from tianming_games.ming.map import Map

MARGIN: Final = 24
CELL_WIDTH: Final = 230
CELL_HEIGHT: Final = 300
PLATE_WIDTH: Final = 102
PLATE_HEIGHT: Final = 76
HOUSE: Final = 22
"""Side length of a house of a city; a city has three rows of three."""
SPACE_WIDTH: Final = 62
SPACE_HEIGHT: Final = 88
PANEL_WIDTH: Final = 264
PANEL_HEIGHT: Final = 150
PANEL_STEP: Final = 158
STOCKS_HEIGHT: Final = 88
STEP: Final = 8
"""Vertical distance of family members that lie on top of each other."""

_TOP: Final = 52
_SEA: Final = 14
"""Width of the sea, beside what the margin has of it."""
_FALL: Final = (0, 34, 10)
"""How far each column of provinces lies below the first; the fourth is like the first."""
_ACROSS, _DOWN = 58, 88
_ASIDE, _OFF = 83, 14


class Layout:
    """The places of all pieces on a map, for a number of families; without them only the map."""

    def __init__(self, board: Map, families: int) -> None:
        self.map = board
        self.families = families
        columns = 1 + max(province.grid[0] for province in board.provinces)
        rows = 1 + max(province.grid[1] for province in board.provinces)
        self.map_width = 2 * MARGIN + CELL_WIDTH * max(3, columns) + _SEA
        self.map_height = _TOP + CELL_HEIGHT * rows + max(_FALL) + MARGIN
        self.panels_x = self.map_width - 8
        self.panels_y = MARGIN + STOCKS_HEIGHT
        self.width = self.panels_x + PANEL_WIDTH + MARGIN if families else self.map_width
        panels_bottom = self.panels_y + PANEL_STEP * families - 8 + MARGIN if families else 0
        self.height = max(self.map_height, panels_bottom)

    def frame(self) -> Frame:
        """Return the edge of the map."""
        return Frame(6, _TOP - 8, self.map_width - 14, self.map_height - 6)

    def places(self) -> tuple[MapPoint, ...]:
        """Return what stands on the map, for the country around it."""
        plates, provinces = 3 * len(self.map.provinces), range(len(self.map.provinces))
        squares = [
            *((self.district(plate), (48, 36), plate // 3, plate) for plate in range(plates)),
            *((self.city(one), (32, 32), one, plates + one) for one in provinces),
        ]
        return tuple(
            MapPoint(x + across * half / 2, y + down * tall / 2, province, thing)
            for (x, y), (half, tall), province, thing in squares
            for across in range(-2, 3)
            for down in range(-2, 3)
            if 2 in (abs(across), abs(down))
        )

    def is_upside_down(self, province: int) -> bool:
        """Whether the province has one district above and two below."""
        return bool(self.map.provinces[province].grid[1] % 2)

    def city(self, province: int) -> Point:
        """Return the middle of a city."""
        column, row = self.map.provinces[province].grid
        y = _TOP + CELL_HEIGHT * (row + 0.5) + _FALL[column % len(_FALL)]
        return MARGIN + CELL_WIDTH * (column + 0.5), y

    def district(self, district: int) -> Point:
        """Return the middle of a district."""
        province, part = divmod(district, 3)
        x, y = self.city(province)
        if self.is_upside_down(province):
            return (x, y - _DOWN) if not part else (x + _ACROSS * (2 * part - 3), y + _DOWN)
        return (x, y + _DOWN) if part == 2 else (x + _ACROSS * (2 * part - 1), y - _DOWN)

    def border(self, one: int, other: int) -> Point:
        """Return the place of the means of transport: half way, or beside the city in between."""
        (x, y), (to_x, to_y) = self.district(one), self.district(other)
        part = 0.5
        if one // 3 == other // 3 and y != to_y:
            is_alone = x == self.city(one // 3)[0]
            part = 0.69 if is_alone else 0.31
        return x + part * (to_x - x), y + part * (to_y - y)

    def house(self, district: int, number: int) -> Point:
        """Return the place of a house of a city: each district has a row of three, from 0."""
        province, part = divmod(district, 3)
        x, y = self.city(province)
        return x + HOUSE * (number - 1), y + HOUSE * (part - 1)

    def cloister(self, district: int) -> Point:
        """Return the place of a district's cloister."""
        x, y = self.district(district)
        return x + 34, y - 18

    def prince(self, district: int) -> Point:
        """Return the place of a prince in a district."""
        x, y = self.district(district)
        return x + 2, y - 26

    def member(self, district: int, family: int, number: int) -> Point:
        """Return the place of a family member in a district's open area, from 0, the lowest."""
        x, y = self.district(district)
        return x + self._column(family), y + 22 - STEP * number

    def space(self, province: int) -> Point:
        """Return the middle of a province space."""
        x, y = self.city(province)
        return x - _ASIDE, y + self._off(province)

    def waiting(self, province: int, family: int, number: int) -> Point:
        """Return the place of a family member on a province space, from 0."""
        x, y = self.space(province)
        row, column = divmod(family, 2)
        return x + 13 * (2 * column - 1), y + 7 + 23 * row - 5 * number

    def card(self, province: int) -> Point:
        """Return the place of the open movement card beside a province space."""
        x, y = self.city(province)
        return x + _ASIDE - 4, y + self._off(province) - 16

    def tiles(self, province: int) -> Point:
        """Return the place of the province tiles that are left."""
        x, y = self.card(province)
        return x, y + 38

    def stock(self, number: int) -> Point:
        """Return the place of the supply stack, the discards or the dragon cards, from 0."""
        return self.panels_x + 20 + 90 * number, MARGIN + 22

    def panel(self, family: int) -> float:
        """Return the top of a family's panel."""
        return self.panels_y + PANEL_STEP * family

    def supply(self, family: int) -> Point:
        """Return the place of the number of family members in the supply."""
        return self.panels_x + 26, self.panel(family) + 74

    def in_hand(self, family: int, place: int) -> Point:
        """Return the place of a card in hand, from 0."""
        return self.panels_x + 90 + 33 * place, self.panel(family) + 74

    def collected(self, family: int, colour: int) -> Point:
        """Return the place of the province tiles of a colour that a player has."""
        return self.panels_x + 30 + 41 * colour, self.panel(family) + 132

    def _off(self, province: int) -> float:
        """Return the vertical distance of a province space below its city."""
        return -_OFF if self.is_upside_down(province) else _OFF

    def _column(self, family: int) -> float:
        """Return the horizontal distance of a family's members from the middle."""
        return round(24 * (family - (max(2, self.families) - 1) / 2))
