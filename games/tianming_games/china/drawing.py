"""A board drawn for people, from nothing but its file: as text, and as a picture."""

from math import hypot
from xml.sax.saxutils import escape

from tianming_games.china.box import COLOUR_WORDS, LAND_WORDS
from tianming_games.china.map import Map

_Spot = tuple[float, float]

LETTERS = dict(zip(LAND_WORDS, "yzqwlhcsu", strict=True))
"""The letter of each region on the board in letters."""

_COLUMNS, _ROWS = 3, 2
_STEP, _MARGIN = 34, 60
_FILLS = ("#f4b6ae", "#f6e3a1", "#bfe0b4", "#f8cf9c", "#d8c1e8")
_STROKES = ("#b03a2e", "#b7950b", "#2e7d32", "#ca6f1e", "#6c3483")


def draw_text(drawn: Map) -> str:
    """The board in letters: `w3` is the third house space of Wei, dots are roads."""
    rows, cells = grid(drawn)
    for space, (column, row) in enumerate(cells):
        word, _, number = drawn.space_word(space).partition("-")
        rows[row][column : column + 2] = LETTERS[word] + number
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join([*lines, "", *_legend(drawn)]) + "\n"


def grid(drawn: Map, scale: int = _ROWS) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """The roads as rows of characters, and the column and row of each house space.

    `scale` is how many rows of characters lie between two positions of the drawing.
    """
    left = min(x for x, _ in drawn.spots)
    top = min(y for _, y in drawn.spots)
    cells = [((x - left) * _COLUMNS, (y - top) * scale) for x, y in drawn.spots]
    width, height = (max(axis) for axis in zip(*cells, strict=True))
    rows = [[" "] * (width + 2) for _ in range(height + 1)]
    for one, other in drawn.roads:
        for column, row in _line(cells[one], cells[other]):
            rows[row][column] = "."
    return rows, cells


def _line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells of a straight line."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return [
        (
            round(start[0] + (end[0] - start[0]) * step / steps),
            round(start[1] + (end[1] - start[1]) * step / steps),
        )
        for step in range(steps + 1)
    ]


def _legend(drawn: Map) -> list[str]:
    regions = [
        f"{LETTERS[word]}  {name}, {COLOUR_WORDS[colour]}, {size} house spaces"
        for word, name, colour, size in zip(
            LAND_WORDS, drawn.names, drawn.colours, drawn.sizes, strict=True
        )
    ]
    alliances = [
        f"{number:>2} {drawn.names[one]} - {drawn.names[other]}"
        for number, (one, other) in enumerate(drawn.alliances, 1)
    ]
    roads = [
        f"   {drawn.space_word(one)} - {drawn.space_word(other)}" for one, other in drawn.roads
    ]
    return ["regions", *regions, "", "alliances", *alliances, "", "roads", *roads]


def draw_svg(drawn: Map) -> str:
    """The board as a picture: regions, roads, numbered house spaces, alliances."""
    spots = _scaled(drawn)
    lands = [_of_land(drawn, spots, land) for land in range(len(drawn.sizes))]
    dragons = [_dragon(own) for own in lands]
    width, height = (max(axis) + _MARGIN for axis in zip(*spots, strict=True))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        'font-family="sans-serif" text-anchor="middle">',
        '<rect width="100%" height="100%" fill="#fbf7ee"/>',
    ]
    parts += [_area(drawn, land, own) for land, own in enumerate(lands)]
    parts += [_road(spots[one], spots[other]) for one, other in drawn.roads]
    parts += [
        _alliance(number, dragons[one], dragons[other])
        for number, (one, other) in enumerate(drawn.alliances, 1)
    ]
    parts += [_house(drawn, space, spot) for space, spot in enumerate(spots)]
    parts += [_court(drawn, land, dragon) for land, dragon in enumerate(dragons)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _scaled(drawn: Map) -> list[_Spot]:
    left = min(x for x, _ in drawn.spots)
    top = min(y for _, y in drawn.spots)
    return [(_MARGIN + (x - left) * _STEP, _MARGIN + (y - top) * _STEP) for x, y in drawn.spots]


def _of_land(drawn: Map, spots: list[_Spot], land: int) -> list[_Spot]:
    first = drawn.first[land]
    return spots[first : first + drawn.sizes[land]]


def _dragon(own: list[_Spot]) -> _Spot:
    """Where a region's dragon space is drawn: in its middle, away from its houses."""
    x = sum(x for x, _ in own) / len(own)
    y = sum(y for _, y in own) / len(own)
    near = [
        (x + across * _STEP / 4, y + down * _STEP / 4)
        for across in range(-5, 6)
        for down in range(-5, 6)
    ]
    return max(near, key=lambda spot: min(_distance(spot, house) for house in own))


def _distance(one: _Spot, other: _Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _hull(spots: list[_Spot]) -> list[_Spot]:
    """The corners of the smallest convex shape around the spots."""
    halves = []
    for ordered in (sorted(spots), sorted(spots, reverse=True)):
        half: list[_Spot] = []
        for spot in ordered:
            while len(half) > 1 and _side(half[-2], half[-1], spot) <= 0:
                half.pop()
            half.append(spot)
        halves += half[:-1]
    return halves


def _side(a: _Spot, b: _Spot, c: _Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(drawn: Map, land: int, own: list[_Spot]) -> str:
    corners = " ".join(f"{x:g},{y:g}" for x, y in _hull(own))
    fill = _FILLS[drawn.colours[land]]
    return (
        f'<polygon points="{corners}" fill="{fill}" stroke="{fill}" stroke-width="46" '
        'stroke-linejoin="round"/>'
    )


def _road(one: _Spot, other: _Spot) -> str:
    return (
        f'<line x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}" '
        'stroke="#6b5b45" stroke-width="5" stroke-linecap="round"/>'
    )


def _alliance(number: int, one: _Spot, other: _Spot) -> str:
    """A dashed line between two dragon spaces, with the alliance's number on it."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return (
        f'<line x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}" '
        'stroke="#1b4f72" stroke-width="1.5" stroke-dasharray="3 5"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="#ffffff" stroke="#1b4f72"/>'
        f'<text x="{x:g}" y="{y + 4.5:g}" font-size="13" fill="#1b4f72">{number}</text>'
    )


def _house(drawn: Map, space: int, spot: _Spot) -> str:
    number = drawn.space_word(space).partition("-")[2]
    stroke = _STROKES[drawn.colours[drawn.land_of[space]]]
    return (
        f'<rect x="{spot[0] - 11:g}" y="{spot[1] - 11:g}" width="22" height="22" rx="3" '
        f'fill="#ffffff" stroke="{stroke}" stroke-width="2.5"/>'
        f'<text x="{spot[0]:g}" y="{spot[1] + 4.5:g}" font-size="13">{number}</text>'
    )


def _court(drawn: Map, land: int, dragon: _Spot) -> str:
    """A region's dragon space, with its name."""
    stroke = _STROKES[drawn.colours[land]]
    return (
        f'<circle cx="{dragon[0]:g}" cy="{dragon[1]:g}" r="8" fill="{stroke}"/>'
        f'<text x="{dragon[0]:g}" y="{dragon[1] - 12:g}" font-size="16" font-weight="bold" '
        f'stroke="#fbf7ee" stroke-width="4" paint-order="stroke" fill="{stroke}">'
        f"{escape(drawn.names[land])}</text>"
    )
