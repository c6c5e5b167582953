"""Draw the constant part of a match of China, and the symbols of its pieces."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from tianming_games.cells import Frame
from tianming_games.china.box import COLOUR_WORDS
from tianming_games.china.layout import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CARDS_HEIGHT,
    EDGE,
    MAP_WIDTH,
    MARGIN,
    PANEL_HEIGHT,
    PANEL_STEP,
    PANEL_WIDTH,
    PANELS_X,
    Layout,
)
from tianming_games.country import COUNTRY_PALETTE, Country, MapPoint
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

_PALETTE: Final[Mapping[str, tuple[str, str]]] = {
    **PALETTE,
    **COUNTRY_PALETTE,
    "road": ("#7a6a52", "#b0a084"),
    "treaty": ("#2c5f82", "#8cc0e4"),
    "red": ("#e2655c", "#5c2028"),
    "yellow": ("#f6ea86", "#998012"),
    "green": ("#93d8b0", "#437c5c"),
    "orange": ("#efa53a", "#97490f"),
    "purple": ("#ab86de", "#5630b0"),
    "coast-red": ("#d9695f", "#b55a5f"),
    "coast-yellow": ("#e0c94a", "#b39b2a"),
    "coast-green": ("#6fbf93", "#5d9e7a"),
    "coast-orange": ("#e09a30", "#c0702a"),
    "coast-purple": ("#a07fd6", "#8a6ae0"),
    "land-red": ("#f7d3c9", "#4d2a23"),
    "land-yellow": ("#f8ecc0", "#463e1d"),
    "land-green": ("#d6ebce", "#243f2a"),
    "land-orange": ("#fadfbd", "#4c331a"),
    "land-purple": ("#e4d8f3", "#372b4f"),
}


def draw_board(layout: Layout) -> Board:
    """Return the board of a layout; without seats, only the map."""
    drawn = layout.map
    land = (
        *_lands(layout.frame, layout.places(), tuple(layout.map.colours)),
        *_treaties(layout),
        *_roads(layout),
        *_spaces(layout),
        *_courts(layout),
    )
    return Board(
        title=f"China, side for {drawn.least_seats} to {drawn.most_seats} players",
        width=layout.width,
        height=layout.height,
        drawing=() if layout.seats else (*land, *_numbers(layout)),
        symbols=_symbols(),
        palette=_PALETTE,
        parts=_parts(layout, land) if layout.seats else (),
        tall=(MAP_WIDTH, _tall_panel(layout, layout.seats + layout.seats % 2)[1] + MARGIN),
    )


def _parts(layout: Layout, land: Drawing) -> tuple[BoardPart, ...]:
    """Return the map, the cards and the panels; a tall board has them below each other."""
    bottom = layout.map_bottom + 10
    left, width = PANELS_X - 14, PANEL_WIDTH + 28
    return (
        BoardPart(0, 0, MAP_WIDTH - 6, layout.height, (0, 0, 1), land),
        BoardPart(left, 0, width, layout.panels_y - 4, (20, bottom, _TALL), tuple(_cards(layout))),
        *(
            BoardPart(
                left,
                layout.panel(seat) - 4,
                width,
                PANEL_STEP,
                (*_tall_panel(layout, seat), _TALL),
                tuple(_panel(layout, seat)),
            )
            for seat in range(layout.seats)
        ),
    )


_TALL: Final = 1.17
"""Scale of cards and panels on a tall board, which has two columns of panels."""


def _tall_panel(layout: Layout, seat: int) -> tuple[float, float]:
    """Return the place of a panel on a tall board, below the map and the cards."""
    row, column = divmod(seat, 2)
    top = layout.map_bottom + 10 + _TALL * (CARDS_HEIGHT + MARGIN)
    return 16 + 352 * column, top + _TALL * PANEL_STEP * row


def _numbers(layout: Layout) -> Iterator[Primitive]:
    """Yield the marks of the alliances with their numbers."""
    for number, (x, y) in enumerate(layout.alliances, 1):
        yield Use("alliance", x, y, tone="treaty")
        yield Text(x, y + 7.5, 21.8, str(number), fill="paper", font_weight="bold")


@lru_cache(maxsize=8)
def _lands(frame: Frame, places: tuple[MapPoint, ...], colours: tuple[int, ...]) -> Drawing:
    """Return the map without roads: sea, coast, rivers, hills, and each region in its colour."""
    country = Country(frame, places, near=EDGE - 6)
    regions = (
        Path(
            country.outline(land),
            fill=f"land-{COLOUR_WORDS[colour]}",
            stroke="border",
            stroke_width=2,
        )
        for land, colour in enumerate(colours)
    )
    return (*country.surroundings(), *regions, *country.relief())


def _roads(layout: Layout) -> Iterator[Primitive]:
    lines = "".join(
        f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        for (x, y), (to_x, to_y) in (
            (layout.spots[one], layout.spots[other]) for one, other in layout.map.roads
        )
    )
    yield Path(lines, stroke="road", stroke_width=5)


def _treaties(layout: Layout) -> Iterator[Primitive]:
    """Yield dotted lines for the alliances, between the dragon spaces that they join."""
    lines = "".join(
        f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        for (x, y), (to_x, to_y) in (
            (layout.dragons[one], layout.dragons[other]) for one, other in layout.map.alliances
        )
    )
    yield Path(lines, stroke="treaty", stroke_width=1.5, stroke_dasharray="1 5")


def _spaces(layout: Layout) -> Iterator[Primitive]:
    """Yield the house spaces with their numbers."""
    for land, colour in enumerate(layout.map.colours):
        own = layout.of_land(land)
        squares = "".join(box(x, y, 30, 30, 6) for x, y in own)
        coast = f"coast-{COLOUR_WORDS[colour]}"
        yield Path(squares, fill="paper", stroke=coast, stroke_width=2.5)
        for number, (x, y) in enumerate(own, 1):
            yield Text(x, y + 8, 22, str(number), fill="muted")


def _courts(layout: Layout) -> Iterator[Primitive]:
    """Yield the dragon spaces, each with the region's name and the letter of its colour."""
    for land, name in enumerate(layout.map.names):
        x, y = layout.dragons[land]
        word = COLOUR_WORDS[layout.map.colours[land]]
        yield Circle(x, y, 13, fill=f"land-{word}", stroke=f"coast-{word}", stroke_width=3)
        at_x, at_y = layout.label(land)
        yield Text(at_x, at_y + 7, 24, name, fill="ink", font_weight="bold")
        yield Text(x, y + 7.5, 21.8, word[0].upper(), fill="ink")


