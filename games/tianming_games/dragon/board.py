"""Draw the constant part of a match of In the Year of the Dragon, and the symbols of its pieces."""

from collections.abc import Iterator, Mapping
from typing import Final

from tianming_games.dragon import icon
from tianming_games.dragon.box import MONTHS, PERSON, SYMBOLS, Tile
from tianming_games.dragon.layout import (
    BRICK_HEIGHT,
    CARD_HEIGHT,
    CARD_WIDTH,
    DISPLAY_X,
    DISPLAY_Y,
    EVENT_HEIGHT,
    EVENTS_Y,
    FLOOR_HEIGHT,
    INNER,
    KIND_HEIGHT,
    KIND_WIDTH,
    MARGIN,
    PALACES_X,
    PANEL_GAP,
    TALL_WIDTH,
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
    parts = _parts(layout)
    last = parts[-1]
    return Board(
        title="In the Year of the Dragon",
        width=WIDTH,
        height=layout.height,
        drawing=(),
        symbols={**_icons(), **_pieces()},
        palette=_PALETTE,
        parts=parts,
        tall=(TALL_WIDTH, last.tall[1] + last.height * last.tall[2] + 10),
    )


def _parts(layout: Layout) -> tuple[BoardPart, ...]:
    """Return the parts of a board; a tall one has them below each other."""
    left, track, cards = DISPLAY_X - 8, layout.track_y - 2, layout.cards_y - 8
    year = BoardPart(0, 0, left, track - 1, (0, 0, 1), tuple(_events(layout)))
    row = BoardPart(0, track, left, cards - track - 1, (0, track, 1), tuple(_track(layout)))
    parts = [year, row, *_action_parts(layout, cards)]
    parts += _display_parts(_bottom(parts))
    below = _bottom(parts) + 6
    scale, columns = (1.36, 1) if layout.columns == 2 else (1.08, 2)
    for seat in range(layout.seats):
        x, y = layout.panel(seat)
        down, across = divmod(seat, columns)
        height = layout.panel_height + PANEL_GAP - 2
        place = (TALL_WIDTH / columns * across + 12, below + scale * height * down, scale)
        drawing = tuple(_panel(layout, seat))
        parts.append(BoardPart(x - 5, y - 5, layout.panel_width + 10, height, place, drawing))
    return tuple(parts)


def _bottom(parts: list[BoardPart]) -> float:
    """Return where the last part ends on a tall board."""
    last = parts[-1]
    return last.tall[1] + last.height * last.tall[2]


def _action_parts(layout: Layout, top: float) -> Iterator[BoardPart]:
    """Yield two parts with the groups of action cards, which a tall board has in two rows."""
    half = next(
        group
        for group in range(1, layout.seats)
        if 2 * sum(layout.groups[: group + 1]) > sum(layout.groups)
    )
    ends = (0, layout.group_x(half) - 2, DISPLAY_X - 9)
    height = layout.panels_y - top - 8
    for number in range(2):
        x, width = ends[number], ends[number + 1] - ends[number] - 0.5
        groups = range(half) if not number else range(half, layout.seats)
        first = layout.group_x(groups[0]) - x
        place = (MARGIN - _TALL_CARDS * first, top + _TALL_CARDS * height * number, _TALL_CARDS)
        drawing = tuple(shape for group in groups for shape in _group(layout, group))
        yield BoardPart(x, top, width, height, place, drawing)


_TALL_CARDS: Final = 1.46
"""Scale of the action cards on a tall board."""


def _display_parts(below: float) -> Iterator[BoardPart]:
    """Yield a part for each row of the display; a tall board has two rows, then one."""
    width = WIDTH - DISPLAY_X
    for row in range(3):
        top = DISPLAY_Y + KIND_HEIGHT * row
        start = 0 if not row else top
        height = top + KIND_HEIGHT - 1 - start
        boxes = "".join(
            box(
                DISPLAY_X + KIND_WIDTH * (column + 0.5),
                top + KIND_HEIGHT / 2,
                KIND_WIDTH - 5,
                KIND_HEIGHT - 5,
                6,
            )
            for column in range(3)
        )
        place = (MARGIN + 340 * (row % 2), below + 110 * (row // 2) - (top - start), 1.0)
        yield BoardPart(
            DISPLAY_X - 7, start, width, height, place, (Path(boxes, fill="paper", stroke="line"),)
        )


def _events(layout: Layout) -> Iterator[Primitive]:
    """Yield the spaces of the event row with their months, and the spaces of the wall."""
    months = [layout.month(month) for month in range(1, MONTHS + 1)]
    tiles = "".join(box(x, y, 52, EVENT_HEIGHT, 5) for x, y in months)
    yield Path(tiles, fill="paper", stroke="line")
    for month, (x, _) in enumerate(months, 1):
        yield Text(x, EVENTS_Y + 22, 21.8, str(month), fill="muted")
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
            yield Text(x, y + 7.5, 21.8, str(space), fill="muted")


def _group(layout: Layout, group: int) -> Iterator[Primitive]:
    """Yield a tray for a group of action cards."""
    yield Rect(
        layout.group_x(group) - 1,
        layout.cards_y - 4,
        layout.group_width(group) + 2,
        CARD_HEIGHT + 36,
        rx=8,
        fill="lacquer",
        stroke="line",
    )


def _panel(layout: Layout, seat: int) -> Iterator[Primitive]:
    """Yield the panel of a player, with the symbols of the goods that are counted there."""
    tone, (x, y) = SEAT_TONES[seat], layout.panel(seat)
    width, height = layout.panel_width, layout.panel_height
    yield Rect(x, y, width, height, rx=8, fill="paper", stroke="line")
    yield Rect(x, y, 8, height, rx=4, fill=tone)
    yield Use(tone, x + 27, y + 24, tone=tone)
    for number, sign in enumerate(("coin", "rice", "rocket", "dragon")):
        yield Use(sign, *layout.goods(seat, number), 0.9, tone="muted")
    ground = f"M{x + PALACES_X:g} {y + height - 8:g}H{x + width - 10:g}"
    yield Path(ground, stroke="line", stroke_width=2)


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
        "caption": (Text(0, 0, 24, text_anchor="start", font_weight="bold", fill=TONE),),
        "note": (Text(0, 0, 21.8, text_anchor="end", fill=TONE),),
        "name": (Text(0, 0, 20, text_anchor="start", font_weight="bold", fill=TONE),),
        "score": (Text(0, 0, 26, text_anchor="end", font_weight="bold", fill="ink"),),
        "count": (Text(0, 0, 21, text_anchor="start", fill="ink"),),
        "current": (
            Rect(-28, -44, 56, 88, rx=7, stroke=TONE, stroke_width=4),
            Path("M-8-46H8L0-37Z", fill=TONE),
        ),
        **{f"tile-{event}": (Use(f"event-{event}", 0, 12, 1.8),) for event in icon.EVENTS},
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
    half, height = CARD_WIDTH / 2 - 2, CARD_HEIGHT / 2
    return (
        Rect(-half, -height, 2 * half, 2 * height, rx=6, fill="paper", stroke=TONE),
        Use(_SIGNS[card], 0, -12, 1.8),
        Text(0, height - 10, 15.4, CARD_TITLES[card], fill=TONE),
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
        Text(26, 8, 22, text_anchor="end", font_weight="bold", fill=TONE),
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
        Rect(-12, -14, 24, 28, rx=3, fill="lacquer", stroke="line"),
        Use(f"person-{card}", 0, 0, 0.9, tone="ink"),
    )


def _bonus(tile: int) -> Drawing:
    """A wall tile that is not built yet."""
    return (
        Rect(-11, -9, 22, 18, rx=2, fill=TONE),
        Use(f"privilege-{tile}", 0, 0, 0.65, tone="paper"),
    )
