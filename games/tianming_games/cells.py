"""Divide a rectangle among points: each point has the cell of all that is nearest to it.

A corner of cells is known by what meets in it: the numbers of three points, or sides of the
rectangle. So two neighbours have the same corners, whatever their coordinates are rounded to.
"""

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple

Point = tuple[float, float]
Corner = frozenset[int]

TOP, RIGHT, BOTTOM, LEFT = SIDES = (-1, -2, -3, -4)
"""The numbers of the sides, beside those of the points, which are from 0."""

_SHIFT: Final = 0.618034
"""Points move by parts of this, so that no four of them lie on one circle."""


class Frame(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float


class Edge(NamedTuple):
    """An edge of a cell: from a corner to the next, clockwise, and whose cell is beyond it."""

    start: Corner
    end: Corner
    beyond: int


class Cells:
    """The cells of some points in a frame: the edges of each, and the places of all corners."""

    def __init__(self, frame: Frame, points: Sequence[Point]) -> None:
        self.frame = frame
        self.points = tuple(
            (x + (number * _SHIFT) % 1 - 0.5, y + (number * _SHIFT * _SHIFT) % 1 - 0.5)
            for number, (x, y) in enumerate(points)
        )
        self.corners: dict[Corner, Point] = {}
        self.edges = tuple(self._edges(number) for number in range(len(points)))

    def _edges(self, own: int) -> tuple[Edge, ...]:
        outline = self._outline(own)
        beyond = [side for _, side in outline]
        names = [frozenset((own, beyond[at - 1], beyond[at])) for at in range(len(beyond))]
        for name, (corner, _) in zip(names, outline, strict=True):
            self.corners.setdefault(name, corner)
        ends = (*names[1:], names[0])
        return tuple(Edge(*edge) for edge in zip(names, ends, beyond, strict=True))

    def _outline(self, own: int) -> list[tuple[Point, int]]:
        """Return the corners of a cell, each with what is beyond the edge that begins there."""
        left, top, right, bottom = self.frame
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        outline = list(zip(corners, SIDES, strict=True))
        x, y = self.points[own]
        far = [hypot(x - to_x, y - to_y) for to_x, to_y in self.points]
        for other in sorted(range(len(far)), key=far.__getitem__):
            if other == own:
                continue
            if far[other] > 2 * max(hypot(x - at[0], y - at[1]) for at, _ in outline):
                break
            outline = _cut(outline, self.points[own], self.points[other], other)
        return outline


def _cut(
    outline: list[tuple[Point, int]], own: Point, other: Point, number: int
) -> list[tuple[Point, int]]:
    """Return the part of an outline that is nearer to a point than to another one."""
    across, down = other[0] - own[0], other[1] - own[1]
    middle = (across * (own[0] + other[0]) + down * (own[1] + other[1])) / 2
    excess = [across * x + down * y - middle for (x, y), _ in outline]
    if max(excess) <= 0:
        return outline
    kept: list[tuple[Point, int]] = []
    for at, (corner, beyond) in enumerate(outline):
        after = (at + 1) % len(outline)
        here, there = excess[at], excess[after]
        if here <= 0:
            kept.append((corner, beyond))
        if (here <= 0) != (there <= 0):
            (x, y), (to_x, to_y) = corner, outline[after][0]
            part = here / (here - there)
            crossing = (x + part * (to_x - x), y + part * (to_y - y))
            kept.append((crossing, number if here <= 0 else beyond))
    return kept
