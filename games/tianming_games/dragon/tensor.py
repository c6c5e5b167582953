"""The fields of the tensors of In the Year of the Dragon."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tianming_games.dragon.bound import bound
from tianming_games.dragon.box import HAND, JOKER, MONTHS, VALUE, YOUNG, EventTile
from tianming_games.dragon.expansion_box import BUILDING_THE_WALL, WALL_LENGTH, Corner, WallTile
from tianming_games.dragon.great_wall import WALL
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.universe import MOST_PALACES
from tianming_games.dragon.view import Observation
from tianming_games.dragon.wire import DECISIONS, FLOODS
from tianming_games.tensor import (
    TensorField,
    counts,
    number,
    of_sources,
    one_hot,
    packed,
    tally,
)

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

_packed: Final[dict[Palace, bytes]] = {}

_NO_PALACES: Final = [bytes(4 * (1 + _TILES) * (_SHOWN + 1 - n)) for n in range(_SHOWN + 1)]


def fields(seats: int, options: Mapping[str, str]) -> list[TensorField]:
    """Return the fields for a number of seats and a full set of options."""
    return of_sources(_groups(seats, options))


def sources(seen: Observation) -> list[object]:
    """Return the sources of an observation, for the fields of the same groups."""
    decision, subjects, extras = seen.decision, seen.subjects, seen.extras
    subject = subjects[0] if subjects else 0
    is_placed = decision == "place"
    result: list[object] = [
        seen.seat,
        seen.month,
        seen.phase,
        decision,
        len(subjects),
        seen.queue,
        subject if decision == "tile" else None,
        subject if is_placed else None,
        subjects if is_placed else (),
        subject if decision in FLOODS else 0,
        seen.turn_order,
        seen.events,
        seen.display,
        seen.groups,
        seen.dragons,
    ]
    result += seen.provinces
    result.append(seen.unsupplied)
    if WALL.name in extras:
        result.append(extras[WALL.name])
    if CORNER.name in extras:
        result.append(extras[CORNER.name])
    return result


def _groups(seats: int, options: Mapping[str, str]) -> Iterator[Sequence[TensorField]]:
    """Yield the fields of each source."""
    yield [one_hot("seat", range(seats), "the seat that looks")]
    yield from _moment(seats)
    yield from _table(seats)
    for seat in range(seats):
        yield _player(seat)
    yield [tally("unsupplied", _SHOWN + 1, MOST_PALACES, _UNSUPPLIED, _unsupplied)]
    if options["great_wall"] == "yes":
        yield _wall(seats)
    if options["super_event"] != "none":
        yield [
            one_hot("super event", range(len(Corner)), "the super event", lambda own: own.corner),
            tally("risen", len(YOUNG), 1, "young persons taken by Sunrise", lambda own: own.risen),
        ]


_UNSUPPLIED: Final = "palaces of the seat that have released a person in this drought"


def _moment(seats: int) -> Iterator[Sequence[TensorField]]:
    """Yield the fields about the time and the decision."""
    yield [one_hot("month", range(MONTHS + 1), "month, 0 before the first")]
    yield [one_hot("phase", range(len(PhaseKind)), "phase of the month")]
    decisions = [name for name in DECISIONS if name]
    yield [one_hot("decision", decisions, "what is being decided")]
    about = "decisions of this kind that the seat makes now"
    yield [number("left", _MOST_LEFT, about)]
    about = "by seat, decisions to come in this phase after these"
    yield [tally("queue", seats, _MOST_LEFT, about)]
    yield [one_hot("card", range(JOKER + 1), "the person card that was played")]
    yield [one_hot("tile", range(_TILES), "the person tile to place now")]
    yield [tally("tiles", _TILES, 2, "all person tiles to place")]
    most = bound(MONTHS)
    about = "yuan, rice and fireworks to return to the flood, by 10"
    yield [number("to return", most.yuan + most.rice, about, unit=_TENS)]


def _table(seats: int) -> Iterator[Sequence[TensorField]]:
    """Yield the fields about the common part of the board."""
    about = "by seat, its place on the person track, from 0 (first) to 1 (last)"
    yield [TensorField("turn order", [1] * seats, about, _ranks)]
    about = "for each month, 6 numbers for its event"
    yield [TensorField("events", [1] * (MONTHS * _EVENTS), about, _event_row)]
    yield [counts("display", _TILES, 2 * seats, "person tiles on the display, by kind")]
    about = "for each action card, a number for each group: 1 where it lies"
    yield [TensorField("groups", [1] * (_CARDS * seats), about, _grouped(seats))]
    about = "by group, the players who have chosen it this month"
    yield [counts("dragons", seats, seats, about)]


def _player(seat: int) -> Sequence[TensorField]:
    """Return the fields about one player."""
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
    goods = TensorField(f"player {seat}", highs, about, _goods, is_kept=False)
    about = "person cards in hand"
    cards = HAND.count(JOKER)
    hand = tally(f"hand {seat}", JOKER + 1, cards, about, lambda province: province.hand)
    about = f"for each of {_SHOWN} palaces, and for the sum of the later ones: floors by 3, "
    about += "then persons by tile"
    palaces = TensorField(
        f"palaces {seat}",
        _PALACE_HIGHS,
        about,
        _palaces,
        lambda province: province.palaces,
        is_kept=False,
    )
    return goods, hand, palaces


def _wall(seats: int) -> Sequence[TensorField]:
    """Return the fields about the Great Wall."""
    about = "for each tile of the wall, a number for each seat: 1 for its owner"
    highs = [1] * (WALL_LENGTH * seats)
    wall = TensorField("wall", highs, about, _built(seats), lambda own: own.built)
    about = "by seat, its 6 wall tiles: 1 for a tile that is not built yet"
    highs = [1] * (len(WallTile) * seats)
    return wall, TensorField("wall tiles", highs, about, _unused, lambda own: own.unused)


def _unsupplied(palaces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([min(index, _SHOWN) for index in palaces])


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


def _goods(province: Province) -> Sequence[float]:
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


def _palace(palace: Palace) -> bytes:
    data = _packed.get(palace)
    if data is None:
        if len(_packed) >= _KEPT:
            _packed.clear()
        data = _packed[palace] = packed(_row(palace))
    return data


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
