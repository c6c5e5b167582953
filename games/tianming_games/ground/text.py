"""Text that people write or read: allowed characters, suggestions for typos, numbers with nouns."""

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A half-sentence that suggests the nearest known word, or the known words."""
    words = sorted(known)
    near = difflib.get_close_matches(word, words, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known are {', '.join(words)}." if words else "there are none."


def is_text(value: str) -> bool:
    """Whether a value can be written as UTF-8 and be given to the system, which takes no NUL."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in value


def printable(text: str) -> str:
    """Return a text of somebody else's with nothing in it that steers a terminal or ends a line.

    A byte of a path that is no UTF-8 stays as Python keeps it: streams print its number.
    """
    return "".join(
        char if char.isprintable() or "\udc80" <= char <= "\udcff" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, in singular or plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


_UNITS = ((1e-6, "µs"), (1e-3, "ms"), (1.0, "s"))
"""Units of time in seconds, the smallest first."""
_MOST_OF_UNIT = 999.5
"""From here on three digits show 1000 of a unit, which is one of the next."""


def duration(seconds: float) -> str:
    """A time in the unit that fits, to three digits; whole seconds from 1000."""
    for unit, name in _UNITS:
        if seconds < _MOST_OF_UNIT * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds:.0f} s"