def _cards(layout: Layout) -> Iterator[Primitive]:
    """Yield the places of the display, the pile and the discards."""
    for place in range(4):
        x, y = layout.face_up(place)
        yield _outline(x, y)
    yield _outline(*layout.pile())
    _, y = layout.discarded(0)
    yield Text(PANELS_X, y - 22, 19, "Discards", fill="muted", text_anchor="start")


def _outline(x: float, y: float) -> Rect:
    """Return the outline of a card's place."""
    return Rect(
        x - CARD_WIDTH / 2,
        y - CARD_HEIGHT / 2,
        CARD_WIDTH,
        CARD_HEIGHT,
        rx=6,
        stroke="line",
        stroke_dasharray="3 4",
    )


def _panel(layout: Layout, seat: int) -> Iterator[Primitive]:
    """Yield the panel of a player."""
    top, tone = layout.panel(seat), SEAT_TONES[seat]
    yield Rect(PANELS_X, top, PANEL_WIDTH, PANEL_HEIGHT, rx=8, fill="paper", stroke="line")
    yield Rect(PANELS_X, top, 8, PANEL_HEIGHT, rx=4, fill=tone)
    yield Use(tone, PANELS_X + 28, top + 26, tone=tone)


def _symbols() -> dict[str, Drawing]:
    """Return the symbols of pieces by name."""
    half, tall = CARD_WIDTH / 2, CARD_HEIGHT / 2
    return {
        **dict(zip(SEAT_TONES, SEAT_MARKS, strict=True)),
        "caption": (Text(0, 0, 24, text_anchor="start", font_weight="bold", fill=TONE),),
        "name": (Text(0, 0, 20, text_anchor="start", font_weight="bold", fill=TONE),),
        "score": (Text(0, 0, 26, text_anchor="end", font_weight="bold", fill="ink"),),
        "turn": (Path("M-4-9L6 0-4 9Z", fill=TONE),),
        "house-shape": (Path("M-12-1L0-13 12-1V12H-12Z", fill=TONE),),
        "emissary-shape": (
            Circle(0, -5, 5, fill=TONE),
            Path("M-8 9C-8 2-5-1 0-1S8 2 8 9Z", fill=TONE),
        ),
        "fort-shape": (Path("M-13 10V-9H-7V-5H-3V-9H3V-5H7V-9H13V10Z", fill=TONE),),
        **{f"house-{seat}": _house(tone) for seat, tone in enumerate(SEAT_TONES)},
        **{f"emissary-{seat}": _emissary(tone) for seat, tone in enumerate(SEAT_TONES)},
        "fort": (
            Path(
                "M-20 20V-17H-12V-20H-4V-17H4V-20H12V-17H20V20Z",
                fill="muted",
                stroke="paper",
                stroke_width=1.5,
            ),
            Rect(-12, -12, 24, 24, rx=3, fill="paper"),
            Text(0, 8, 22, fill="muted"),
        ),
        "alliance": (Circle(0, 0, 15, fill=TONE, stroke="paper", stroke_width=2),),
        "alliance-number": (
            Use("alliance", 0, 0),
            Text(0, 7.5, 21.8, fill="paper", font_weight="bold"),
        ),
        "scored": (
            Circle(0, 0, 9, fill="ink"),
            Path("M-4 0L-1 4 5-4", stroke="paper", stroke_width=2.5),
        ),
        **{f"card-{word}": _card(word, half, tall, 28) for word in COLOUR_WORDS},
        **{f"small-{word}": _card(word, 16, 22, 22) for word in COLOUR_WORDS},
        "back": _back(16, 22),
        "pile": (
            Use("pile-back", 3, 3),
            Use("pile-back", 0, 0),
            Text(0, 9, 24, fill="ink", font_weight="bold"),
        ),
        "pile-back": _back(half, tall),
        **{f"count-{word}": _counted(word) for word in COLOUR_WORDS},
        **{kind: _supply(kind) for kind in ("houses", "emissaries", "forts")},
    }


