"""Draw the constant part of a match of In the Year of the Dragon, and the symbols of its pieces."""

from collections.abc import Iterator, Mapping
from typing import Final

from tianming_games.dragon import icon
from tianming_games.dragon.box import MONTHS, PERSON, SYMBOLS, Tile
from tianming_games.dragon.layout import (
    BRICK_HEIGHT,
    CARD_HEIGHT,
    CARD_WIDTH,
    EVENT_HEIGHT,
    EVENTS_Y,
    FLOOR_HEIGHT,
    INNER,
    KIND_ROW,
    KIND_STEP,
    MARGIN,
    PALACES_X,
    PANEL_HEIGHT,
    TRACK_ROW,
    TRACK_SPACES,
    WIDTH,
    Layout,
)
from tianming_games.scene import (
    PALETTE,
    SEAT_TONES,
    TONE,
    Board,
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

CARD_TITLES: Final = (
    "Taxes",
    "Build",
    "Harvest",
    "Fireworks",
    "Parade",
    "Research",
    "Privilege",
    "Wall",
)
"""Short names of the action cards on the board."""

EVENT_TONES: Final = ("peace", "tribute", "drought", "festival", "mongols", "contagion")
"""The tone of each event."""

_PALETTE: Final[Mapping[str, tuple[str, str]]] = {
    **PALETTE,
    "peace": ("#4f7f5f", "#86c79b"),
    "tribute": ("#8a6410", "#dfb44c"),
    "drought": ("#b4501a", "#f2965c"),
    "festival": ("#a62c3f", "#f47f8f"),
    "mongols": ("#454b6e", "#a3addd"),
    "contagion": ("#5f4a68", "#c3a5d0"),
    "lacquer": ("#f7e9d3", "#332c22"),
}


def draw_board(layout: Layout) -> Board:
    """Return the board of a layout."""
    drawing = (
        *_events(layout),
        *_track(layout),
        *_groups(layout),
        *_display(layout),
        *_panels(layout),
    )
    return Board(
        title="In the Year of the Dragon",
        width=WIDTH,
        height=layout.height,
        drawing=drawing,
        symbols={**_icons(), **_pieces()},
        palette=_PALETTE,
    )


def _events(layout: Layout) -> Iterator[Primitive]:
    """Yield the spaces of the event row with their months, and the spaces of the wall."""
    months = [layout.month(month) for month in range(1, MONTHS + 1)]
    tiles = "".join(box(x, y, 52, EVENT_HEIGHT, 5) for x, y in months)
    yield Path(tiles, fill="paper", stroke="line")
    for month, (x, _) in enumerate(months, 1):
        yield Text(x, EVENTS_Y + 19, 17, str(month), fill="muted")
    if layout.with_wall:
        bricks = "".join(box(*layout.brick(number), 52, BRICK_HEIGHT) for number in range(MONTHS))
        yield Path(bricks, stroke="line", stroke_dasharray="3 3")


def _track(layout: Layout) -> Iterator[Primitive]:
    """Yield the two rows of the person track, with a number at every fifth space."""
    for row in range(2):
        top = layout.track_y + TRACK_ROW * row
        yield Rect(MARGIN, top + 3, INNER, TRACK_ROW - 6, rx=5, fill="paper", stroke="line")
        spaces = range(TRACK_SPACES * row, TRACK_SPACES * (row + 1))
        dots = "".join("M{:g} {:g}h0".format(*layout.track(space)) for space in spaces if space % 5)
        yield Path(dots, stroke="line", stroke_width=3.6)
        for space in spaces[::5]:
            x, y = layout.track(space)
            yield Text(x, y + 5.5, 16, str(space), fill="muted")


def _groups(layout: Layout) -> Iterator[Primitive]:
    """Yield a tray for each group of action cards."""
    for group in range(layout.seats):
        yield Rect(
            layout.group_x(group) - 1,
            layout.cards_y - 4,
            layout.group_width(group) + 2,
            CARD_HEIGHT + 36,
            rx=8,
            fill="lacquer",
            stroke="line",
        )


def _display(layout: Layout) -> Iterator[Primitive]:
    """Yield a compartment of the display for each type of person."""
    middle = layout.display_y + KIND_ROW
    places = [layout.kind(person, False)[0] for person in range(9)]
    compartments = "".join(box(x, middle, KIND_STEP - 4, 2 * KIND_ROW, 6) for x in places)
    yield Path(compartments, fill="paper", stroke="line")


def _panels(layout: Layout) -> Iterator[Primitive]:
    """Yield a panel for each player, with the symbols of the goods that are counted there."""
    for seat, tone in enumerate(SEAT_TONES[: layout.seats]):
        top = layout.panel(seat)
        yield Rect(MARGIN, top, INNER, PANEL_HEIGHT, rx=8, fill="paper", stroke="line")
        yield Rect(MARGIN, top, 8, PANEL_HEIGHT, rx=4, fill=tone)
        yield Use(tone, MARGIN + 26, top + 22, tone=tone)
        for number, sign in enumerate(("coin", "rice", "rocket", "dragon")):
            yield Use(sign, MARGIN + 26 + 60 * number, top + 56, 0.8, tone="muted")
        yield Path(
            f"M{PALACES_X} {top + PANEL_HEIGHT - 8}H{WIDTH - MARGIN - 10}",
            stroke="line",
            stroke_width=2,
        )


def _icons() -> dict[str, Drawing]:
    """Return the icons that other drawings use, and the marks of the seats."""
    return {
        **dict(zip(SEAT_TONES, SEAT_MARKS, strict=True)),
        "coin": icon.COIN,
        "rice": icon.RICE,
        "rocket": icon.ROCKET,
        "dragon": icon.DRAGON,
        "wall": icon.WALL,
        **{f"person-{person}": drawing for person, drawing in icon.PERSONS.items()},
        "person-9": icon.QUESTION,
        **{f"event-{event}": drawing for event, drawing in icon.EVENTS.items()},
        **{f"corner-{corner}": drawing for corner, drawing in icon.CORNERS.items()},
        **{f"privilege-{tile}": drawing for tile, drawing in icon.WALL_TILES.items()},
    }


def _pieces() -> dict[str, Drawing]:
    """Return the symbols of pieces by name."""
    return {
        "caption": (Text(0, 0, 21, text_anchor="start", font_weight="bold", fill=TONE),),
        "note": (Text(0, 0, 17, text_anchor="end", fill=TONE),),
        "name": (Text(0, 0, 19, text_anchor="start", font_weight="bold", fill=TONE),),
        "score": (Text(0, 0, 26, text_anchor="end", font_weight="bold", fill="ink"),),
        "count": (Text(0, 0, 19, text_anchor="start", fill="ink"),),
        "current": (
            Rect(-28, -38, 56, 76, rx=7, stroke=TONE, stroke_width=4),
            Path("M-8-40H8L0-31Z", fill=TONE),
        ),
        **{f"tile-{event}": (Use(f"event-{event}", 0, 8, 1.7),) for event in icon.EVENTS},
        **{f"super-{corner}": _super(corner) for corner in icon.CORNERS},
        **{f"marker-{seat}": _marker(tone) for seat, tone in enumerate(SEAT_TONES)},
        **{f"action-{card}": _action(card) for card in range(len(icon.ACTIONS))},
        "chosen": (
            Circle(0, 0, 12, fill=TONE),
            Use("dragon", 0, 0, 0.85, tone="paper"),
        ),
        **{f"stock-{tile}": _stock(tile) for tile in Tile},
        **{f"inhabitant-{tile}": _inhabitant(tile) for tile in Tile},
        **{f"hand-{card}": _hand(card) for card in range(10)},
        "floor": _FLOOR,
        "roof": _ROOF,
        "brick": (
            Rect(-26, -10, 52, 20, rx=2, fill=TONE),
            Path("M-26 0H26M-9-10V0M9-10V0M0 0V10", stroke="paper", opacity=0.35),
        ),
        **{f"bonus-{tile}": _bonus(tile) for tile in icon.WALL_TILES},
    }


_FLOOR: Final[Drawing] = (
    Rect(-20, -31, 40, 31, rx=1, fill="lacquer", stroke=TONE, stroke_width=3),
    Path(f"M-25-{FLOOR_HEIGHT}H25", stroke=TONE, stroke_width=4),
)
_ROOF: Final[Drawing] = (
    Path("M-27-1C-17-2-9-8 0-18C9-8 17-2 27-1Z", fill=TONE),
    Path("M0-22V-17", stroke=TONE, stroke_width=3),
)


def _super(corner: int) -> Drawing:
    """The corner on an event tile."""
    return (
        Circle(0, 0, 15, fill="paper", stroke=TONE, stroke_width=2.5),
        Use(f"corner-{corner}", 0, 0),
    )


def _marker(tone: str) -> Drawing:
    """A person marker: the mark of its seat."""
    return (Circle(0, 0, 13, fill="paper", stroke=TONE, stroke_width=2), Use(tone, 0, 0, 0.85))


def _action(card: int) -> Drawing:
    """An action card."""
    half, height = CARD_WIDTH / 2 - 3, CARD_HEIGHT / 2
    return (
        Rect(-half, -height, 2 * half, 2 * height, rx=6, fill="paper", stroke=TONE),
        Use(_SIGNS[card], 0, -12, 1.8),
        Text(0, height - 10, 13.5, CARD_TITLES[card], fill=TONE),
    )


_SIGNS: Final = (
    "coin",
    "person-0",
    "rice",
    "rocket",
    "person-4",
    "person-8",
    "dragon",
    "wall",
)


def _stock(tile: int) -> Drawing:
    """The tiles of a kind on the display, with the number of tiles left."""
    return (
        Use(f"inhabitant-{tile}", -15, 0),
        Text(24, 7, 20, text_anchor="end", font_weight="bold", fill=TONE),
    )


def _inhabitant(tile: int) -> Drawing:
    """A person: light if young, dark if old, with a dot for each symbol if there are several."""
    is_old = tile > Tile.SCHOLAR
    disc = Circle(0, 0, 15, fill="ink" if is_old else "paper", stroke="ink", stroke_width=1.5)
    tone = "paper" if is_old else "ink"
    person, symbols = PERSON[tile], SYMBOLS[tile]
    if symbols == 1:
        return (disc, Use(f"person-{person}", 0, 0, 0.85, tone=tone))
    dots = "M-2.5 11.5h0m5 0h0" if symbols == 2 else "M-5 11.5h0m5 0h0m5 0h0"
    return (
        disc,
        Use(f"person-{person}", 0, -1, 0.85, tone=tone),
        Path(dots, stroke=tone, stroke_width=3.4),
    )


def _hand(card: int) -> Drawing:
    """A person card in hand."""
    return (
        Rect(-10, -13, 20, 26, rx=3, fill="lacquer", stroke="line"),
        Use(f"person-{card}", 0, 0, 0.75, tone="ink"),
    )


def _bonus(tile: int) -> Drawing:
    """A wall tile that is not built yet."""
    return (
        Rect(-11, -9, 22, 18, rx=2, fill=TONE),
        Use(f"privilege-{tile}", 0, 0, 0.65, tone="paper"),
    )
