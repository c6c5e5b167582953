"""Scenes: the drawing of a position, in shapes that do not depend on the game.

A `Board` is constant during a match: its size, its fixed shapes, the symbols of pieces, and the
palette. A `Scene` has the pieces of one position by their ids. A piece keeps its id while it is
distinguishable from others, so that a page can move it from its old to its new place. A new piece
moves in from its `start`.

In JSON, each class here is an object with its fields, without those that have their default. A
primitive also has its `tag`. The difference of two scenes is a delta:

    {"set": {"tile-7": {"x": 40, "text": null}, ...}, "gone": ["tile-8", ...]}

`set` has the changed fields of each piece, null for a field that has its default again, and all
fields of a new piece. Pieces are painted in the order of `z`, then of their id.

Names of fields are those of SVG, with an underscore for the hyphen. Lengths are user units; x grows
to the right and y downwards. A colour is a token of the palette, `NONE`, or, in a symbol, `TONE`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

NONE: Final = "none"
"""No paint."""

TONE: Final = "currentColor"
"""In a symbol, the tone of the piece."""

SEAT_TONES: Final = tuple(f"seat-{seat}" for seat in range(5))
"""The seats' tokens in the palette. A board has a symbol of the same name, the seat's mark."""

PALETTE: Final[Mapping[str, tuple[str, str]]] = {
    "paper": ("#fffdf7", "#1b1a17"),
    "ground": ("#f3ecdc", "#26241f"),
    "ink": ("#2b2620", "#f1eade"),
    "muted": ("#6d6355", "#a99f8e"),
    "line": ("#b9ac94", "#5a5346"),
    "accent": ("#a3341f", "#f0917a"),
    "seat-0": ("#cf4a1c", "#ef6a35"),
    "seat-1": ("#1f3f86", "#4480e6"),
    "seat-2": ("#4a300c", "#f4e04d"),
    "seat-3": ("#0b8f78", "#3fe0a8"),
    "seat-4": ("#b04bd6", "#e0a8ff"),
}
"""The colours of every board: for the light and the dark theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """The paint of a shape; `opacity` is from 0 to 1."""

    tag: ClassVar[str]

    fill: str = NONE
    stroke: str = NONE
    stroke_width: float = 1
    stroke_dasharray: str = ""
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Rect(Paint):
    """A rectangle, with corners of radius `rx`."""

    tag: ClassVar[str] = "rect"

    x: float
    y: float
    width: float
    height: float
    rx: float = 0


@dataclass(frozen=True, slots=True)
class Circle(Paint):
    """A circle around a point."""

    tag: ClassVar[str] = "circle"

    cx: float
    cy: float
    r: float


@dataclass(frozen=True, slots=True)
class Path(Paint):
    """Lines and curves in the syntax of SVG paths; ends and corners are round."""

    tag: ClassVar[str] = "path"

    d: str


