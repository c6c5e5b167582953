"""Make the scene of an observation of Ming Dynasty.

Family members look alike, so each is identified by its place. A moved member appears at its new
place, and moves in from the place that it must have left.
"""

from collections.abc import Sequence
from typing import Final

from tianming_games.ming.board import family_tone
from tianming_games.ming.box import DISTRICTS, NO_CARD, NOBODY, PROVINCES, ROUNDS, province_of
from tianming_games.ming.family import Family
from tianming_games.ming.layout import MARGIN, Layout
from tianming_games.ming.notation import district_text, province_text
from tianming_games.ming.view import Observation
from tianming_games.ming.words import card_name, moment
from tianming_games.scene import Piece, Pieces, Scene, gathered
from tianming_games.text_fit import fitted

_NAME: Final = (164, 20)
"""Width of a name in a panel, and its font size."""


def draw_scene(seen: Observation, names: Sequence[str], layout: Layout) -> Scene:
    """Return all pieces of a position."""
    called = (*names, "the neutral family")
    owners = [
        (_Owner(index, called[index], family_tone(index, seen.seats)), family)
        for index, family in enumerate(seen.families)
    ]
    return gathered(
        _round(seen, layout),
        _cards(seen, layout),
        *(_figures(owner, family, layout) for owner, family in owners),
        _cities(owners, layout),
        *(_panel(seen, owner, family, layout) for owner, family in owners),
        *(_collection(seen, owner, family, layout) for owner, family in owners),
    )


class _Owner:
    """A family in a scene: its index, its name and its tone."""

    def __init__(self, index: int, name: str, tone: str) -> None:
        self.index = index
        self.name = name
        self.tone = tone

    def member(self, place: tuple[float, float], where: str, came: tuple[float, float]) -> Piece:
        """Return a family member; `came` is the place from which it moves in."""
        words = f"family member of {self.name} {where}"
        return Piece(f"member-{self.tone}", *place, words, self.tone, z=1, start=came)


def round_words(seen: Observation) -> str:
    """Return the round, and the part of it."""
    label, turn = moment(seen)
    if label == "End":
        return "The end"
    return f"{label} of {ROUNDS}: {turn[0].lower()}{turn[1:]}" if seen.round else label


def _round(seen: Observation, layout: Layout) -> Pieces:
    words = round_words(seen)
    yield "caption", Piece("caption", MARGIN, 33, words, text=words)
    y = layout.panel(seen.start) + 26
    yield (
        "start",
        Piece("start", layout.panels_x - 2, y, "the starting player", "accent", scale=0.7, z=1),
    )


def _cards(seen: Observation, layout: Layout) -> Pieces:
    """Yield the open cards, the tiles of each province, and the stocks."""
    for province, card in enumerate(seen.display):
        if card != NO_CARD:
            where = province_text(province)
            words = f"open card beside province {where}: {card_name(seen.map, card)}"
            place = layout.card(province)
            yield (
                f"open-{province}-{card}",
                Piece(f"card-{card}", *place, words, start=layout.stock(0)),
            )
    for province, count in enumerate(seen.tiles):
        words = f"{count} tiles of province {province_text(province)} left"
        x, y = layout.tiles(province)
        yield f"tiles-{province}", Piece("tile", x, y, words, f"province-{province}", str(count))
    stocks = (
        (sum(seen.stack), "cards in the supply stack"),
        (sum(seen.discards), "cards discarded"),
        (seen.dragons, "dragon cards left"),
    )
    for number, (count, words) in enumerate(stocks):
        x, y = layout.stock(number)
        yield f"stock-{number}", Piece("count", x + 23, y, f"{count} {words}", text=str(count))


def _figures(owner: _Owner, family: Family, layout: Layout) -> Pieces:
    """Yield the prince and the family members of a family outside the cities."""
    index, tone = owner.index, owner.tone
    if family.prince != NOBODY:
        words = f"prince of {owner.name} in {district_text(family.prince)}"
        place = layout.prince(family.prince)
        yield f"prince-{index}", Piece(f"prince-{tone}", *place, words, tone, scale=0.85, z=3)
    for province, count in enumerate(family.spaces):
        where = f"on the space of province {province_text(province)}"
        for number in range(count):
            place = layout.waiting(province, index, number)
            piece = owner.member(place, where, layout.supply(index))
            yield f"waiting-{province}-{index}-{number}", piece._replace(scale=0.9)
    for district, count in enumerate(family.members):
        where = f"in {district_text(district)}"
        came = layout.space(province_of(district))
        for number in range(count):
            place = layout.member(district, index, number)
            yield f"member-{district}-{index}-{number}", owner.member(place, where, came)
    for district in family.monks:
        where = f"in the cloister of {district_text(district)}"
        came = layout.space(province_of(district))
        piece = owner.member(layout.cloister(district), where, came)
        yield f"monk-{district}-{index}", piece._replace(symbol=f"monk-{tone}")


def _cities(owners: Sequence[tuple[_Owner, Family]], layout: Layout) -> Pieces:
    """Yield the family members in the houses of the cities, grouped by family."""
    for district in range(DISTRICTS):
        where = f"in a house of {district_text(district)}"
        place = 0
        for owner, family in owners:
            for number in range(family.city[district]):
                at = layout.house(district, place)
                piece = owner.member(at, where, layout.district(district))
                yield f"city-{district}-{owner.index}-{number}", piece._replace(scale=0.85)
                place += 1


def _panel(seen: Observation, owner: _Owner, family: Family, layout: Layout) -> Pieces:
    """Yield the name, the points and the supply of a family."""
    index, tone = owner.index, owner.tone
    left, top = layout.panels_x, layout.panel(index)
    called = owner.name if index < seen.seats else "Neutral"
    yield f"mark-{index}", Piece(tone, left + 26, top + 24, f"mark of {owner.name}", tone)
    title = fitted(called, *_NAME)
    laid = seen.laid[index]
    yield f"name-{index}", Piece("name", left + 44, top + 31, owner.name, tone, title)
    if laid != NOBODY:
        text = f"returns {laid}"
        words = f"{owner.name} {text} from the city"
        yield f"returns-{index}", Piece("note", left + 44, top + 50, words, text=text)
    if index < seen.seats:
        points = f"{owner.name}: {family.score} points"
        text = str(family.score)
        yield f"score-{index}", Piece("score", left + 254, top + 34, points, text=text)
    words = f"{owner.name}: {family.supply} family members in the supply"
    place = layout.supply(index)
    yield f"supply-{index}", Piece("supply", *place, words, tone, str(family.supply))


def _collection(seen: Observation, owner: _Owner, family: Family, layout: Layout) -> Pieces:
    """Yield the cards and the province tiles of a player."""
    place = 0
    for card, count in enumerate(family.hand):
        words = f"{card_name(seen.map, card)} of {owner.name}"
        for number in range(count):
            at = layout.in_hand(owner.index, place)
            name = f"hand-{owner.index}-{card}-{number}"
            yield name, Piece(f"card-{card}", *at, words, start=layout.stock(0))
            place += 1
    for colour in range(PROVINCES):
        count = family.tiles[colour]
        if count:
            at = layout.collected(owner.index, colour)
            words = f"{owner.name}: {count} tiles of province {province_text(colour)}"
            name = f"collected-{owner.index}-{colour}"
            came = layout.tiles(colour)
            yield name, Piece("tile", *at, words, f"province-{colour}", str(count), start=came)
