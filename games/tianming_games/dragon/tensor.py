"""The fields of the tensors of In the Year of the Dragon."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from tianming_games.dragon.bound import bound
from tianming_games.dragon.box import HAND, JOKER, MONTHS, VALUE, YOUNG, EventTile
from tianming_games.dragon.expansion_box import BUILDING_THE_WALL, WALL_LENGTH, Corner, WallTile
from tianming_games.dragon.great_wall import WALL
from tianming_games.dragon.province import Palace
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.universe import MOST_PALACES
from tianming_games.dragon.view import Observation
from tianming_games.dragon.wire import DECISIONS, FLOODS
from tianming_games.tensor import TensorField, counts, number, one_hot, packed, tally

_SHOWN: Final = 12
"""Palaces of a player with numbers of their own; the later ones are added up."""

_MOST_LEFT: Final = 16
_TILES: Final = len(VALUE)
_CARDS: Final = BUILDING_THE_WALL + 1
_EVENTS: Final = len(EventTile)
_TENS: Final = 10.0
_FIFTIES: Final = 50.0

_LATER: Final = MOST_PALACES - _SHOWN
_PALACE_HIGHS: Final = (1.0, *(3.0,) * _TILES) * _SHOWN + (
    float(_LATER),
    *(3.0 * _LATER,) * _TILES,
)

_KEPT: Final = 1 << 12
"""Maximum palaces in the cache."""

_NO_PALACES: Final = [bytes(4 * (1 + _TILES) * (_SHOWN + 1 - n)) for n in range(_SHOWN + 1)]


def fields(seats: int, options: Mapping[str, str]) -> Iterator[TensorField]:
    """Yield the fields for a number of seats and a full set of options."""
    yield one_hot("seat", range(seats), "the seat that looks", lambda seen: seen.seat)
    yield from _moment(seats)
    yield from _table(seats)
    for seat in range(seats):
        yield from _player(seat)
    yield tally("unsupplied", _SHOWN + 1, MOST_PALACES, _UNSUPPLIED, _unsupplied)
    if options["great_wall"] == "yes":
        yield from _wall(seats)
    if options["super_event"] != "none":
        yield one_hot("super event", range(len(Corner)), "the super event", _corner)
        yield tally("risen", len(YOUNG), 1, "young persons taken by Sunrise", _risen)


_UNSUPPLIED: Final = "palaces of the seat that have released a person in this drought"


def _moment(seats: int) -> Iterator[TensorField]:
    """Yield the fields about the time and the decision."""
    yield one_hot("month", range(MONTHS + 1), "month, 0 before the first", lambda seen: seen.month)
    yield one_hot("phase", range(len(PhaseKind)), "phase of the month", lambda seen: seen.phase)
    decisions = [name for name in DECISIONS if name]
    yield one_hot("decision", decisions, "what is being decided", lambda seen: seen.decision)
    about = "decisions of this kind that the seat makes now"
    yield number("left", _MOST_LEFT, about, lambda seen: len(seen.subjects))
    about = "by seat, decisions to come in this phase after these"
    yield tally("queue", seats, _MOST_LEFT, about, lambda seen: seen.queue)
    yield one_hot("card", range(JOKER + 1), "the person card that was played", _card)
    yield one_hot("tile", range(_TILES), "the person tile to place now", _tile)
    yield tally("tiles", _TILES, 2, "all person tiles to place", _tiles)
    most = bound(MONTHS)
    about = "yuan, rice and fireworks to return to the flood, by 10"
    yield number("to return", most.yuan + most.rice, about, _to_return, unit=_TENS)


def _table(seats: int) -> Iterator[TensorField]:
    """Yield the fields about the common part of the board."""
    about = "by seat, its place on the person track, from 0 (first) to 1 (last)"
    yield TensorField("turn order", [1] * seats, about, lambda seen: seen.turn_order, _ranks)
    about = "for each month, 6 numbers for its event"
    highs = [1] * (MONTHS * _EVENTS)
    yield TensorField("events", highs, about, lambda seen: seen.events, _event_row)
    about = "person tiles on the display, by kind"
    yield counts("display", _TILES, 2 * seats, about, lambda seen: seen.display)
    about = "for each action card, a number for each group: 1 where it lies"
    highs = [1] * (_CARDS * seats)
    yield TensorField("groups", highs, about, lambda seen: seen.groups, _grouped(seats))
    about = "by group, the players who have chosen it this month"
    yield counts("dragons", seats, seats, about, lambda seen: seen.dragons)


def _player(seat: int) -> Iterator[TensorField]:
    """Yield the fields about one player."""
    most = bound(MONTHS)
    highs = (
        most.score / _FIFTIES,
        most.track / _TENS,
        most.yuan / _TENS,
        most.rice / _TENS,
        most.fireworks / _TENS,
        most.dragons / _TENS,
    )
    about = "points by 50; then place on the track, yuan, rice, fireworks and dragons, by 10"
    yield TensorField(
        f"player {seat}", highs, about, lambda seen: seen.provinces[seat], _goods, is_kept=False
    )
    about = "person cards in hand"
    most_cards = HAND.count(JOKER)
    yield tally(
        f"hand {seat}", JOKER + 1, most_cards, about, lambda seen: seen.provinces[seat].hand
    )
    about = f"for each of {_SHOWN} palaces, and for the sum of the later ones: floors by 3, "
    about += "then persons by tile"
    yield TensorField(
        f"palaces {seat}", _PALACE_HIGHS, about, lambda seen: seen.provinces[seat].palaces, _palaces
    )


def _wall(seats: int) -> Iterator[TensorField]:
    """Yield the fields about the Great Wall."""
    about = "for each tile of the wall, a number for each seat: 1 for its owner"
    highs = [1] * (WALL_LENGTH * seats)
    yield TensorField("wall", highs, about, lambda seen: WALL.of(seen).built, _built(seats))
    highs = [1] * (len(WallTile) * seats)
    about = "by seat, its 6 wall tiles: 1 for a tile that is not built yet"
    yield TensorField("wall tiles", highs, about, lambda seen: WALL.of(seen).unused, _unused)


def _card(seen: Observation) -> int | None:
    return seen.subjects[0] if seen.decision == "tile" else None


def _tile(seen: Observation) -> int | None:
    return seen.subjects[0] if seen.decision == "place" else None


def _tiles(seen: Observation) -> tuple[int, ...]:
    return seen.subjects if seen.decision == "place" else ()


def _to_return(seen: Observation) -> int:
    return seen.subjects[0] if seen.decision in FLOODS else 0


def _unsupplied(seen: Observation) -> tuple[int, ...]:
    return tuple([min(index, _SHOWN) for index in seen.unsupplied])


def _corner(seen: Observation) -> int | None:
    return CORNER.of(seen).corner


def _risen(seen: Observation) -> tuple[int, ...]:
    return CORNER.of(seen).risen


def _ranks(order: Sequence[int]) -> Sequence[float]:
    row = [0.0] * len(order)
    for rank, seat in enumerate(order):
        row[seat] = rank / (len(order) - 1)
    return row


def _event_row(events: Sequence[int]) -> Sequence[float]:
    row = [0.0] * (MONTHS * _EVENTS)
    for month, event in enumerate(events):
        row[month * _EVENTS + event] = 1.0
    return row


def _grouped(seats: int) -> Callable[[Any], Sequence[float]]:
    def spread(groups: Any) -> Sequence[float]:
        row = [0.0] * (_CARDS * seats)
        for at, group in enumerate(groups):
            for card in group:
                row[card * seats + at] = 1.0
        return row

    return spread


def _goods(province: Any) -> Sequence[float]:
    return (
        province.score / _FIFTIES,
        province.track / _TENS,
        province.yuan / _TENS,
        province.rice / _TENS,
        province.fireworks / _TENS,
        province.dragons / _TENS,
    )


def _palaces(palaces: tuple[Palace, ...]) -> bytes:
    shown = [_palace(palace) for palace in palaces[:_SHOWN]]
    if len(palaces) <= _SHOWN:
        return b"".join(shown) + _NO_PALACES[len(palaces)]
    rows = zip(*map(_row, palaces[_SHOWN:]), strict=True)
    return b"".join(shown) + packed([sum(column) for column in rows])


@lru_cache(_KEPT)
def _palace(palace: Palace) -> bytes:
    return packed(_row(palace))


def _row(palace: Palace) -> list[float]:
    row = [0.0] * (1 + _TILES)
    row[0] = palace.floors / 3
    for tile in palace.persons:
        row[1 + tile] += 1.0
    return row


def _built(seats: int) -> Callable[[Any], Sequence[float]]:
    def spread(owners: Any) -> Sequence[float]:
        row = [0.0] * (WALL_LENGTH * seats)
        for at, seat in enumerate(owners):
            row[at * seats + seat] = 1.0
        return row

    return spread


def _unused(tiles: tuple[tuple[int, ...], ...]) -> Sequence[float]:
    row = [0.0] * (len(WallTile) * len(tiles))
    for seat, own in enumerate(tiles):
        for tile in own:
            row[seat * len(WallTile) + tile] = 1.0
    return row
