"""A board as text: lines of segments, each with a tone, which a terminal wraps and colours.

A game makes the lines and knows no width and no colour. A tone is a token of the palette that
the drawn boards use as well: `ink`, `muted`, `accent`, or a seat's.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tianming_games.scene import SEAT_TONES

INK = "ink"
MUTED = "muted"
ACCENT = "accent"

INDENT = 9
"""Columns of a line's label; where a line is wrapped, its other rows begin behind them."""

LONGEST_NAME = 16
"""Characters of a bot's name on a board, at most."""


class Segment(NamedTuple):
    """Text in one tone."""

    text: str
    tone: str = INK


class BoardLine(NamedTuple):
    """A line of a board.

    `indent` is where its rows begin if it is wrapped, except the first. `detail` says how soon a
    small screen may leave it out: 0 never, 2 first.
    """

    segments: tuple[Segment, ...]
    indent: int = INDENT
    detail: int = 0

    @property
    def text(self) -> str:
        """The line without its tones."""
        return "".join([segment.text for segment in self.segments])


def line(*parts: str | Segment, indent: int = INDENT, detail: int = 0) -> BoardLine:
    """A line of these parts; text without a tone is ink."""
    segments = tuple(part if isinstance(part, Segment) else Segment(part) for part in parts)
    return BoardLine(segments, indent, detail)


def joined(parts: Iterable[Segment], separator: str = " ") -> list[Segment]:
    """The parts with a separator between them."""
    segments: list[Segment] = []
    for part in parts:
        if segments:
            segments.append(Segment(separator))
        segments.append(part)
    return segments


def plain(lines: Iterable[BoardLine]) -> str:
    """The board as text without tones."""
    return "".join([f"{line.text}\n" for line in lines])


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """The name of a seat's bot, or the seat's number if there are no names."""
    if not names:
        return f"seat {seat}"
    name = names[seat]
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def seat_labels(seats: int, names: Sequence[str] = ()) -> list[Segment]:
    """The labels of the seats' lines, all equally wide.

    With names they have the numbers as well, which mark the pieces on a board.
    """
    labels = [
        f"{seat} {seat_name(seat, names)}" if names else seat_name(seat) for seat in range(seats)
    ]
    width = max(INDENT, *(len(label) + 2 for label in labels))
    return [Segment(label.ljust(width), SEAT_TONES[seat]) for seat, label in enumerate(labels)]
