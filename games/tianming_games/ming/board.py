"""Draw the constant part of a match of Ming Dynasty, and the symbols of its pieces."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from tianming_games.cells import Frame
from tianming_games.country import COUNTRY_PALETTE, Country, MapPoint
from tianming_games.ming import icon
from tianming_games.ming.box import DISTRICTS, PROVINCES
from tianming_games.ming.layout import (
    HOUSE,
    MARGIN,
    PANEL_HEIGHT,
    PANEL_STEP,
    PANEL_WIDTH,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    SPACE_HEIGHT,
    SPACE_WIDTH,
    STOCKS_HEIGHT,
    Layout,
)
from tianming_games.ming.map import Map
from tianming_games.ming.notation import district_text, province_text
from tianming_games.scene import (
    PALETTE,
    SEAT_TONES,
    TONE,
    Board,
    BoardPart,
    Circle,
    Drawing,
    Path,
    Primitive,
    Rect,
    Text,
    Use,
    box,
)
from tianming_games.seat_mark import SEAT_MARKS

NEUTRAL: Final = "muted"
"""The tone of the neutral family."""

_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "orange": ("#f3ad55", "#a8601a"),
    "purple": ("#b48fe0", "#6a4aa0"),
    "grey": ("#a9a9a9", "#858179"),
    "brown": ("#a86f45", "#53341e"),
    "white": ("#fdfaf2", "#2f2c26"),
    "turquoise": ("#6fd0c4", "#12655c"),
    "red": ("#e8826f", "#9a3a2a"),
    "yellow": ("#f3d95c", "#8a7412"),
    "green": ("#8cc47e", "#2f7340"),
    "blue": ("#8fb8e2", "#31598c"),
}
"""The colours that a board file can name. Provinces with other colours get one of these."""

_NEAR: Final = 22
"""Distance of sea and wild land from the districts."""


def draw_board(layout: Layout) -> Board:
    """Return the board of a layout; without families, only the map."""
    land = (
        *_provinces(layout.frame(), layout.places()),
        _roads(layout),
        *_districts(layout),
        *_symbols_of_borders(layout),
        *_cities(layout),
    )
    return Board(
        title=f"Ming Dynasty: {layout.map.name}",
        width=layout.width,
        height=layout.height,
        drawing=() if layout.families else land,
        symbols=_symbols(layout.map),
        palette=_palette(layout.map),
        parts=_parts(layout, (*land, *_spaces(layout))) if layout.families else (),
        tall=(layout.map_width, _tall_panel(layout, layout.families + 1)[1] + MARGIN),
    )


def _parts(layout: Layout, land: Drawing) -> tuple[BoardPart, ...]:
    """Return the map, the stocks and the panels; a tall board has them below each other."""
    left, width = layout.panels_x - 10, PANEL_WIDTH + 24
    tall_x = (layout.map_width - _TALL * width) / 2
    return (
        BoardPart(0, 0, left - 1, layout.height, (0, 0, 1), land),
        BoardPart(
            left,
            0,
            width,
            layout.panels_y - 5,
            (tall_x, layout.map_height - 36, _TALL),
            tuple(_stocks(layout)),
        ),
        *(
            BoardPart(
                left,
                layout.panel(family) - 4,
                width,
                PANEL_STEP - 1,
                (*_tall_panel(layout, family), _TALL),
                tuple(_panel(layout, family)),
            )
            for family in range(layout.families)
        ),
    )


_TALL: Final = 1.2
"""Scale of stocks and panels on a tall board, which has two columns of panels."""


def _tall_panel(layout: Layout, family: int) -> tuple[float, float]:
    """Return the place of a panel on a tall board, below the map and the stocks."""
    row, column = divmod(family, 2)
    top = layout.map_height + _TALL * (STOCKS_HEIGHT + MARGIN) - 36
    return layout.map_width / 2 * column + 8, top + _TALL * PANEL_STEP * row


def family_tone(family: int, seats: int) -> str:
    """Return the tone of a family; the neutral family comes after the seats."""
    return SEAT_TONES[family] if family < seats else NEUTRAL


def _palette(board: Map) -> dict[str, tuple[str, str]]:
    others = list(_COLOURS.values())
    colours = {
        f"province-{number}": _COLOURS.get(province.colour, others[number])
        for number, province in enumerate(board.provinces)
    }
    lands = {
        f"land-{number}": (_mixed(light, "#fffdf7"), _mixed(dark, "#1b1a17"))
        for number, (light, dark) in enumerate(colours.values())
    }
    return {**PALETTE, **COUNTRY_PALETTE, "road": ("#7a6a52", "#b0a084"), **colours, **lands}


def _mixed(one: str, other: str) -> str:
    """Return the mean of two colours."""
    parts = ((int(one[at : at + 2], 16) + int(other[at : at + 2], 16)) // 2 for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


@lru_cache(maxsize=8)
def _provinces(frame: Frame, places: tuple[MapPoint, ...]) -> Drawing:
    """Return the map without roads: sea, coast, rivers, hills, and each province in its colour."""
    country = Country(frame, places, near=_NEAR)
    provinces = (
        Path(country.outline(number), fill=f"land-{number}", stroke="border", stroke_width=2)
        for number in range(PROVINCES)
    )
    return (*country.surroundings(), *provinces, *country.relief())


def _roads(layout: Layout) -> Path:
    """Return the borders, drawn as roads between districts."""
    lines = "".join(
        f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        for (x, y), (to_x, to_y) in (
            (layout.district(one), layout.district(other)) for one, other, _ in layout.map.borders
        )
    )
    return Path(lines, stroke="road", stroke_width=4)


def _districts(layout: Layout) -> Iterator[Primitive]:
    """Yield a plate for each district, with its cloister."""
    for district in range(DISTRICTS):
        x, y = layout.district(district)
        yield Use("plate", x, y)
        yield Text(x - 45, y - 16, 22.6, district_text(district), fill="muted", text_anchor="start")
        yield Use("cloister", *layout.cloister(district), 0.9, tone="line")


def _symbols_of_borders(layout: Layout) -> Iterator[Primitive]:
    """Yield the means of transport on each border."""
    for one, other, card in layout.map.borders:
        yield Use(f"border-{card}", *layout.border(one, other))


def _cities(layout: Layout) -> Iterator[Primitive]:
    """Yield the houses of all cities."""
    places = [layout.house(*divmod(house, 3)) for house in range(3 * DISTRICTS)]
    houses = "".join(box(x, y, HOUSE - 1, HOUSE - 1, 3) for x, y in places)
    yield Path(houses, fill="paper", stroke="muted")


def _spaces(layout: Layout) -> Iterator[Primitive]:
    """Yield a space for each province, with its letter."""
    places = [layout.space(province) for province in range(PROVINCES)]
    spaces = "".join(box(x, y, SPACE_WIDTH, SPACE_HEIGHT, SPACE_WIDTH / 2) for x, y in places)
    yield Path(spaces, fill="ground", stroke="muted")
    for province, (x, y) in enumerate(places):
        yield Text(x, y - 20, 23, province_text(province), fill="ink", font_weight="bold")


def _stocks(layout: Layout) -> Iterator[Primitive]:
    """Yield the supply stack, the discards and the dragon cards; their numbers are pieces."""
    for number, (label, symbol) in enumerate(
        (("Stack", "stack"), ("Discards", "stack"), ("Dragons", "card-0"))
    ):
        x, y = layout.stock(number)
        yield Use(symbol, x, y)
        yield Text(x - 16, y + 44, 19, label, fill="muted", text_anchor="start")


def _panel(layout: Layout, family: int) -> Iterator[Primitive]:
    """Yield the panel of a family; the mark of its seat is a piece."""
    x, y = layout.panels_x, layout.panel(family)
    yield Rect(x, y, PANEL_WIDTH, PANEL_HEIGHT, rx=8, fill="paper", stroke="line")
    for colour in range(PROVINCES):
        above_x, above_y = layout.collected(family, colour)
        yield Text(above_x, above_y - 17, 19, province_text(colour), fill="muted")


def _symbols(board: Map) -> dict[str, Drawing]:
    """Return the symbols of pieces by name."""
    kinds = {
        f"kind-{number}": icon.transport(kind.name, number)
        for number, kind in enumerate(board.transports, 1)
    }
    return {
        **dict(zip(SEAT_TONES, SEAT_MARKS, strict=True)),
        NEUTRAL: (Circle(0, 0, 6, stroke=TONE, stroke_width=3),),
        **kinds,
        "kind-0": icon.DRAGON,
        "cloister": icon.CLOISTER,
        "plate": (
            Rect(
                -PLATE_WIDTH / 2,
                -PLATE_HEIGHT / 2,
                PLATE_WIDTH,
                PLATE_HEIGHT,
                rx=10,
                fill="paper",
                stroke="muted",
                stroke_width=1.5,
            ),
        ),
        **{
            f"border-{number}": (
                Circle(0, 0, 13, fill="ground", stroke="road", stroke_width=2),
                Use(f"kind-{number}", 0, 0, 0.8, tone="ink"),
            )
            for number in range(1, board.cards)
        },
        **{f"card-{number}": _card(number) for number in range(board.cards)},
        **{f"member-{tone}": _member(tone) for tone in (*SEAT_TONES, NEUTRAL)},
        **{f"monk-{tone}": _monk(tone) for tone in SEAT_TONES},
        **{f"prince-{tone}": _prince(tone) for tone in SEAT_TONES},
        "caption": (Text(0, 0, 24, text_anchor="start", font_weight="bold", fill=TONE),),
        "name": (Text(0, 0, 20, text_anchor="start", font_weight="bold", fill=TONE),),
        "note": (Text(0, 0, 19, text_anchor="start", fill="muted"),),
        "score": (Text(0, 0, 26, text_anchor="end", font_weight="bold", fill="ink"),),
        "supply": (
            Circle(0, -5, 4.5, fill=TONE),
            Path("M-8 9C-8 2-5 0 0 0S8 2 8 9Z", fill=TONE),
            Text(16, 7, 19, text_anchor="start", fill="ink"),
        ),
        "start": (
            Path("M-9-9H9L5-1V3H9V9H-9V3H-5V-1Z", fill=TONE),
            Circle(0, -14, 4.5, fill=TONE),
        ),
        "stack": (
            Rect(-16, -22, 32, 44, rx=4, fill="paper", stroke="ink"),
            Rect(-12, -18, 24, 36, rx=2, stroke="line", stroke_width=2),
        ),
        "count": (Text(0, 7, 20, text_anchor="start", font_weight="bold", fill=TONE),),
        "tile": (
            Rect(-15, -13, 30, 27, rx=3, fill=TONE, stroke="ink"),
            Text(0, 8, 22.6, fill="ink", font_weight="bold"),
        ),
    }


def _card(number: int) -> Drawing:
    """A movement card, or the dragon card."""
    return (
        Rect(-16, -22, 32, 44, rx=4, fill="paper", stroke="ink", stroke_width=1.2),
        Use(f"kind-{number}", 0, 0, 1.15, tone="accent" if number == 0 else "ink"),
    )


def _member(tone: str) -> Drawing:
    """A family member: a flat stone with the mark of its seat."""
    return (
        Circle(0, 0, 12, fill=TONE, stroke="paper", stroke_width=1.5),
        Use(tone, 0, 0, 0.75, tone="paper"),
    )


def _monk(tone: str) -> Drawing:
    """A family member under the roof of a cloister."""
    return (Use(f"member-{tone}", 0, 3, 0.9), Path("M-12-4L0-13 12-4Z", fill="ink"))


def _prince(tone: str) -> Drawing:
    """A prince: a crown over the mark of its seat."""
    return (
        Path("M-11 15V1H11V15Z", fill=TONE, stroke="paper", stroke_width=2),
        Path("M-12 1L-14-12-7-6 0-15 7-6 14-12 12 1Z", fill=TONE, stroke="paper", stroke_width=2),
        Use(tone, 0, 6, 0.65, tone="paper"),
    )
