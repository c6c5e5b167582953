"""Make the scene of an observation of In the Year of the Dragon.

A person is identified by its palace and kind: equal persons in a palace are interchangeable, as in
the rules. A palace is identified by its place in the list; `palace_identity` tracks palaces from
scene to scene.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tianming_games.dragon.board import EVENT_TONES
from tianming_games.dragon.box import PERSON, Tile
from tianming_games.dragon.expansion_box import CORNER_MONTH
from tianming_games.dragon.great_wall import Wall
from tianming_games.dragon.layout import (
    EVENTS_Y,
    FLOOR_HEIGHT,
    INNER,
    MARGIN,
    WIDTH,
    Layout,
)
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.view import Observation
from tianming_games.dragon.words import (
    ACTION_NAMES,
    CARD_NAMES,
    CORNER_NAMES,
    EVENT_NAMES,
    PRIVILEGE_NAMES,
    TILE_NAMES,
    month_words,
)
from tianming_games.scene import SEAT_TONES, Piece, Pieces, Scene, gathered
from tianming_games.text_fit import fitted

_NAME: Final = (150, 20)
"""Width of a name in a panel, and its font size."""

_Z_MARKER: Final = 2


def draw_scene(seen: Observation, names: Sequence[str], layout: Layout) -> Scene:
    """Return all pieces of a position."""
    players = list(enumerate(zip(names, seen.provinces, strict=True)))
    return gathered(
        _year(seen, layout),
        _track(seen, names, layout),
        _actions(seen, layout),
        _display(seen, layout),
        _expansions(seen, names, layout),
        *(_panel(seat, name, province, layout) for seat, (name, province) in players),
        *(_palaces(seat, name, province, layout) for seat, (name, province) in players),
    )


def _year(seen: Observation, layout: Layout) -> Pieces:
    """Yield the events, and the mark of the current month."""
    words = month_words(seen)
    yield "caption", Piece("caption", MARGIN, EVENTS_Y - 14, words, text=words)
    for month, event in enumerate(seen.events, 1):
        x, y = layout.month(month)
        words = f"month {month}: {EVENT_NAMES[event]}"
        tone = EVENT_TONES[event] if month >= seen.month else "line"
        yield f"event-{month}", Piece(f"tile-{event}", x, y, words, tone)
    if seen.month:
        x, y = layout.month(seen.month)
        yield "current", Piece("current", x, y, "the current month", "accent", z=1)


def _track(seen: Observation, names: Sequence[str], layout: Layout) -> Pieces:
    """Yield the person markers; on a shared space, the marker that acts first lies on top."""
    spaces = [seen.provinces[seat].track for seat in seen.turn_order]
    for rank, seat in enumerate(seen.turn_order):
        below = spaces[rank + 1 :].count(spaces[rank])
        x, y = layout.track(spaces[rank], below)
        words = f"{names[seat]} on space {spaces[rank]} of the person track"
        marker = Piece(f"marker-{seat}", x, y, words, SEAT_TONES[seat], z=_Z_MARKER + below)
        yield f"marker-{seat}", marker


def _actions(seen: Observation, layout: Layout) -> Pieces:
    """Yield the action cards in their groups, with a dragon for each player who chose a group."""
    for group, (cards, dragons) in enumerate(zip(seen.groups, seen.dragons, strict=True)):
        for place, card in enumerate(cards):
            x, y = layout.card(group, place)
            words = f"action {ACTION_NAMES[card]}, in group {group + 1}"
            yield f"action-{card}", Piece(f"action-{card}", x, y, words)
        for number in range(dragons):
            x, y = layout.dragon(group, number)
            words = f"a dragon: group {group + 1} was chosen"
            start = (WIDTH / 2, layout.height)
            name = f"dragon-{group}-{number}"
            yield name, Piece("chosen", x, y, words, "accent", start=start)


def _display(seen: Observation, layout: Layout) -> Pieces:
    """Yield the person tiles that are left."""
    for tile, count in enumerate(seen.display):
        x, y = layout.kind(PERSON[tile], tile > Tile.SCHOLAR)
        words = f"{count} {TILE_NAMES[tile]} left"
        tone = "ink" if count else "line"
        yield f"stock-{tile}", Piece(f"stock-{tile}", x, y, words, tone, str(count))


def _expansions(seen: Observation, names: Sequence[str], layout: Layout) -> Pieces:
    for extra in seen.extras.values():
        if isinstance(extra, Wall):
            yield from _wall(extra, names, layout)
    if CORNER.name in seen.extras:
        corner = CORNER.of(seen).corner
        if corner is not None:
            x, _ = layout.month(CORNER_MONTH)
            name = CORNER_NAMES[corner]
            super_event = Piece(
                f"super-{corner}", x + 16, EVENTS_Y + 6, f"super event: {name}", scale=0.8, z=1
            )
            yield "super", super_event
            words = f"Super event in month {CORNER_MONTH}: {name}"
            yield "super-note", Piece("note", MARGIN + INNER, EVENTS_Y - 14, words, text=words)


def _wall(wall: Wall, names: Sequence[str], layout: Layout) -> Pieces:
    """Yield the wall, and the unused tiles of the players."""
    for number, seat in enumerate(wall.built):
        x, y = layout.brick(number)
        words = f"wall tile {number + 1}, built by {names[seat]}"
        start = layout.unbuilt(seat, 0)
        yield f"brick-{number}", Piece("brick", x, y, words, SEAT_TONES[seat], start=start)
    for seat, tiles in enumerate(wall.unused):
        for tile in tiles:
            x, y = layout.unbuilt(seat, tile)
            words = f"unbuilt wall tile of {names[seat]}: {PRIVILEGE_NAMES[tile]}"
            yield f"bonus-{seat}-{tile}", Piece(f"bonus-{tile}", x, y, words, SEAT_TONES[seat])


def _panel(seat: int, name: str, province: Province, layout: Layout) -> Pieces:
    """Yield the pieces of a player outside the palaces."""
    left, top = layout.panel(seat)
    title = Piece("name", left + 44, top + 31, name, SEAT_TONES[seat], fitted(name, *_NAME))
    yield f"name-{seat}", title
    points = f"{name}: {province.score} points"
    yield f"score-{seat}", Piece("score", left + 250, top + 33, points, text=str(province.score))
    goods = (
        (province.yuan, "yuan"),
        (province.rice, "rice"),
        (province.fireworks, "fireworks"),
        (province.dragons, "dragons on privileges"),
    )
    for number, (count, word) in enumerate(goods):
        x, y = layout.goods(seat, number)
        piece = Piece("count", x + 13, y + 7, f"{name}: {count} {word}", text=str(count))
        yield f"goods-{seat}-{number}", piece
    seen: Counter[int] = Counter()
    for card in province.hand:
        x, y = layout.in_hand(seat, card + seen[card])
        piece = Piece(f"hand-{card}", x, y, f"person card of {name}: {CARD_NAMES[card]}")
        yield f"hand-{seat}-{card}-{seen[card]}", piece
        seen[card] += 1


def _palaces(seat: int, name: str, province: Province, layout: Layout) -> Pieces:
    """Yield the palaces of a player, with their floors and persons."""
    palaces = len(province.palaces)
    scale = layout.palace_scale(palaces)
    for index, palace in enumerate(province.palaces):
        where = f"{seat}-{index}"
        x, foot = layout.palace(seat, index, palaces)
        of = f"palace {index + 1} of {name}"
        for floor in range(palace.floors):
            y = foot - FLOOR_HEIGHT * scale * floor
            words = f"floor {floor + 1} of {of}"
            start = (x, layout.cards_y)
            piece = Piece("floor", x, y, words, SEAT_TONES[seat], scale=scale, start=start)
            yield f"floor-{where}-{floor}", piece
        y = foot - FLOOR_HEIGHT * scale * palace.floors
        words = f"roof of {of}"
        yield f"roof-{where}", Piece("roof", x, y, words, SEAT_TONES[seat], scale=scale, z=1)
        yield from _inhabitants(where, of, palace, layout, (x, foot, scale))


def _inhabitants(
    where: str, of: str, palace: Palace, layout: Layout, place: tuple[float, float, float]
) -> Pieces:
    """Yield the persons of a palace, one on each floor."""
    x, foot, scale = place
    same: Counter[int] = Counter()
    for floor, tile in enumerate(palace.persons):
        y = foot - (FLOOR_HEIGHT * floor + 16) * scale
        start = layout.kind(PERSON[tile], tile > Tile.SCHOLAR)
        words = f"{TILE_NAMES[tile]} in {of}"
        piece = Piece(
            f"inhabitant-{tile}", x, y, words, scale=0.9 * scale, z=_Z_MARKER, start=start
        )
        yield f"person-{where}-{tile}-{same[tile]}", piece
        same[tile] += 1
