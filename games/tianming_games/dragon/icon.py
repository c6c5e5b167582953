"""The icons of In the Year of the Dragon: original shapes, 20 units wide around their origin.

Each icon is drawn in the tone of its piece.
"""

from collections.abc import Mapping
from typing import Final

from tianming_games.dragon.box import Card, EventTile, Person
from tianming_games.dragon.expansion_box import Corner, WallTile
from tianming_games.scene import TONE, Circle, Drawing, Path, Rect, Text


def _line(d: str, width: float = 2) -> Path:
    return Path(d, stroke=TONE, stroke_width=width)


def _solid(d: str) -> Path:
    return Path(d, fill=TONE)


HAMMER: Final[Drawing] = (_solid("M-9-9H4L9-5V-3H-9Z"), _line("M-3-2V9", 4))
FAN: Final[Drawing] = (
    _line("M0 9L-10-3A13 13 0 0 1 10-3ZM0 9L-4-6M0 9L4-6"),
    Circle(0, 9, 2, fill=TONE),
)
ROCKET: Final[Drawing] = (
    _solid("M0-11C4-7 4-2 4 4H-4C-4-2-4-7 0-11ZM-4 0L-8 6H-4ZM4 0L8 6H4Z"),
    _line("M-2 7V9M2 7V10"),
)
COIN: Final[Drawing] = (
    Circle(0, 0, 8.5, stroke=TONE, stroke_width=2.5),
    Rect(-3, -3, 6, 6, stroke=TONE, stroke_width=2),
)
HELMET: Final[Drawing] = (
    _solid("M-9 7V1C-9-5-5-8 0-8S9-5 9 1V7H4V2H-4V7Z"),
    _line("M0-8V-11", 3),
)
MONK: Final[Drawing] = (
    Circle(0, -6, 4, fill=TONE),
    _solid("M-10 9C-10 5-7 4-5 3C-5 0-3-1 0-1S5 0 5 3C7 4 10 5 10 9Z"),
)
MORTAR: Final[Drawing] = (_solid("M-9-1H9C9 5 6 9 0 9S-9 5-9-1Z"), _line("M1-2L6-10", 3.5))
RICE: Final[Drawing] = (
    _line("M-4 10C-4 2-1-5 4-9"),
    _solid(
        "M4-10C8-10 9-7 7-4C4-5 3-7 4-10ZM1-5C5-5 7-2 5 1C2 0 0-2 1-5Z"
        "M-2 1C2 1 4 4 3 7C0 6-2 4-2 1Z"
        "M0-6C-4-7-6-5-6-1C-3-1-1-3 0-6ZM-3-1C-7-2-9 1-8 4C-5 4-3 3-3-1Z"
    ),
)
BOOK: Final[Drawing] = (
    _line("M0-5C-3-8-7-8-10-7V7C-7 6-3 6 0 9C3 6 7 6 10 7V-7C7-8 3-8 0-5V9"),
    _line("M-7-3H-4M-7 1H-4M4-3H7M4 1H7", 1.5),
)
DRAGON: Final[Drawing] = (
    _line("M-10 3C-7 10 3 9 1 3C-1-2-8-3-4-8C-1-10 3-8 5-6", 3.5),
    _solid("M3-10L11-6 9-2 4-2ZM3-10L5-12 7-9Z"),
)
WALL: Final[Drawing] = (
    _line("M-10-5V8H10V-5M-10-5V-9H-5V-5H-2V-9H3V-5H6V-9H10V-5H-10M-10 2H10M-3-5V2M4 2V8M-4 2V8"),
)
QUESTION: Final[Drawing] = (Text(0, 7, 20, "?", font_weight="bold", fill=TONE),)
LOTUS: Final[Drawing] = (
    _solid(
        "M0 7C-4 2-4-4 0-10C4-4 4 2 0 7ZM-2 7C-8 6-11 1-10-4C-5-3-3 1-2 7Z"
        "M2 7C8 6 11 1 10-4C5-3 3 1 2 7Z"
    ),
)
CROWN: Final[Drawing] = (_solid("M-9 8L-10-5-4 0 0-8 4 0 10-5 9 8Z"),)
SUN: Final[Drawing] = (
    Circle(0, 0, 5, fill=TONE),
    _line("M0-10V-8M0 8V10M-10 0H-8M8 0H10M-7-7L-5.5-5.5M5.5 5.5L7 7M-7 7L-5.5 5.5M5.5-5.5L7-7"),
)
SWORDS: Final[Drawing] = (
    _line("M-9-9L5 5M9-9L-5 5", 2.5),
    _line("M2 8L8 2M-2 8L-8 2M6 6L9 9M-6 6L-9 9"),
)
SKULL: Final[Drawing] = (
    _solid("M-8-3C-8-8-4-10 0-10S8-8 8-3C8 1 6 2 5 4V9H-5V4C-6 2-8 1-8-3Z"),
    Circle(-3, -2, 2.2, fill="paper"),
    Circle(3, -2, 2.2, fill="paper"),
    Path("M-1.5 9V6M1.5 9V6", stroke="paper", stroke_width=1.2),
)
LANTERN: Final[Drawing] = (
    _solid("M-4-6H4C9-4 9 4 4 6H-4C-9 4-9-4-4-6Z"),
    _line("M0-10V-6M-3-7H3M-3 7H3M0 7V11"),
)
CRACK: Final[Drawing] = (_line("M-10-2H-4L-1-9 2 8 5-2H10", 2.5),)
WAVES: Final[Drawing] = (_line("M-10-4C-7-8-4-8-1-4S6 0 10-4M-10 4C-7 0-4 0-1 4S6 8 10 4", 2.5),)
ECLIPSE: Final[Drawing] = (
    Circle(0, 0, 9, stroke=TONE, stroke_width=2),
    _solid("M3-6A6.5 6.5 0 1 0 3 6 8 8 0 0 1 3-6Z"),
)
VOLCANO: Final[Drawing] = (
    _solid("M-10 9L-3-3H3L10 9Z"),
    _line("M-3-6C-5-9-2-10-3-11M1-6C-1-9 3-9 2-11"),
)
TORNADO: Final[Drawing] = (_line("M-9-8H9M-6-4H7M-4 0H5M-1 4H4M1 8H3", 2.5),)
SUNRISE: Final[Drawing] = (
    _solid("M-6 5A6 6 0 0 1 6 5Z"),
    _line("M-10 8H10M0-7V-4M-8-3L-6-1M8-3L6-1"),
)
DAGGER: Final[Drawing] = (_solid("M-2 1V-7L0-11 2-7V1Z"), _line("M-6 2H6M0 3V9", 2.5))
SCROLL: Final[Drawing] = (
    _line("M-7-8H5V6M-7-8A2 2 0 0 0-7-4H-5V8H7A2 2 0 0 0 7 4H-1M-2-3H2M-2 1H2"),
)
PALACE: Final[Drawing] = (_solid("M-10-4L0-10 10-4V-2H-10Z"), _line("M-7-1V8H7V-1M-2 8V3H2V8"))
STEPS: Final[Drawing] = (_line("M-9 0H7M2-6L8 0 2 6", 3),)
STAR: Final[Drawing] = (_solid("M0-10L3-3 10-3 4.5 1.5 6.5 9 0 4.5-6.5 9-4.5 1.5-10-3-3-3Z"),)

