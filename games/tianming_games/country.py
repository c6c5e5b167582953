"""Draw a country around the places of a board: regions with shared borders, a coast, two rivers.

All of it follows from the places, so that a board of a file has a country of its own. The sea lies
to the east, wild land in the other directions. The rivers flow from the west between the places.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from tianming_games.cells import LEFT, SIDES, Cells, Corner, Edge, Frame, Point
from tianming_games.scene import Drawing, Path

COUNTRY_PALETTE: Final[Mapping[str, tuple[str, str]]] = {
    "sea": ("#cfe2e6", "#1c3038"),
    "shore": ("#e2eeee", "#25404a"),
    "river": ("#7fb0c4", "#3f7d94"),
    "wild": ("#ece2c6", "#2a271e"),
    "hill": ("#b3a37c", "#5d543f"),
    "border": ("#8a775a", "#8d8065"),
}
"""The colours of what is around the regions: for the light and the dark theme."""

SEA, WILD = -11, -12
"""What is no region. The numbers below 0 before these are the sides of the frame."""

_APART: Final = 38
"""Distance of the points of sea and wild land from each other."""

_INLAND: Final = 14
"""How much further from places these points are, when they do not lie at the frame."""

_BAND: Final = 70
"""A point is at sea if no place lies east of it within this distance to north and south."""

_YELLOW_RIVER: Final = (
    (0, 0.5),
    (0.14, 0.42),
    (0.2, 0.14),
    (0.36, 0.12),
    (0.42, 0.44),
    (0.62, 0.42),
    (0.8, 0.3),
    (1, 0.26),
)
_YANGTZE: Final = ((0, 0.68), (0.16, 0.84), (0.4, 0.76), (0.56, 0.84), (0.72, 0.68), (1, 0.6))
"""The courses to which the rivers keep where they can, in parts of the frame."""


_STRAYS: Final = 24
"""Distance from its course at which a river finds its way twice as long."""

_SPACED: Final = 16
"""Least distance of the points of a border from each other; it need not be finer."""

_SIGN: Final = 36
"""Room around a hill or a wave."""


class MapPoint(NamedTuple):
    """A point of a region. No river divides the points that have the same `thing`."""

    x: float
    y: float
    region: int
    thing: int


class Country:
    """The outlines around places; the points of no region keep `near` away from places."""

    def __init__(self, frame: Frame, places: Sequence[MapPoint], near: float) -> None:
        self.frame = frame
        self.places = tuple(places)
        around = tuple(_around(frame, self.places, near))
        self._all = (*self.places, *around)
        self._cells = Cells(frame, [(place.x, place.y) for place in self._all])
        self._courses = [self._course(guide) for guide in (_YELLOW_RIVER, _YANGTZE)]
        self.rivers = tuple(_curve(course) for course in self._courses)
        self._free = [place for place in around if self._is_free(place)]

    def outline(self, region: int) -> str:
        """Return the path around a region, the sea or the wild land."""
        return "".join(
            _joined([_curve(self._points(chain)) for chain, _ in loop]) + "Z"
            for loop in self._loops(region)
        )

    def coast(self) -> str:
        """Return the path of the coast."""
        chains = [chain for loop in self._loops(SEA) for chain in loop]
        return "".join(
            _curve(self._points(chain)) for chain, beyond in chains if beyond not in SIDES
        )

    def surroundings(self) -> Drawing:
        """Return the sea and the wild land, to be painted below the regions."""
        left, top, right, bottom = self.frame
        whole = f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"
        waves = "".join(f"M{x - 9:.0f} {y:.0f}q4-5 9 0q5 5 9 0" for x, y in self._inside(SEA, 14))
        return (
            Path(whole, fill="wild"),
            Path(self.outline(SEA), fill="sea"),
            Path(self.coast(), stroke="shore", stroke_width=12),
            Path(waves, stroke="river", stroke_width=1.5),
        )

    def relief(self) -> Drawing:
        """Return the coast, the rivers and the hills, to be painted above the regions."""
        land = {place.region for place in self._all} - {SEA}
        spots = [spot for region in sorted(land) for spot in self._inside(region, 12)]
        hills = "".join(f"M{x - 10:.0f} {y + 6:.0f}l10-13 10 13m-8-9l1 9m2-5l1 5" for x, y in spots)
        return (
            Path(self.coast(), stroke="river", stroke_width=2),
            *(Path(river, stroke="river", stroke_width=5) for river in self.rivers),
            Path(hills, stroke="hill", stroke_width=1.7),
        )

    def _inside(self, region: int, least: float) -> list[Point]:
        """Return the free points of a region that have a distance to the frame."""
        left, top, right, bottom = self.frame
        return [
            (place.x, place.y)
            for place in self._free
            if place.region == region
            and min(place.x - left, right - place.x, place.y - top, bottom - place.y) >= least
        ]

    def _is_free(self, place: MapPoint) -> bool:
        """Whether a sign has room at a point of no place: beside rivers and places."""
        near = min(hypot(place.x - one.x, place.y - one.y) for one in self.places)
        course = [spot for course in self._courses for spot in course]
        wet = min((hypot(place.x - x, place.y - y) for x, y in course), default=_APART)
        return near > _SIGN and (wet > _SIGN / 2 or place.region == SEA)

    def _region(self, number: int) -> int:
        return number if number < 0 else self._all[number].region

    def _loops(self, region: int) -> Iterator[list[tuple[list[Corner], int]]]:
        """Yield the loops around a region, in chains of corners with the region beyond each."""
        after = {
            edge.start: edge
            for number, place in enumerate(self._all)
            if place.region == region
            for edge in self._cells.edges[number]
            if self._region(edge.beyond) != region
        }
        while after:
            start, edge = after.popitem()
            loop = [edge]
            while edge.end != start and edge.end in after:
                edge = after.pop(edge.end)
                loop.append(edge)
            yield self._chains(loop)

    def _chains(self, loop: list[Edge]) -> list[tuple[list[Corner], int]]:
        """Divide a loop where the region beyond it changes."""
        beyond = [self._region(edge.beyond) for edge in loop]
        turns = [at for at in range(len(loop)) if beyond[at] != beyond[at - 1]] or [0]
        chains = []
        for at, to in zip(turns, (*turns[1:], turns[0] + len(loop)), strict=True):
            edges = [loop[place % len(loop)] for place in range(at, to)]
            chains.append(([edges[0].start, *(edge.end for edge in edges)], beyond[at]))
        return chains

    def _points(self, chain: Iterable[Corner]) -> list[Point]:
        """Return the points of a chain; reversed, it has the same ones."""
        points = [self._cells.corners[corner] for corner in chain]
        return _thinned(points) if points[0] < points[-1] else _thinned(points[::-1])[::-1]

    def _course(self, guide: Sequence[Point]) -> list[Point]:
        """Return the way of a river from the west to the sea, near its guide."""
        left, top, right, bottom = self.frame
        course = [(left + x * (right - left), top + y * (bottom - top)) for x, y in guide]
        ways = self._ways(course)
        mouths = {corner for corner in ways if SEA in map(self._region, corner)}
        y = course[0][1]
        springs = [(abs(self._cells.corners[at][1] - y), at) for at in ways if LEFT in at]
        reached: dict[Corner, tuple[float, Corner | None]] = {}
        heap: list[tuple[float, int, Corner, Corner | None]] = []
        for cost, at in springs:
            heappush(heap, (4 * cost, len(heap), at, None))
        count = len(heap)
        while heap:
            cost, _, at, before = heappop(heap)
            if at in reached:
                continue
            reached[at] = (cost, before)
            if at in mouths:
                return self._traced(at, reached)
            for to, more in ways[at]:
                count += 1
                heappush(heap, (cost + more, count, to, at))
        return []

    def _traced(
        self, mouth: Corner, reached: Mapping[Corner, tuple[float, Corner | None]]
    ) -> list[Point]:
        """Return the points from the spring of a river to a little beyond its mouth."""
        way: list[Corner] = []
        at: Corner | None = mouth
        while at is not None:
            way.append(at)
            at = reached[at][1]
        points = self._points(reversed(way))
        sea = next(number for number in sorted(mouth) if self._region(number) == SEA)
        (x, y), (to_x, to_y) = points[-1], self._cells.points[sea]
        return [*points, (x + 0.4 * (to_x - x), y + 0.4 * (to_y - y))]

    def _ways(self, guide: Sequence[Point]) -> dict[Corner, list[tuple[Corner, float]]]:
        """Return the edges of cells on land that a river may follow, with their costs."""
        ways: dict[Corner, list[tuple[Corner, float]]] = defaultdict(list)
        for number, edges in enumerate(self._cells.edges):
            one = self._all[number]
            for start, end, beyond in edges:
                if beyond < 0 or one.region == SEA or self._region(beyond) == SEA:
                    continue
                if one.thing == self._all[beyond].thing:
                    continue
                (x, y), (to_x, to_y) = self._cells.corners[start], self._cells.corners[end]
                off = _distance(((x + to_x) / 2, (y + to_y) / 2), guide)
                cost = hypot(to_x - x, to_y - y) * (1 + (off / _STRAYS) ** 2)
                ways[start].append((end, cost))
                ways[end].append((start, cost))
        return ways


def _around(frame: Frame, places: Sequence[MapPoint], near: float) -> Iterator[MapPoint]:
    """Yield points of sea, of wild land, and of regions where these have room."""
    left, top, right, bottom = frame
    columns, rows = (round((end - start) / _APART) for start, end in ((left, right), (top, bottom)))
    middle = sum(place.x for place in places) / len(places)
    for row in range(rows + 1):
        for column in range(columns + 1):
            is_edge = row in (0, rows) or column in (0, columns)
            aside = 0 if is_edge else (row * 7 + column * 5) % 11 - 5
            down = 0 if is_edge else (row * 5 + column * 8) % 13 - 6
            x = left + 2 + (right - left - 4) * column / columns + 2 * aside
            y = top + 2 + (bottom - top - 4) * row / rows + down
            nearest = min(places, key=lambda one: hypot(one.x - x, one.y - y))
            if hypot(nearest.x - x, nearest.y - y) < near + (0 if is_edge else _INLAND):
                continue
            region = _region_at(x, y, places, middle, nearest.region)
            yield MapPoint(x, y, region, -1 - row * (columns + 1) - column)


def _region_at(x: float, y: float, places: Sequence[MapPoint], middle: float, nearest: int) -> int:
    """Return what is at a point: the sea, a region that surrounds it, or wild land."""
    if x > middle and not any(one.x > x - 6 and abs(one.y - y) < _BAND for one in places):
        return SEA
    quarters = {(one.x < x, one.y < y) for one in places}
    return nearest if len(quarters) == 4 else WILD


def _distance(spot: Point, line: Sequence[Point]) -> float:
    """Return the distance of a point from a line."""
    return min(_from_part(spot, one, other) for one, other in pairwise(line))


def _from_part(spot: Point, one: Point, other: Point) -> float:
    across, down = other[0] - one[0], other[1] - one[1]
    part = (spot[0] - one[0]) * across + (spot[1] - one[1]) * down
    part = max(0.0, min(1.0, part / (across * across + down * down)))
    return hypot(spot[0] - one[0] - part * across, spot[1] - one[1] - part * down)


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Return a line without the points that are near to the one before, but with its ends."""
    kept = [points[0]]
    for x, y in points[1:-1]:
        if hypot(x - kept[-1][0], y - kept[-1][1]) >= _SPACED:
            kept.append((x, y))
    return [*kept, points[-1]]


def _curve(points: Sequence[Point]) -> str:
    """Return a smooth path that begins and ends at the ends of a line; reversed, it is the same.

    Its steps are relative, which makes it shorter.
    """
    if len(points) < 2:
        return ""
    x, y = at = _rounded(points[0])
    written = [f"M{x} {y}"]
    for number, point in enumerate(points[1:-1], 1):
        after = points[number + 1]
        is_last = number == len(points) - 2
        middle = (point[0] + after[0]) / 2, (point[1] + after[1]) / 2
        end = _rounded(after if is_last else middle)
        written.append(f"q{_step(at, _rounded(point))} {_step(at, end)}")
        at = end
    if len(points) == 2:
        written.append(f"l{_step(at, _rounded(points[1]))}")
    return "".join(written).replace(" -", "-")


def _joined(curves: Iterable[str]) -> str:
    """Return one path of curves, each of which begins where the one before it ends."""
    first, *others = curves
    return first + "".join(curve.lstrip("M-0123456789 ") for curve in others)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _step(start: tuple[int, int], end: tuple[int, int]) -> str:
    return f"{end[0] - start[0]} {end[1] - start[1]}"
