"""What a bot may write in words: names, reasons, and a note to a choice."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters (Unicode's category Cc), except tabs and line breaks."""


def control(text: str) -> str | None:
    """The first control character, as `U+001B`, or None; tabs and line breaks are text."""
    found = None if text.isprintable() else _CONTROL.search(text)
    return None if found is None else f"U+{ord(found[0]):04X}"