def _house(tone: str) -> Drawing:
    """A house with the mark of its seat."""
    return (
        Path("M-15-2L0-17 15-2V15H-15Z", fill=TONE, stroke="paper", stroke_width=2),
        Use(tone, 0, 3, 0.75, tone="paper"),
    )


def _emissary(tone: str) -> Drawing:
    """An emissary: a round stone with the mark of its seat."""
    return (
        Circle(0, 0, 10, fill=TONE, stroke="paper", stroke_width=2),
        Use(tone, 0, 0, 0.55, tone="paper"),
    )


def _card(word: str, half: float, tall: float, size: float) -> Drawing:
    """A region card: its colour, and the first letter of the colour's name."""
    return (
        Rect(-half, -tall, 2 * half, 2 * tall, rx=5, fill=word, stroke="ink", stroke_width=1.2),
        Text(0, size * 0.36, size, word[0].upper(), font_weight="bold", fill="ink"),
    )


def _back(half: float, tall: float) -> Drawing:
    """The back of a card."""
    return (
        Rect(
            -half,
            -tall,
            2 * half,
            2 * tall,
            rx=5,
            fill="ground",
            stroke="ink",
            stroke_width=1.2,
        ),
        Rect(4 - half, 4 - tall, 2 * half - 8, 2 * tall - 8, rx=3, stroke="line", stroke_width=2),
    )


def _counted(word: str) -> Drawing:
    """The discarded cards of a colour, with their number."""
    return (
        Rect(-23, -14, 24, 29, rx=3, fill=word, stroke="ink"),
        Text(-11, 7.5, 20, word[0].upper(), fill="ink"),
        Text(4, 8, 20, text_anchor="start", fill="ink"),
    )


def _supply(kind: str) -> Drawing:
    """The pieces of a kind that a player has left, with their number."""
    shape = {"houses": "house-shape", "emissaries": "emissary-shape", "forts": "fort-shape"}[kind]
    return (Use(shape, 0, 0), Text(18, 7, 20, text_anchor="start", fill="ink"))
