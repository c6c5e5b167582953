"""Draw a board and a scene as one self-contained SVG picture."""

from collections.abc import Iterator
from dataclasses import fields
from html import escape
from typing import Final, Literal

from tianming_games.ground.text import printable
from tianming_games.scene import (
    NONE,
    TONE,
    Board,
    Drawing,
    Paint,
    Piece,
    Scene,
    Text,
    Use,
    painted,
)

Theme = Literal["light", "dark"]

_FONT: Final = "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_PAINTS: Final = ("fill", "stroke")


def to_svg(board: Board, scene: Scene | None = None, theme: Theme = "light") -> str:
    """Return the SVG of a position, or of the board alone; each piece has its `words` as title."""
    return _Picture(board, theme).draw(scene or {})


class _Picture:
    """Draws SVG pictures of a board in one theme."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self._board = board
        self._colours = {token: pair[theme == "dark"] for token, pair in board.palette.items()}
        self._colours |= {NONE: NONE, TONE: TONE}

    def draw(self, scene: Scene) -> str:
        """Return the picture with these pieces."""
        board, colours = self._board, self._colours
        width, height = _number(board.width), _number(board.height)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" fill="none" stroke-linecap="round" '
            f'stroke-linejoin="round" font-family="{_FONT}" text-anchor="middle" '
            f'color="{colours["ink"]}">',
            f"<title>{_escaped(board.title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{colours["ground"]}"/>',
            *self._shapes(board.shapes, ""),
            *(self._piece(piece) for _, piece in painted(scene)),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _piece(self, piece: Piece) -> str:
        place = _transform(piece.x, piece.y, piece.scale, piece.rotate)
        shapes = "".join(self._shapes(self._board.symbols[piece.symbol], piece.text))
        title = f"<title>{_escaped(piece.words)}</title>"
        return f'<g transform="{place}" color="{self._colours[piece.tone]}">{title}{shapes}</g>'

    def _shapes(self, drawing: Drawing, text: str) -> Iterator[str]:
        for shape in drawing:
            if isinstance(shape, Use):
                yield self._used(shape, text)
            elif isinstance(shape, Text):
                content = _escaped(text if shape.text is None else shape.text)
                yield f"<text{self._attributes(shape)}>{content}</text>"
            else:
                yield f"<{shape.tag}{self._attributes(shape)}/>"

    def _used(self, use: Use, text: str) -> str:
        colour = f' color="{self._colours[use.tone]}"' if use.tone else ""
        shapes = "".join(self._shapes(self._board.symbols[use.symbol], text))
        return f'<g transform="{_transform(use.x, use.y, use.scale)}"{colour}>{shapes}</g>'

    def _attributes(self, shape: Paint) -> str:
        written = []
        for one in fields(shape):
            value = getattr(shape, one.name)
            if one.name == "text" or value == one.default:
                continue
            if one.name in _PAINTS:
                value = self._colours[value]
            text = value if isinstance(value, str) else _number(value)
            written.append(f' {one.name.replace("_", "-")}="{escape(text)}"')
        return "".join(written)


def _transform(x: float, y: float, scale: float, rotate: float = 0) -> str:
    parts = [f"translate({_number(x)} {_number(y)})"]
    if rotate:
        parts.append(f"rotate({_number(rotate)})")
    if scale != 1:
        parts.append(f"scale({_number(scale)})")
    return " ".join(parts)


def _number(value: float) -> str:
    """Return a length with at most two decimals."""
    return f"{round(value, 2):g}"


def _escaped(text: str) -> str:
    return escape(printable(text), quote=False)
