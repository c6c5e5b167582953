"""A board in words: lines of spans, each with a tone, for a terminal to wrap and to colour.

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


class Span(NamedTuple):
    """Text in one tone."""

    text: str
    tone: str = INK


class Line(NamedTuple):
    """A line of a board.

    `indent` is where its rows begin if it is wrapped, but for the first. `detail` says how soon
    a small screen may leave it out: 0 never, 2 first.
    """

    spans: tuple[Span, ...]
    indent: int = INDENT
    detail: int = 0

    @property
    def text(self) -> str:
        """The line without its tones."""
        return "".join([span.text for span in self.spans])


def line(*parts: str | Span, indent: int = INDENT, detail: int = 0) -> Line:
    """A line of these parts; text without a tone is ink."""
    spans = tuple(part if isinstance(part, Span) else Span(part) for part in parts)
    return Line(spans, indent, detail)


def joined(parts: Iterable[Span], separator: str = " ") -> list[Span]:
    """The parts with a separator between them."""
    spans: list[Span] = []
    for part in parts:
        if spans:
            spans.append(Span(separator))
        spans.append(part)
    return spans


def plain(lines: Iterable[Line]) -> str:
    """The board as text without tones."""
    return "".join([f"{line.text}\n" for line in lines])


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """A seat by the name of its bot, or by its number where no names are given."""
    if not names:
        return f"seat {seat}"
    name = names[seat]
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def seat_labels(seats: int, names: Sequence[str] = ()) -> list[Span]:
    """The labels of the seats' lines, all equally wide.

    With names they have the numbers as well, which mark the pieces on a board.
    """
    labels = [
        f"{seat} {seat_name(seat, names)}" if names else seat_name(seat) for seat in range(seats)
    ]
    width = max(INDENT, *(len(label) + 2 for label in labels))
    return [Span(label.ljust(width), SEAT_TONES[seat]) for seat, label in enumerate(labels)]
