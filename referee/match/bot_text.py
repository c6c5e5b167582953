"""Check the texts that a bot sends: names, reasons, and notes to choices."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters (Unicode's category Cc), except tabs and line breaks."""


def control(text: str) -> str | None:
    """Return the first control character as `U+001B`, or None; tabs and line breaks are allowed."""
    found = None if text.isprintable() else _CONTROL.search(text)
    return None if found is None else f"U+{ord(found[0]):04X}"
