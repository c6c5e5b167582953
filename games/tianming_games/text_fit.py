"""Fit text into a drawing, whose font is not known exactly."""

import unicodedata
from functools import lru_cache
from typing import Final

_NARROW: Final = frozenset("iIjl.,:;'!|()[] ")
_BROAD: Final = frozenset("mwMW@%")
_EMS: Final = {"W": 1.1, "F": 1.1, "Mn": 0.0, "Me": 0.0, "Cf": 0.0}
"""Widths in em, by East Asian width and by Unicode category."""


def width(text: str, font_size: float) -> float:
    """Return an upper estimate of the width of a text in a bold sans-serif font."""
    return font_size * sum(map(_ems, text))


@lru_cache(maxsize=256)
def fitted(text: str, room: float, font_size: float) -> str:
    """Return a text, or its beginning with an ellipsis if it is wider than the room."""
    if width(text, font_size) <= room:
        return text
    kept = text
    while kept and width(kept + "…", font_size) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _ems(character: str) -> float:
    if character.isascii():
        if character in _NARROW:
            return 0.4
        return 1.05 if character in _BROAD else 0.8 if character.isupper() else 0.7
    category = unicodedata.category(character)
    return _EMS.get(category, _EMS.get(unicodedata.east_asian_width(character), 0.85))
