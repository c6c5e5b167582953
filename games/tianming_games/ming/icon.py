"""The icons of Ming Dynasty: original shapes, 20 units wide around their origin.

Each icon is drawn in the tone of its piece.
"""

from collections.abc import Mapping
from typing import Final

from tianming_games.scene import TONE, Circle, Drawing, Path, Text


def _line(d: str, width: float = 2) -> Path:
    return Path(d, stroke=TONE, stroke_width=width)


def _solid(d: str) -> Path:
    return Path(d, fill=TONE)


TRANSPORTS: Final[Mapping[str, Drawing]] = {
    "rider": (
        _solid("M-6 10C-6 2-3 0 0-1L-3 2-8 1C-7-4-3-8 2-9L4-11 5-8C10-5 9 4 7 10Z"),
        Circle(0.5, -5, 1.3, fill="paper"),
    ),
    "junk": (
        _solid("M-10 4H10C8 8 6 9 4 9H-5C-8 9-9 7-10 4Z"),
        _solid("M-1 2V-10C4-8 6-3 6 2ZM-3 2H-8C-8-2-6-5-3-7Z"),
    ),
    "rickshaw": (
        Circle(-1, 4, 5.5, stroke=TONE, stroke_width=2),
        _line("M-1 4L-1-2H-7V-8M-1-2H5L10 4M-9-9C-5-11 0-10 2-7"),
    ),
    "sedan": (_line("M-10 3H10M-5-6V7H5V-6M-2 0H2"), _solid("M-8-5L0-11 8-5Z")),
    "camel": (
        _solid(
            "M-10-4C-10-8-5-8-5-4L-5 0C-4-5-1-6 0-2C1-6 5-6 6-1C8 0 9 2 9 5H7L6 10H4V5H-2V10H-4V5"
            "C-7 4-7 1-7-3Z"
        ),
    ),
    "raft": (_line("M-9 0H9M-9 4H9M-9 8H9M-5-2V10M5-2V10M0-2V-10L6-5 0-4"),),
}
"""The means of transport of the shipped board, by the first word of their names."""

DRAGON: Final[Drawing] = (
    _line("M-10 3C-7 10 3 9 1 3C-1-2-8-3-4-8C-1-10 3-8 5-6", 3.5),
    _solid("M3-10L11-6 9-2 4-2ZM3-10L5-12 7-9Z"),
)
MEMBER: Final[Drawing] = (
    Circle(0, -5, 4.5, fill=TONE),
    _solid("M-8 9C-8 2-5 0 0 0S8 2 8 9Z"),
)
CLOISTER: Final[Drawing] = (
    _solid("M-10-1L0-8 10-1ZM-7 1H7V9H2V4H-2V9H-7Z"),
    _line("M0-8V-11"),
)
CROWN: Final[Drawing] = (_solid("M-9 5L-10-6-5-1 0-8 5-1 10-6 9 5Z"),)


def transport(name: str, number: int) -> Drawing:
    """Return the icon of a means of transport; its number if it has no icon."""
    words = name.split()
    drawn = TRANSPORTS.get(words[0]) if words else None
    return drawn or (Text(0, 7, 19, str(number), font_weight="bold", fill=TONE),)
