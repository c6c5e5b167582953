"""Text that people write or read: allowed characters, suggestions for typos, numbers with nouns."""

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a clause that suggests the most similar known word, or lists the known words."""
    words = sorted(known)
    near = difflib.get_close_matches(word, words, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known are {', '.join(words)}." if words else "there are none."


def is_text(value: str) -> bool:
    """Return whether a value can be encoded as UTF-8 and has no NUL, which system calls reject."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in value


def printable(text: str) -> str:
    """Return a text with unprintable characters replaced, which could control a terminal.

    Bytes of a path that are not UTF-8 stay as Python's surrogates, which streams escape.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or "\udc80" <= char <= "\udcff" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, in singular or plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


_UNITS = ((1e-6, "µs"), (1e-3, "ms"), (1.0, "s"))
"""Units of time: their length in seconds and their symbol, the smallest first."""
_MOST_OF_UNIT = 999.5
"""From this number of units on, three digits would show 1000, so the next unit is used."""


def duration(seconds: float) -> str:
    """Return a time in a suitable unit with three digits; from 1000 s on, in whole seconds."""
    for unit, name in _UNITS:
        if seconds < _MOST_OF_UNIT * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds:.0f} s"
