"""Fit a board to a screen: wrap its lines to a width, and shorten it to a height."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from tianming_games.ground.text import printable
from tianming_games.text_board import BoardLine

STYLES = {
    "ink": "",
    "muted": "dim",
    "accent": "bold",
    "seat-0": "bold red",
    "seat-1": "bold blue",
    "seat-2": "bold yellow",
    "seat-3": "bold green",
    "seat-4": "bold magenta",
}
"""The style of each tone, in the sixteen colors that users can configure in their terminal.

Boards do not depend on colors, because seats have numbers and names as well.
"""


def fit(lines: Sequence[BoardLine], width: int, height: int | None = None) -> Text:
    """Return a board as text that fits a screen.

    Long lines are wrapped. If the board is then too high, it is shortened in steps: first without
    the lines that a small screen may leave out, then with one row per line, and finally without
    the last lines.

    Args:
        lines: the board.
        width: columns of the screen.
        height: rows of the screen; None for no limit.
    """
    kept = list(lines)
    rows = [_wrapped(line, width) for line in kept]
    if height is not None:
        for detail in (2, 1):
            if sum(map(len, rows)) > height:
                kept = [line for line in kept if line.detail < detail]
                rows = [_wrapped(line, width) for line in kept]
        if sum(map(len, rows)) > height:
            rows = [[_cut(one[0], width) if len(one) > 1 else one[0]] for one in rows]
    every = [row for one in rows for row in one]
    if height is not None and len(every) > height:
        every = [*every[: height - 1], Text("…")]
    return Text("\n").join(every)


def cut(text: str, width: int) -> str:
    """Return a text as one row of at most `width` characters."""
    row = " ".join(printable(part) for part in text.split())
    return row if len(row) <= width else f"{row[: max(0, width - 1)]}…"


def _cut(row: Text, width: int) -> Text:
    """Return the first row of a longer line, with an ellipsis at its end."""
    short = row.copy()
    short.rstrip()
    short.truncate(width - 2)
    return short.append(" …")


def _wrapped(line: BoardLine, width: int) -> list[Text]:
    """Return a line as rows, broken between words if possible."""
    rows = [Text()]
    for word, tone in _words(line):
        row = rows[-1]
        if row.cell_len + len(word.rstrip()) > width and row.plain.strip():
            row = Text(" " * min(line.indent, width // 2))
            rows.append(row)
        is_new = not row.plain.strip() and len(rows) > 1
        row.append(word.lstrip() if is_new else word, STYLES[tone])
    for row in rows:
        row.rstrip()
        row.truncate(width, overflow="ellipsis")
    return rows


def _words(line: BoardLine) -> Iterator[tuple[str, str]]:
    """Yield the words of a line, each with the spaces after it and its tone.

    Adjacent segments are separate words even without a space between them, such as a number in
    brackets.
    """
    for segment in line.segments:
        start, text = 0, printable(segment.text)
        for at in range(1, len(text)):
            if text[at] != " " and text[at - 1] == " ":
                yield text[start:at], segment.tone
                start = at
        yield text[start:], segment.tone
