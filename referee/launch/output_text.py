"""Make the output of a bot safe for a terminal."""

import re
import unicodedata
from collections.abc import Iterable

_TAB = 8
_FRAME = re.compile(r'  File "(?P<path>.+?)", line \d+')
_LIBRARY = re.compile(r"^<frozen |/(site|dist)-packages/|/lib/python3[^/]*/|/tianming/[a-z_]+\.py$")
"""Paths of files that are not of the bot: of Python, of packages, and of the SDK."""
_JOINERS = "\u200c\u200d"
"""Characters that join letters and emoji, and do nothing else."""


def safe_line(line: str) -> str:
    """Return a line with `?` for each character that could control a terminal.

    Spaces of every kind stay, and tabs become spaces.
    """
    return "".join(
        char if char.isprintable() or char in _JOINERS or _is_space(char) else "?"
        for char in line.expandtabs(_TAB)
    )


def _is_space(char: str) -> bool:
    return unicodedata.category(char) == "Zs"


def own_lines(lines: Iterable[str]) -> list[str]:
    """Return the lines of an output without the frames of libraries in tracebacks of Python."""
    kept, is_hidden = [], False
    for line in lines:
        frame = _FRAME.match(line)
        if frame is not None:
            is_hidden = _LIBRARY.search(frame["path"]) is not None
        elif not line.startswith("    "):
            is_hidden = False
        if not is_hidden:
            kept.append(line)
    return kept