PERSONS: Final[Mapping[int, Drawing]] = {
    Person.CRAFTSMAN: HAMMER,
    Person.COURT_LADY: FAN,
    Person.PYROTECHNIST: ROCKET,
    Person.TAX_COLLECTOR: COIN,
    Person.WARRIOR: HELMET,
    Person.MONK: MONK,
    Person.HEALER: MORTAR,
    Person.FARMER: RICE,
    Person.SCHOLAR: BOOK,
}
ACTIONS: Final[tuple[Drawing, ...]] = (COIN, HAMMER, RICE, ROCKET, HELMET, BOOK, DRAGON, WALL)
"""The icon of each action card; the card of the Great Wall is last."""

EVENTS: Final[Mapping[int, Drawing]] = {
    EventTile.PEACE: LOTUS,
    EventTile.IMPERIAL_TRIBUTE: CROWN,
    EventTile.DROUGHT: SUN,
    EventTile.DRAGON_FESTIVAL: DRAGON,
    EventTile.MONGOL_INVASION: SWORDS,
    EventTile.CONTAGION: SKULL,
}
CORNERS: Final[Mapping[int, Drawing]] = {
    Corner.LANTERNFEST: LANTERN,
    Corner.BUDDHA: MONK,
    Corner.EARTHQUAKE: CRACK,
    Corner.FLOOD: WAVES,
    Corner.SOLAR_ECLIPSE: ECLIPSE,
    Corner.VOLCANIC_ERUPTION: VOLCANO,
    Corner.TORNADO: TORNADO,
    Corner.SUNRISE: SUNRISE,
    Corner.ASSASSINATION_ATTEMPT: DAGGER,
    Corner.CHARTER: SCROLL,
}
WALL_TILES: Final[Mapping[int, Drawing]] = {
    WallTile.RICE: RICE,
    WallTile.FIREWORKS: ROCKET,
    WallTile.SECTION: PALACE,
    WallTile.YUAN: COIN,
    WallTile.SPACES: STEPS,
    WallTile.POINTS: STAR,
}


assert len(ACTIONS) == len(Card) + 1
