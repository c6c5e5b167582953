"""Text that people write: whether it can be kept, and what they may have meant."""

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


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters: its beginning, with an ellipsis where it is cut."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
