"""The map of a board, drawn: as a list for a terminal, and as a picture.

The picture places each province at its `grid`. In even rows a province has two
districts above and one below, in odd rows one above and two below, in the order of the
board file; the city stands between them.
"""

from collections.abc import Iterator
from html import escape

from tianming_games.ming.map import Border, Map
from tianming_games.ming.notation import district_text, province_text

_CELL_WIDTH, _CELL_HEIGHT = 420, 310
_MARGIN = 60
_CORNERS = (((-125, -80), (125, -80), (0, 80)), ((0, -80), (-125, 80), (125, 80)))
"""Where the districts lie around the city, by the row's parity."""

_HALO = 78
"""How far a province reaches around the centres of its districts."""


def draw_text(board: Map) -> str:
    """Every province with its districts, and what each of these borders on."""
    lines = [board.name, ""]
    for card, transport in enumerate(board.transports, 1):
        lines.append(f"card {card}  {transport.name}, {transport.cards} cards")
    for number, province in enumerate(board.provinces):
        lines += ["", f"province {province_text(number)}  {province.name}, {province.colour}"]
        for district in range(3 * number, 3 * number + 3):
            ways = ", ".join(
                f"{district_text(neighbour)} by {board.transports[card - 1].name}"
                for neighbour, card in board.ways[district]
            )
            lines.append(f"  {district_text(district)}  {board.district_name(district)}: {ways}")
    return "\n".join(lines) + "\n"


def draw_svg(board: Map) -> str:
    """The map as an SVG picture: districts, cities, and the symbol on each border."""
    columns = 1 + max(province.grid[0] for province in board.provinces)
    rows = 1 + max(province.grid[1] for province in board.provinces)
    width = columns * _CELL_WIDTH + 2 * _MARGIN
    height = rows * _CELL_HEIGHT + 2 * _MARGIN + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#f6f1e3"/>',
        f'<text x="{width // 2}" y="36" font-size="24">{escape(board.name)}</text>',
        *_provinces(board),
        *(_road(board, border) for border in board.borders),
        *_districts(board),
        *(_symbol(board, border) for border in board.borders),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _centre(board: Map, province: int) -> tuple[int, int]:
    """The point of a province's city."""
    column, row = board.provinces[province].grid
    x = _MARGIN + column * _CELL_WIDTH + _CELL_WIDTH // 2
    return x, _MARGIN + 20 + row * _CELL_HEIGHT + _CELL_HEIGHT // 2


def _point(board: Map, district: int) -> tuple[int, int]:
    """The point of a district."""
    province, part = divmod(district, 3)
    x, y = _centre(board, province)
    right, down = _CORNERS[board.provinces[province].grid[1] % 2][part]
    return x + right, y + down


def _provinces(board: Map) -> Iterator[str]:
    """Each province: its colour around its districts, its city in the middle."""
    for number, province in enumerate(board.provinces):
        points = " ".join(
            f"{x},{y}" for x, y in (_point(board, 3 * number + part) for part in range(3))
        )
        colour = escape(province.colour, quote=True)
        for stroke, extent in (("#555", 2 * _HALO + 4), (colour, 2 * _HALO)):
            yield (
                f'<polygon points="{points}" fill="{stroke}" stroke="{stroke}" '
                f'stroke-width="{extent}" stroke-linejoin="round"/>'
            )
        x, y = _centre(board, number)
        yield (
            f'<rect x="{x - 19}" y="{y - 19}" width="38" height="38" rx="5" fill="#fff" '
            f'stroke="#333"/><text x="{x}" y="{y + 8}" font-size="23" font-weight="bold">'
            f"{province_text(number)}</text>"
        )


def _road(board: Map, border: Border) -> str:
    (x, y), (to_x, to_y) = _point(board, border.one), _point(board, border.other)
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="#222" stroke-width="3"/>'


def _districts(board: Map) -> Iterator[str]:
    for district in range(3 * len(board.provinces)):
        x, y = _point(board, district)
        yield (
            f'<circle cx="{x}" cy="{y}" r="31" fill="#fffdf5" stroke="#222" stroke-width="2"/>'
            f'<text x="{x}" y="{y + 2}" font-size="19">{district_text(district)}</text>'
            f'<text x="{x}" y="{y + 17}" font-size="12">'
            f"{escape(board.district_name(district))}</text>"
        )


def _symbol(board: Map, border: Border) -> str:
    """The means of transport on a border, half way."""
    (x, y), (to_x, to_y) = _point(board, border.one), _point(board, border.other)
    x, y = (x + to_x) // 2, (y + to_y) // 2
    name = board.transports[border.card - 1].name
    width = 16 + 6 * len(name)
    return (
        f'<rect x="{x - width // 2}" y="{y - 10}" width="{width}" height="20" rx="9" '
        f'fill="#fff3c4" stroke="#444"/><text x="{x}" y="{y + 4}" font-size="12">'
        f"{escape(name)}</text>"
    )
