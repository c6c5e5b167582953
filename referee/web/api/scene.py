"""The board of a match and what stands on it, as `tianming_games.scene` writes them in JSON.

The types are dictionaries, because an absent key and a null value differ.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import PlainSerializer, WrapValidator
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

Point = tuple[float, float]


class Paint(TypedDict, total=False):
    """How a shape is painted. Colours are tokens of the palette, `none` or `currentColor`."""

    fill: str
    stroke: str
    stroke_width: float
    stroke_dasharray: str
    opacity: float


class Place(Paint):
    """A shape whose origin is a point."""

    x: float
    y: float


class _Corners(Place, total=False):
    rx: float


class Rect(_Corners):
    """A rectangle, with corners of radius `rx`."""

    tag: Literal["rect"]
    width: float
    height: float


class Circle(Paint):
    """A circle around a point."""

    tag: Literal["circle"]
    cx: float
    cy: float
    r: float


class Path(Paint):
    """Lines and curves as SVG writes them, with round ends and corners."""

    tag: Literal["path"]
    d: str


class _Type(Place, total=False):
    text: str
    text_anchor: str
    font_weight: str


class Text(_Type):
    """One line of text on its baseline; without a `text`, it is the text of the piece."""

    tag: Literal["text"]
    font_size: float


class _Drawn(TypedDict, total=False):
    scale: float
    tone: str


class Use(_Drawn):
    """A symbol of the board as a part of a drawing; without a `tone` it has that around it."""

    tag: Literal["use"]
    symbol: str
    x: float
    y: float


Primitive = Rect | Circle | Path | Text | Use


class BoardPart(TypedDict):
    """A rectangle of a board: x, y, width and height, and on a tall board x, y and scale."""

    box: tuple[float, float, float, float]
    tall: tuple[float, float, float]
    drawing: list[Primitive]


class _Tall(TypedDict, total=False):
    parts: list[BoardPart]
    tall: tuple[float, float]


class Board(_Tall):
    """What a match shows all the time; `palette` has a colour on light and one on dark ground.

    A narrow page puts each of the `parts` elsewhere, on a board of the size `tall`.
    """

    title: str
    width: float
    height: float
    drawing: list[Primitive]
    symbols: dict[str, list[Primitive]]
    palette: dict[str, tuple[str, str]]


class _Look(TypedDict, total=False):
    tone: str
    text: str
    scale: float
    rotate: float
    z: int
    start: Point


class Piece(_Look):
    """One thing on the board. Its id stays the same through a match.

    Defaults: tone `ink`, no text, scale 1, rotate 0, z 0, and no start.
    """

    symbol: str
    x: float
    y: float
    words: str


class Change(TypedDict, total=False):
    """The fields of a piece that changed, null for its default; of a new piece all fields."""

    symbol: str
    x: float
    y: float
    words: str
    tone: str | None
    text: str | None
    scale: float | None
    rotate: float | None
    z: int | None
    start: Point | None


class Delta(TypedDict):
    """What leads from one scene to the next: changes of pieces by id, and ids that are gone."""

    set: dict[str, Change]
    gone: list[str]


def _unchecked(value: Any, _: Any) -> Any:
    return value


def _as_it_is(value: Any) -> Any:
    return value


_SENT: Final = (WrapValidator(_unchecked), PlainSerializer(_as_it_is))
"""Send a value without validation: the rules made it, and it has thousands of numbers."""

SentBoard = Annotated[Board, *_SENT]
SentDelta = Annotated[Delta, *_SENT]
SentScene = Annotated[dict[str, Piece], *_SENT]