@dataclass(frozen=True, slots=True)
class Text(Paint):
    """One line of text, on its baseline; if `text` is None, it shows the text of the piece."""

    tag: ClassVar[str] = "text"

    x: float
    y: float
    font_size: float
    text: str | None = None
    text_anchor: str = "middle"
    font_weight: str = "normal"


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol of the board in a drawing; without a `tone`, it has the tone around it."""

    tag: ClassVar[str] = "use"

    symbol: str
    x: float
    y: float
    scale: float = 1
    tone: str = ""


Primitive = Rect | Circle | Path | Text | Use
Drawing = tuple[Primitive, ...]


class Piece(NamedTuple):
    """One thing on the board.

    Attributes:
        symbol: name of a symbol of the board.
        x: x coordinate of the symbol's origin.
        y: y coordinate of the symbol's origin.
        words: description, for people who cannot see the piece.
        tone: token of the colour that `TONE` stands for in the symbol.
        text: text for each `Text` of the symbol whose text is None.
        scale: size, relative to the symbol.
        rotate: rotation in degrees, clockwise.
        z: order of painting: higher pieces cover lower ones.
        start: point from which a new piece moves in; None if it appears at its place.
    """

    symbol: str
    x: float
    y: float
    words: str
    tone: str = "ink"
    text: str = ""
    scale: float = 1
    rotate: float = 0
    z: int = 0
    start: tuple[float, float] | None = None


Scene = dict[str, Piece]
Pieces = Iterable[tuple[str, Piece]]


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A rectangle of a board with its fixed shapes, which a narrow page puts elsewhere.

    Attributes:
        x: left end on the board.
        y: upper end on the board.
        width: width on the board.
        height: height on the board.
        tall: x, y and scale of the part on the tall board of a narrow page.
        drawing: fixed shapes in the coordinates of the board, in the order of painting.
    """

    x: float
    y: float
    width: float
    height: float
    tall: tuple[float, float, float]
    drawing: Drawing

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point of the board is in this part."""
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height


@dataclass(frozen=True, slots=True)
class Board:
    """The constant part of the drawings of a match.

    A board is wide, as screens are. A board that has parts is also tall: on a telephone, a page
    moves each part, with the pieces in it, to the place that the part has there.

    Attributes:
        title: description of the board, for people who cannot see it.
        width: width of the drawing, whose origin is its top left corner.
        height: height of the drawing.
        drawing: fixed shapes outside the parts, in the order of painting.
        symbols: drawings of the symbols of pieces, by name.
        palette: colours of each token for the light and the dark theme.
        parts: parts, which do not overlap; each piece lies in one of them, if there are any.
        tall: width and height of the tall board; not used without parts.
    """

    title: str
    width: float
    height: float
    drawing: Drawing
    symbols: Mapping[str, Drawing]
    palette: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PALETTE)
    parts: tuple[BoardPart, ...] = ()
    tall: tuple[float, float] = (0, 0)

    @property
    def shapes(self) -> Drawing:
        """All fixed shapes, in the order of painting."""
        return (*self.drawing, *chain.from_iterable(part.drawing for part in self.parts))


@dataclass(frozen=True, slots=True)
class Delta:
    """The difference of two scenes: changed fields of pieces by id, and ids of removed pieces."""

    set: Mapping[str, Mapping[str, Any]]
    gone: tuple[str, ...]


def box(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """Return a rectangle around a point, for the `d` of a `Path` with many rectangles."""
    across, down = width - 2 * corner, height - 2 * corner
    start = f"M{x - width / 2 + corner:g} {y - height / 2:g}"
    if not corner:
        return f"{start}h{width:g}v{height:g}h-{width:g}z"
    arc = f"a{corner:g} {corner:g} 0 0 1 "
    return (
        f"{start}h{across:g}{arc}{corner:g} {corner:g}v{down:g}{arc}-{corner:g} {corner:g}"
        f"h-{across:g}{arc}-{corner:g}-{corner:g}v-{down:g}{arc}{corner:g}-{corner:g}z"
    )


def gathered(*parts: Pieces) -> Scene:
    """Return the scene of all these pieces.

    Raises:
        ValueError: when two pieces have the same id.
    """
    scene: Scene = {}
    for name, piece in chain.from_iterable(parts):
        if name in scene:
            raise ValueError(f"two pieces have the id {name!r}")
        scene[name] = piece
    return scene


def painted(scene: Scene) -> list[tuple[str, Piece]]:
    """Return the pieces with their ids, in the order of painting."""
    return sorted(scene.items(), key=lambda item: (item[1].z, item[0]))


def delta(before: Scene, after: Scene) -> Delta:
    """Return the difference of two scenes."""
    changed = {
        name: _changes(before[name], piece) if name in before else piece_json(piece)
        for name, piece in after.items()
        if before.get(name) != piece
    }
    return Delta(changed, tuple(name for name in before if name not in after))


def board_json(board: Board) -> dict[str, Any]:
    """Return a board as values for `json`."""
    return {
        "title": board.title,
        "width": board.width,
        "height": board.height,
        "drawing": [primitive_json(shape) for shape in board.drawing],
        "symbols": {
            name: [primitive_json(shape) for shape in drawing]
            for name, drawing in board.symbols.items()
        },
        "palette": {token: list(colours) for token, colours in board.palette.items()},
        **({"parts": [_part(part) for part in board.parts]} if board.parts else {}),
        **({"tall": _plain(board.tall)} if board.parts else {}),
    }


def _part(part: BoardPart) -> dict[str, Any]:
    return {
        "box": _plain((part.x, part.y, part.width, part.height)),
        "tall": _plain(part.tall),
        "drawing": [primitive_json(shape) for shape in part.drawing],
    }


def scene_json(scene: Scene) -> dict[str, Any]:
    """Return a scene as values for `json`."""
    return {name: piece_json(piece) for name, piece in scene.items()}


def delta_json(change: Delta) -> dict[str, Any]:
    """Return a delta as values for `json`."""
    return {"set": dict(change.set), "gone": list(change.gone)}


def piece_json(piece: Piece) -> dict[str, Any]:
    """Return a piece as values for `json`."""
    return _fields(piece)


def primitive_json(shape: Primitive) -> dict[str, Any]:
    """Return a primitive as values for `json`."""
    return {"tag": shape.tag, **_fields(shape)}


def _fields(value: Piece | Primitive) -> dict[str, Any]:
    """Return the fields that do not have their default."""
    pairs = [(name, getattr(value, name), default) for name, default in _DEFAULTS[type(value)]]
    return {name: _plain(one) for name, one, default in pairs if one != default}


def _changes(before: Piece, after: Piece) -> dict[str, Any]:
    """Return the changed fields; None for those that have their default again."""
    changes: dict[str, Any] = {}
    for name, default in _DEFAULTS[Piece]:
        now = getattr(after, name)
        if now != getattr(before, name):
            changes[name] = None if now == default else _plain(now)
    return changes


_WRITTEN: Final = ("tone", "rotate", "scale", "start", "words", "z", "text", "x", "y", "symbol")
"""The fields of a piece in the order of JSON, in which a match compresses best."""

_DEFAULTS: Final[Mapping[type[Any], tuple[tuple[str, Any], ...]]] = {
    Piece: tuple((name, Piece._field_defaults.get(name, MISSING)) for name in _WRITTEN),
    **{
        kind: tuple((one.name, one.default) for one in fields(kind))
        for kind in (Rect, Circle, Path, Text, Use)
    },
}
"""The fields of each class with their defaults; `MISSING` if a field has none."""


def _plain(value: Any) -> Any:
    """Return a value for `json`: numbers with at most two decimals, whole ones as integers."""
    if isinstance(value, float):
        rounded = round(value, 2)
        return int(rounded) if rounded == int(rounded) else rounded
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
