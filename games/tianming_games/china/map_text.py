"""Draw a map as text, without pieces."""

from tianming_games.china.box import COLOUR_WORDS, LAND_WORDS
from tianming_games.china.map import Map

LETTERS = dict(zip(LAND_WORDS, "yzqwlhcsu", strict=True))
"""The letter of each region on the text map."""

_COLUMNS, _ROWS = 3, 2


def draw_text(drawn: Map) -> str:
    """Return the map as text: `w3` is the third house space of Wei, dots are roads."""
    rows, cells = grid(drawn)
    for space, (column, row) in enumerate(cells):
        word, _, number = drawn.space_word(space).partition("-")
        rows[row][column : column + 2] = LETTERS[word] + number
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join([*lines, "", *_legend(drawn)]) + "\n"


def grid(drawn: Map, scale: int = _ROWS) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Return the roads as rows of characters, and the column and row of each house space.

    `scale` is the number of rows of characters for one unit of the drawing's y axis.
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
    """Return the cells of a straight line."""
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
