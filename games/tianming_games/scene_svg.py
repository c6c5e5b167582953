"""A board and a scene drawn as one SVG picture, which needs nothing beside itself."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from html import escape
from typing import Final, Literal

from tianming_games.ground.text import printable
from tianming_games.scene import NONE, TONE, Board, Piece, Primitive, Scene, Text, painted

Theme = Literal["light", "dark"]

_FONT: Final = "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_PAINTS: Final = ("fill", "stroke")


def to_svg(board: Board, scene: Scene | None = None, theme: Theme = "light") -> str:
    """The picture of a position, or of the board alone; every piece has its words as title."""
    colours = {token: pair[theme == "dark"] for token, pair in board.palette.items()}
    width, height = _number(board.width), _number(board.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round" font-family="{_FONT}" text-anchor="middle">',
        f"<title>{_escaped(board.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{colours["ground"]}"/>',
        *(_shape(shape, colours) for shape in board.drawing),
        *_pieces(board, scene or {}, colours),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _pieces(board: Board, scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    for _, piece in painted(scene):
        own = {**colours, TONE: colours[piece.tone]}
        shapes = "".join(_shape(shape, own, piece.text) for shape in board.symbols[piece.symbol])
        title = f"<title>{_escaped(piece.words)}</title>"
        yield f'<g transform="{_transform(piece)}">{title}{shapes}</g>'


def _transform(piece: Piece) -> str:
    parts = [f"translate({_number(piece.x)} {_number(piece.y)})"]
    if piece.rotate:
        parts.append(f"rotate({_number(piece.rotate)})")
    if piece.scale != 1:
        parts.append(f"scale({piece.scale:.3g})")
    return " ".join(parts)


def _shape(shape: Primitive, colours: Mapping[str, str], text: str = "") -> str:
    attributes = "".join(_attributes(shape, colours))
    if not isinstance(shape, Text):
        return f"<{shape.tag}{attributes}/>"
    content = text if shape.text is None else shape.text
    return f"<text{attributes}>{_escaped(content)}</text>"


def _attributes(shape: Primitive, colours: Mapping[str, str]) -> Iterator[str]:
    for one in fields(shape):
        value = getattr(shape, one.name)
        if one.name == "text" or value == one.default:
            continue
        if one.name in _PAINTS and value != NONE:
            value = colours[value]
        written = value if isinstance(value, str) else _number(value)
        yield f' {one.name.replace("_", "-")}="{escape(written)}"'


def _number(value: float) -> str:
    """A length with at most one decimal."""
    return f"{round(value, 1):g}"


def _escaped(text: str) -> str:
    return escape(printable(text), quote=False)
