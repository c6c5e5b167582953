"""The marks of the seats: shapes that are distinguishable without colours."""

from typing import Final

from tianming_games.scene import TONE, Circle, Drawing, Path, Rect

SEAT_MARKS: Final[tuple[Drawing, ...]] = (
    (Circle(0, 0, 9, fill=TONE),),
    (Rect(-8, -8, 16, 16, rx=1.5, fill=TONE),),
    (Path("M0-10L10.5 8H-10.5Z", fill=TONE),),
    (Path("M0-11L10 0 0 11-10 0Z", fill=TONE),),
    (
        Path(
            "M0-11L3.2-3.8 11-3.2 5 2 6.8 9.5 0 5.5-6.8 9.5-5 2-11-3.2-3.2-3.8Z",
            fill=TONE,
        ),
    ),
)
"""A disc, a square, a triangle, a diamond and a star, by seat."""
