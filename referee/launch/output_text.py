"""Make the output of a bot safe for a terminal."""

import unicodedata

_TAB = 8
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
