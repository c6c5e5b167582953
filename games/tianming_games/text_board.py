"""A board as text: lines of segments with tones, which a terminal wraps and colours.

A game makes the lines, and knows neither width nor colours of the terminal. A tone is a token
of the palette of the drawn boards: `ink`, `muted`, `accent`, or that of a seat.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tianming_games.scene import SEAT_TONES

INK = "ink"
MUTED = "muted"
ACCENT = "accent"

INDENT = 9
"""Columns of a line's label; the further rows of a wrapped line are indented by them."""

LONGEST_NAME = 16
"""Maximum characters of a bot's name on a board."""


class Segment(NamedTuple):
    """Text in one tone."""

    text: str
    tone: str = INK


class BoardLine(NamedTuple):
    """A line of a board.

    `indent` is the indentation of its rows after the first, if it is wrapped. `detail` is the order
    in which a small screen may omit lines: 2 first, then 1, and never 0.
    """

    segments: tuple[Segment, ...]
    indent: int = INDENT
    detail: int = 0

    @property
    def text(self) -> str:
        """The line without its tones."""
        return "".join([segment.text for segment in self.segments])


def line(*parts: str | Segment, indent: int = INDENT, detail: int = 0) -> BoardLine:
    """Return a line of these parts; plain strings have the tone `ink`."""
    segments = tuple(part if isinstance(part, Segment) else Segment(part) for part in parts)
    return BoardLine(segments, indent, detail)


def joined(parts: Iterable[Segment], separator: str = " ") -> list[Segment]:
    """Return the parts with a separator between them."""
    segments: list[Segment] = []
    for part in parts:
        if segments:
            segments.append(Segment(separator))
        segments.append(part)
    return segments


def plain(lines: Iterable[BoardLine]) -> str:
    """Return the board as text without tones."""
    return "".join([f"{line.text}\n" for line in lines])


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """Return the name of a seat's bot, cut to `LONGEST_NAME`; the seat's number without names."""
    if not names:
        return f"seat {seat}"
    name = names[seat]
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def seat_labels(seats: int, names: Sequence[str] = ()) -> list[Segment]:
    """Return the labels of the seats' lines, all of the same width.

    With names, the labels also have the seats' numbers, which mark the pieces on a board.
    """
    labels = [
        f"{seat} {seat_name(seat, names)}" if names else seat_name(seat) for seat in range(seats)
    ]
    width = max(INDENT, *(len(label) + 2 for label in labels))
    return [Segment(label.ljust(width), SEAT_TONES[seat]) for seat, label in enumerate(labels)]
