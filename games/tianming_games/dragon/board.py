"""The board of In the Year of the Dragon: what every match of an option set shows all the time."""

from typing import Final

from tianming_games.dragon.box import MONTHS
from tianming_games.scene import (
    PALETTE,
    SEAT_TONES,
    TONE,
    Board,
    Circle,
    Drawing,
    Path,
    Rect,
    Text,
)

WIDTH: Final = 720
MARGIN: Final = 24
MONTH_WIDTH: Final = 56
EVENTS_Y: Final = 24
TRACK_Y: Final = 130
TRACK_SPACES: Final = 56
TRACK_STEP: Final = 12
PANELS_Y: Final = 200
PANEL_HEIGHT: Final = 132

_MARKS: Final[tuple[Drawing, ...]] = (
    (Circle(0, 0, 9, fill=TONE),),
    (Rect(-8, -8, 16, 16, rx=2, fill=TONE),),
    (Path("M0-10L10 8H-10Z", fill=TONE),),
    (Path("M0-11L11 0 0 11-11 0Z", fill=TONE),),
    (Path("M-5-9H5L10 0 5 9H-5L-10 0Z", fill=TONE),),
)
"""The mark of each seat."""


def month_x(month: int) -> float:
    """The middle of a month of the event row, from 1."""
    return MARGIN + MONTH_WIDTH * (month - 0.5)


def track_x(space: int) -> float:
    """The middle of a space of the person track, which begins again at its end."""
    return MARGIN + TRACK_STEP * (space % TRACK_SPACES + 0.5)


def panel_y(seat: int) -> float:
    """The top of a player's panel."""
    return PANELS_Y + seat * PANEL_HEIGHT


def draw_board(seats: int) -> Board:
    """The board for a number of players."""
    return Board(
        title="In the Year of the Dragon",
        width=WIDTH,
        height=panel_y(seats) + MARGIN,
        drawing=(*_months(), *_track(), *_panels(seats)),
        symbols=_symbols(),
        palette=PALETTE,
    )


def _months() -> Drawing:
    return tuple(
        Rect(
            month_x(month) - 26,
            EVENTS_Y,
            52,
            76,
            rx=4,
            fill="paper",
            stroke="line",
        )
        for month in range(1, MONTHS + 1)
    )


def _track() -> Drawing:
    return (Rect(MARGIN, TRACK_Y, WIDTH - 2 * MARGIN, 40, rx=4, fill="paper", stroke="line"),)


def _panels(seats: int) -> Drawing:
    return tuple(
        Rect(
            MARGIN,
            panel_y(seat),
            WIDTH - 2 * MARGIN,
            PANEL_HEIGHT - 8,
            rx=6,
            fill="paper",
            stroke=SEAT_TONES[seat],
            stroke_width=2,
        )
        for seat in range(seats)
    )


def _symbols() -> dict[str, Drawing]:
    return {
        **dict(zip(SEAT_TONES, _MARKS, strict=True)),
        "event": (Text(0, 0, 11, fill="ink"),),
        "month": (Rect(-27, -3, 54, 82, rx=6, stroke="accent", stroke_width=4),),
        "name": (Text(0, 0, 20, text_anchor="start", font_weight="bold", fill=TONE),),
        "number": (Text(0, 0, 24, text_anchor="end", font_weight="bold", fill="ink"),),
    }
