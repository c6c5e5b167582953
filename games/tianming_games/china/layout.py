"""The coordinates of everything on the drawn board: the map, the cards, the players."""

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from tianming_games.cells import Frame, Point
from tianming_games.china.map import Map
from tianming_games.country import MapPoint

WIDTH: Final = 1024
MARGIN: Final = 24
MAP_WIDTH: Final = 728
"""Width of the part with the map; the cards and the players are to the right of it."""
CARD_WIDTH: Final = 48
CARD_HEIGHT: Final = 64
PANELS_X: Final = 736
PANEL_WIDTH: Final = 264
PANEL_HEIGHT: Final = 100
PANEL_STEP: Final = 108
CARDS_HEIGHT: Final = 140

EDGE: Final = 42
"""Distance of the house spaces from the edge of the map."""

_LEFT, _TOP = 50, 88
_ACROSS, _DOWN = 612, 540
"""Extent of the house spaces on the map."""
_LABEL: Final = 28
"""Distance of a region's name above its dragon space."""

_CLEAR: Final = 30
"""Minimum distance of a mark from houses, dragon spaces and names, if there is enough room."""

_PARTS: Final = (10, 11, 9, 12, 8, 13, 7, 14, 6, 15, 5)
"""Places on a line to try: twentieths of it, from its middle outwards."""


class Layout:
    """The places of all pieces on a map, for a number of seats; without seats only the map."""

    def __init__(self, drawn: Map, seats: int) -> None:
        self.map = drawn
        self.seats = seats
        self.spots = _scaled(drawn)
        self.dragons = tuple(
            _dragon(self.of_land(land), self.spots) for land in range(len(drawn.sizes))
        )
        self._labels = tuple(self.label(land) for land in range(len(drawn.sizes)))
        taken = self._taken()
        self.alliances = tuple(
            _alliance(self.dragons[one], self.dragons[other], taken)
            for one, other in drawn.alliances
        )
        self.map_bottom = max(y for _, y in self.spots) + EDGE
        self.frame = Frame(8, _TOP - EDGE, MAP_WIDTH - 10, self.map_bottom)
        self.width = WIDTH if seats else MAP_WIDTH
        self.cards_y = MARGIN + CARD_HEIGHT / 2
        self.panels_y = MARGIN + CARDS_HEIGHT
        panels_bottom = self.panels_y + PANEL_STEP * seats - 8
        self.height = max(self.map_bottom, panels_bottom if seats else 0) + MARGIN

    def of_land(self, land: int) -> tuple[Point, ...]:
        """Return the house spaces of a region."""
        first = self.map.first[land]
        return self.spots[first : first + self.map.sizes[land]]

    def space(self, land: int, number: int) -> Point:
        """Return the place of a house space of a region; `number` is from 0."""
        return self.spots[self.map.first[land] + number]

    def label(self, land: int) -> Point:
        """Return the place of a region's name."""
        x, y = self.dragons[land]
        return x, y - _LABEL

    def places(self) -> tuple[MapPoint, ...]:
        """Return what stands on the map, for the country around it."""
        lands = range(len(self.map.sizes))
        houses = [(land, spot) for land in lands for spot in self.of_land(land)]
        return (
            *(MapPoint(x, y, land, thing) for thing, (land, (x, y)) in enumerate(houses)),
            *(
                MapPoint(x + aside, y, land, len(houses) + land)
                for land in lands
                for (x, y), asides in ((self.dragons[land], (0,)), (self.label(land), (-24, 0, 24)))
                for aside in asides
            ),
        )

    def emissary(self, land: int, number: int) -> Point:
        """Return the place of an emissary of a region, from 0: around its dragon space."""
        x, y = self.dragons[land]
        if not number:
            return x, y
        ring, place = divmod(number - 1, 6)
        angle, far = pi * (place / 3 + ring / 6), 18 + 16 * ring
        return round(x + far * cos(angle)), round(y + far * sin(angle))

    def face_up(self, place: int) -> Point:
        """Return the place of a card of the display, from 0."""
        return PANELS_X + 24 + 53 * place, self.cards_y

    def pile(self) -> Point:
        """Return the place of the draw pile."""
        return PANELS_X + 237, self.cards_y

    def discarded(self, colour: int) -> Point:
        """Return the place of the number of discarded cards of a colour."""
        return PANELS_X + 23 + 53 * colour, self.cards_y + 78

    def panel(self, seat: int) -> float:
        """Return the top of a player's panel."""
        return self.panels_y + PANEL_STEP * seat

    def supply(self, seat: int, kind: int) -> Point:
        """Return the place of the number of a player's houses, emissaries or fortifications."""
        return PANELS_X + 26 + (0, 60, 100)[kind], self.panel(seat) + 70

    def in_hand(self, seat: int, place: int) -> Point:
        """Return the place of a card in a player's hand, from 0."""
        return PANELS_X + 172 + 34 * place, self.panel(seat) + 70

    def _taken(self) -> tuple[Point, ...]:
        """Return the points that the marks of the alliances avoid."""
        named = ((x + aside, y - 7) for x, y in self._labels for aside in (-18, 0, 18))
        return (*self.spots, *self.dragons, *named)


@lru_cache(maxsize=128)
def _dragon(own: tuple[Point, ...], houses: tuple[Point, ...]) -> Point:
    """Return the place of a region's dragon space: in its middle, away from all houses."""
    x = round(sum(x for x, _ in own) / len(own))
    y = round(sum(y for _, y in own) / len(own))
    near = [(x + 7 * across, y + 7 * down) for across in range(-6, 7) for down in range(-6, 7)]
    return max(near, key=lambda spot: _fit(spot, houses) - hypot(spot[0] - x, spot[1] - y) / 8)


@lru_cache(maxsize=128)
def _alliance(one: Point, other: Point, taken: tuple[Point, ...]) -> Point:
    """Return the place of an alliance's mark: on its line, away from what lies there."""
    (x, y), (to_x, to_y) = one, other
    near = [
        (round(x + (to_x - x) * part / 20), round(y + (to_y - y) * part / 20)) for part in _PARTS
    ]
    return max(near, key=lambda spot: min(_CLEAR, _room(spot, taken)))


def _fit(spot: Point, houses: tuple[Point, ...]) -> float:
    """Return the room around a dragon space and its region's name, `_CLEAR` at most."""
    x, y = spot
    named = (spot, (x - 20, y - _LABEL), (x, y - _LABEL), (x + 20, y - _LABEL))
    return min(_CLEAR, *(_room(each, houses) for each in named))


def _scaled(drawn: Map) -> tuple[Point, ...]:
    """Return the house spaces of a map, scaled to the extent of the map."""
    (left, right), (top, bottom) = (
        (min(values), max(values)) for values in zip(*drawn.spots, strict=True)
    )
    step_x, step_y = _ACROSS / max(1, right - left), _DOWN / max(1, bottom - top)
    return tuple(
        (round(_LEFT + (x - left) * step_x), round(_TOP + (y - top) * step_y))
        for x, y in drawn.spots
    )


def _room(spot: Point, houses: tuple[Point, ...]) -> float:
    """Return the distance to the nearest house space."""
    return min(hypot(spot[0] - x, spot[1] - y) for x, y in houses)
