"""The country around the places of a board: its regions, its coast and its rivers."""

import re
from functools import cache
from math import hypot
from random import Random

import pytest

from tianming_games.cells import Frame, Point
from tianming_games.china.layout import Layout
from tianming_games.china.map_file import load_map
from tianming_games.country import SEA, WILD, Country, MapPoint
from tianming_games.ming.layout import Layout as MingLayout
from tianming_games.ming.map_file import load_map as load_ming

FRAME = Frame(8, 46, 718, 670)
ROOM = {"3-4": 12, "4-5": 12, "ming": 4, "scattered": 4}
"""Distance of a river from all houses, names and districts, at least."""

SEED = 36
"""The seed of the scattered places."""


@cache
def country(name: str) -> Country:
    """The country of a shipped map, or of scattered places."""
    if name == "ming":
        ming = MingLayout(load_ming("ming"), 4)
        return Country(ming.frame(), ming.places(), 22)
    if name == "scattered":
        return Country(FRAME, scattered(Random(SEED)), 36)
    china = Layout(load_map(name), 4)
    return Country(china.frame, china.places(), 36)


def scattered(random: Random) -> list[MapPoint]:
    """Places at random, in nine regions of a grid."""
    spots = [
        (60 + 50 * column, 100 + 60 * row)
        for column in range(12)
        for row in range(9)
        if random.random() < 0.6
    ]
    shaken = [(x + random.randrange(-9, 10), y + random.randrange(-9, 10)) for x, y in spots]
    return [
        MapPoint(x, y, int(x // 240) + 3 * int(y // 225), thing)
        for thing, (x, y) in enumerate(shaken)
    ]


def sampled(path: str) -> list[list[Point]]:
    """Points on the lines of a path: one list for each part that begins with `M`."""
    lines: list[list[Point]] = []
    for command, numbers in re.findall(r"([MqlZ])([^MqlZ]*)", path):
        values = [float(value) for value in re.findall(r"-?\d+", numbers)]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            lines.append(points)
        elif command != "Z":
            x, y = start = lines[-1][-1]
            ends = [(x + across, y + down) for across, down in points]
            lines[-1] += ends if command == "l" else quadratic(start, *ends)
    return lines


def quadratic(start: Point, middle: Point, end: Point) -> list[Point]:
    """Points on a curve, without its start."""
    parts = [number / 8 for number in range(1, 9)]
    return [
        (
            (1 - part) ** 2 * start[0] + 2 * part * (1 - part) * middle[0] + part**2 * end[0],
            (1 - part) ** 2 * start[1] + 2 * part * (1 - part) * middle[1] + part**2 * end[1],
        )
        for part in parts
    ]


def area(loop: list[Point]) -> float:
    """The area of a loop; a hole in a region has a negative one."""
    return (
        sum(
            x * to_y - to_x * y
            for (x, y), (to_x, to_y) in zip(loop, loop[1:] + loop[:1], strict=True)
        )
        / 2
    )


def is_in(loops: list[list[Point]], x: float, y: float) -> bool:
    """Whether a point is in a region."""
    edges = [edge for loop in loops for edge in zip(loop, loop[1:] + loop[:1], strict=True)]
    crossed = [
        one[0] + (y - one[1]) * (other[0] - one[0]) / (other[1] - one[1]) > x
        for one, other in edges
        if (one[1] > y) != (other[1] > y)
    ]
    return sum(crossed) % 2 == 1


@pytest.mark.parametrize("name", ["3-4", "4-5", "ming", "scattered"])
class TestCountry:
    def test_each_place_is_in_its_region(self, name: str) -> None:
        drawn = country(name)
        loops = {place.region: sampled(drawn.outline(place.region)) for place in drawn.places}
        assert [
            place for place in drawn.places if not is_in(loops[place.region], place.x, place.y)
        ] == []

    def test_neighbours_share_their_borders(self, name: str) -> None:
        """Together, the regions, the sea and the wild land cover the map exactly once."""
        drawn = country(name)
        left, top, right, bottom = drawn.frame
        regions = {SEA, WILD, *(place.region for place in drawn.places)}
        covered = sum(area(loop) for one in regions for loop in sampled(drawn.outline(one)))
        assert covered == pytest.approx((right - left) * (bottom - top), rel=1e-9)

    def test_a_river_flows_from_the_west_to_the_sea_between_the_places(self, name: str) -> None:
        drawn = country(name)
        sea = sampled(drawn.outline(SEA))
        for river in drawn.rivers:
            (course,) = sampled(river)
            assert course[0][0] == round(drawn.frame.left)
            assert is_in(sea, *course[-1])
            for place in drawn.places:
                assert min(hypot(place.x - x, place.y - y) for x, y in course) > ROOM[name]


def test_the_sea_is_in_the_east_of_every_shipped_map() -> None:
    for name in ("3-4", "4-5", "ming"):
        drawn = country(name)
        sea = sampled(drawn.outline(SEA))
        assert is_in(sea, drawn.frame.right - 1, (drawn.frame.top + drawn.frame.bottom) / 2)
        assert not any(is_in(sea, place.x, place.y) for place in drawn.places)
