"""Scenes: the drawing of a position, in shapes that are independent of the game.

A `Board` is what stays the same through a match: its size, the shapes that never move, the symbols
that pieces are drawn with, and the palette. A `Scene` holds the pieces of one position by their
ids. The id of a piece stays the same while the piece is distinguishable from others, so a page
moves it from its old to its new place. A piece that is new comes from its `start`.

As JSON, each class here is an object with its fields, and fields that have their default are
left out. A primitive also has its `tag`. Two scenes differ by a delta:

    {"set": {"tile-7": {"x": 40, "text": null}, ...}, "gone": ["tile-8", ...]}

`set` has the fields that changed of each piece, null for a field that has its default again,
and all fields of a piece that is new. Pieces are painted by their `z`, then by their id.

Names of fields are SVG's, with an underscore for the hyphen. Lengths are user units; x grows to
the right and y downwards. A colour is a token of the palette, `NONE`, or `TONE` in a symbol.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

NONE: Final = "none"
"""No paint."""

TONE: Final = "currentColor"
"""In a symbol, the tone of the piece that is drawn with it."""

SEAT_TONES: Final = tuple(f"seat-{seat}" for seat in range(5))
"""The palette's colours of the seats. A board has a symbol of the same name: the seat's mark."""

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
"""The colours that every board has: on light and on dark ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """How a shape is painted; `opacity` is from 0 to 1."""

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
    """Lines and curves, as SVG writes them; ends and corners are round."""

    tag: ClassVar[str] = "path"

    d: str


@dataclass(frozen=True, slots=True)
class Text(Paint):
    """One line of text, on its baseline; without a `text`, it is the text of the piece."""

    tag: ClassVar[str] = "text"

    x: float
    y: float
    font_size: float
    text: str | None = None
    text_anchor: str = "middle"
    font_weight: str = "normal"


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol of the board as a part of a drawing; without a `tone` it has that around it."""

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
        symbol: the name of a symbol of the board.
        x: where the symbol's origin is drawn.
        y: where the symbol's origin is drawn.
        words: a description, for people who cannot see it.
        tone: the token that `TONE` stands for in the symbol.
        text: what the symbol shows where it has a `Text` without a text.
        scale: the size, relative to the symbol.
        rotate: degrees, clockwise.
        z: the order of painting: higher pieces cover lower ones.
        start: where the piece comes from when it is new; None when it appears in its place.
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
class Board:
    """What a match shows all the time.

    Attributes:
        title: a description of the board, for people who cannot see it.
        width: the size of the drawing, whose origin is its top left corner.
        height: the size of the drawing.
        drawing: the shapes that never change, in the order in which they are painted.
        symbols: what pieces are drawn with, by name.
        palette: a colour on light and one on dark ground for each token.
    """

    title: str
    width: float
    height: float
    drawing: Drawing
    symbols: Mapping[str, Drawing]
    palette: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PALETTE)


@dataclass(frozen=True, slots=True)
class Delta:
    """What leads from one scene to the next: fields of pieces by id, and ids that are gone."""

    set: Mapping[str, Mapping[str, Any]]
    gone: tuple[str, ...]


def box(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """A rectangle around a point, for the `d` of a `Path` that has many of them."""
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
    """The scene of all these pieces.

    Raises:
        ValueError: when two of them have the same id.
    """
    scene: Scene = {}
    for name, piece in chain.from_iterable(parts):
        if name in scene:
            raise ValueError(f"two pieces have the id {name!r}")
        scene[name] = piece
    return scene


def painted(scene: Scene) -> list[tuple[str, Piece]]:
    """The pieces with their ids, in the order in which they are painted."""
    return sorted(scene.items(), key=lambda item: (item[1].z, item[0]))


def delta(before: Scene, after: Scene) -> Delta:
    """What leads from one scene to another."""
    changed = {
        name: _changes(before[name], piece) if name in before else piece_json(piece)
        for name, piece in after.items()
        if before.get(name) != piece
    }
    return Delta(changed, tuple(name for name in before if name not in after))


def board_json(board: Board) -> dict[str, Any]:
    """A board as values that `json` writes."""
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
    }


def scene_json(scene: Scene) -> dict[str, Any]:
    """A scene as values that `json` writes."""
    return {name: piece_json(piece) for name, piece in scene.items()}


def delta_json(change: Delta) -> dict[str, Any]:
    """A delta as values that `json` writes."""
    return {"set": dict(change.set), "gone": list(change.gone)}


def piece_json(piece: Piece) -> dict[str, Any]:
    """A piece as values that `json` writes."""
    return _fields(piece)


def primitive_json(shape: Primitive) -> dict[str, Any]:
    """A primitive as values that `json` writes."""
    return {"tag": shape.tag, **_fields(shape)}


def _fields(value: Piece | Primitive) -> dict[str, Any]:
    """The fields that do not have their default."""
    pairs = [(name, getattr(value, name), default) for name, default in _DEFAULTS[type(value)]]
    return {name: _plain(one) for name, one, default in pairs if one != default}


def _changes(before: Piece, after: Piece) -> dict[str, Any]:
    """The fields that changed; None for those that have their default again."""
    changes: dict[str, Any] = {}
    for name, default in _DEFAULTS[Piece]:
        now = getattr(after, name)
        if now != getattr(before, name):
            changes[name] = None if now == default else _plain(now)
    return changes


_WRITTEN: Final = ("tone", "rotate", "scale", "start", "words", "z", "text", "x", "y", "symbol")
"""The fields of a piece in the order of JSON; in this one, a match compresses best."""

_DEFAULTS: Final[Mapping[type[Any], tuple[tuple[str, Any], ...]]] = {
    Piece: tuple((name, Piece._field_defaults.get(name, MISSING)) for name in _WRITTEN),
    **{
        kind: tuple((one.name, one.default) for one in fields(kind))
        for kind in (Rect, Circle, Path, Text, Use)
    },
}
"""The fields of each class with their defaults; what has none equals no value."""


def _plain(value: Any) -> Any:
    """A value as `json` writes it: numbers with at most two decimals, whole ones without."""
    if isinstance(value, float):
        rounded = round(value, 2)
        return int(rounded) if rounded == int(rounded) else rounded
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
