"""Make the scene of an observation of China.

A card that the viewer cannot see is drawn as a back. Its id tells only whose hand it is in.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tianming_games.action import Action
from tianming_games.china.box import COLOUR_WORDS, EMPTY, NOWHERE
from tianming_games.china.layout import MARGIN, PANELS_X, Layout
from tianming_games.china.notation import Verb
from tianming_games.china.region import Player, Region
from tianming_games.china.scoring import alliance_points
from tianming_games.china.view import Observation
from tianming_games.scene import SEAT_TONES, Piece, Pieces, Scene, gathered
from tianming_games.text_fit import fitted

_NAME: Final = (164, 20)
"""Width of a name in a panel, and its font size."""

_SUPPLIES: Final = ("houses", "emissaries", "forts")


def draw_scene(seen: Observation, names: Sequence[str], layout: Layout) -> Scene:
    """Return all pieces of a position."""
    players = list(enumerate(zip(names, seen.players, strict=True)))
    return gathered(
        _turn(seen, names, layout),
        *(_region(land, region, names, layout) for land, region in enumerate(seen.regions)),
        _alliances(seen, names, layout),
        _cards(seen, layout),
        *(_panel(seen, seat, name, player, layout) for seat, (name, player) in players),
        *(_hand(seen, seat, name, player, layout) for seat, (name, player) in players),
    )


def taken_cards(seen: Observation, action: Action) -> tuple[str, ...]:
    """Return the ids of the cards that an action takes or discards, any of which it may be."""
    match action.verb:
        case Verb.DRAW:
            return ("pile",)
        case Verb.TAKE:
            name, cards = "display", seen.display
        case Verb.EXCHANGE:
            name, cards = f"hand-{seen.seat}", seen.hand
        case _:
            return ()
    (colour,) = action.operands
    return tuple(f"{name}-{COLOUR_WORDS[colour]}-{at}" for at in range(cards.count(colour)))


def turn_words(seen: Observation, names: Sequence[str], layout: Layout) -> str:
    """Return whose turn it is, and into which region the player plays."""
    if not seen.decision:
        return "The end"
    if seen.decision == "shuffle":
        return "Before the cards are dealt"
    into = "" if seen.region == NOWHERE else f" plays into {layout.map.names[seen.region]}"
    return f"Turn {seen.turns + 1}: {fitted(names[seen.turn], *_NAME)}{into}"


def _turn(seen: Observation, names: Sequence[str], layout: Layout) -> Pieces:
    words = turn_words(seen, names, layout)
    yield "caption", Piece("caption", MARGIN, 32, words, text=words)
    if seen.decision not in ("", "shuffle"):
        y = layout.panel(seen.turn) + 26
        yield "turn", Piece("turn", PANELS_X - 5, y, "whose turn it is", "accent", scale=1.2)


def _region(land: int, region: Region, names: Sequence[str], layout: Layout) -> Pieces:
    """Yield the pieces in a region."""
    name = layout.map.names[land]
    for space, owner in enumerate(region.owners):
        x, y = layout.space(land, space)
        where = f"on space {space + 1} of {name}"
        if space in region.forts:
            words = f"fortification {where}"
            yield f"fort-{land}-{space}", Piece("fort", x, y, words, text=str(space + 1))
        if owner != EMPTY:
            words, start = f"house of {names[owner]} {where}", layout.supply(owner, 0)
            piece = Piece(f"house-{owner}", x, y, words, SEAT_TONES[owner], z=1, start=start)
            yield f"house-{land}-{space}", piece
    yield from _emissaries(land, region, names, layout)
    if region.scored:
        x, y = layout.label(land)
        far = 7 * len(name) + 20
        yield f"scored-{land}", Piece("scored", x + far, y, f"{name} is scored", z=1)


def _emissaries(land: int, region: Region, names: Sequence[str], layout: Layout) -> Pieces:
    """Yield the emissaries of a region, grouped by seat."""
    place = 0
    for seat, count in enumerate(region.emissaries):
        words = f"emissary of {names[seat]} in {layout.map.names[land]}"
        start = layout.supply(seat, 1)
        for number in range(count):
            x, y = layout.emissary(land, place)
            piece = Piece(f"emissary-{seat}", x, y, words, SEAT_TONES[seat], z=2, start=start)
            yield f"emissary-{land}-{seat}-{number}", piece
            place += 1


def _alliances(seen: Observation, names: Sequence[str], layout: Layout) -> Pieces:
    """Yield the alliances; each has the tone of the seat that alone would score it now."""
    for number, (one, other) in enumerate(layout.map.alliances):
        points = alliance_points(seen.regions[one], seen.regions[other])
        holders = [seat for seat, gained in enumerate(points) if gained]
        tone = SEAT_TONES[holders[0]] if len(holders) == 1 else "treaty"
        between = f"{layout.map.names[one]} and {layout.map.names[other]}"
        words = f"alliance {number + 1} of {between}"
        if holders:
            held = " and ".join(names[seat] for seat in holders)
            words += f": {max(points)} points for {held}"
        x, y = layout.alliances[number]
        yield (
            f"alliance-{number + 1}",
            Piece("alliance-number", x, y, words, tone, str(number + 1), z=3),
        )


def _cards(seen: Observation, layout: Layout) -> Pieces:
    """Yield the display, the draw pile, and the discards by colour."""
    same: Counter[int] = Counter()
    for place, colour in enumerate(seen.display):
        x, y = layout.face_up(place)
        word = COLOUR_WORDS[colour]
        name = f"display-{word}-{same[colour]}"
        words = f"{word} card, face up"
        yield name, Piece(f"card-{word}", x, y, words, start=layout.pile())
        same[colour] += 1
    x, y = layout.pile()
    yield "pile", Piece("pile", x, y, f"draw pile of {seen.pile} cards", text=str(seen.pile))
    for colour, count in enumerate(seen.discards):
        x, y = layout.discarded(colour)
        word = COLOUR_WORDS[colour]
        words = f"{count} {word} cards discarded"
        yield f"discards-{word}", Piece(f"count-{word}", x, y, words, text=str(count))


def _panel(seen: Observation, seat: int, name: str, player: Player, layout: Layout) -> Pieces:
    """Yield the name, the points and the supply of a player."""
    top, tone = layout.panel(seat), SEAT_TONES[seat]
    title = Piece("name", PANELS_X + 46, top + 33, name, tone, fitted(name, *_NAME))
    yield f"name-{seat}", title
    points = f"{name}: {player.score} points"
    yield f"score-{seat}", Piece("score", PANELS_X + 254, top + 36, points, text=str(player.score))
    counts = (player.houses, player.emissaries, player.fortifications)
    for kind in range(3 if seen.with_forts else 2):
        x, y = layout.supply(seat, kind)
        symbol = _SUPPLIES[kind]
        words = f"{name}: {counts[kind]} {symbol} left"
        yield f"{symbol}-{seat}", Piece(symbol, x, y, words, tone, str(counts[kind]))


def _hand(seen: Observation, seat: int, name: str, player: Player, layout: Layout) -> Pieces:
    """Yield the cards that the viewer knows, then backs for the other cards."""
    open_ = seen.hand if seat == seen.seat else player.known
    same: Counter[int] = Counter()
    for place, colour in enumerate(open_):
        x, y = layout.in_hand(seat, place)
        word = COLOUR_WORDS[colour]
        piece = Piece(f"small-{word}", x, y, f"{word} card of {name}", start=layout.face_up(2))
        yield f"hand-{seat}-{word}-{same[colour]}", piece
        same[colour] += 1
    for place in range(len(open_), player.cards):
        x, y = layout.in_hand(seat, place)
        words = f"card of {name}, face down"
        number = place - len(open_)
        yield f"hand-{seat}-{number}", Piece("back", x, y, words, start=layout.pile())
