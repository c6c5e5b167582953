"""The fields of the tensors of China."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tianming_games.china.box import (
    CARDS,
    COLOUR_WORDS,
    DISPLAY,
    EMISSARIES,
    EMPTY,
    FORTIFICATIONS,
    HAND,
    HOUSES,
    LAND_WORDS,
    MOST_POINTS,
)
from tianming_games.china.map import Map
from tianming_games.china.region import Player, Region
from tianming_games.china.trace import SeenTrace
from tianming_games.china.view import Observation
from tianming_games.tensor import TensorField, counts, number, of_sources, one_hot, tally

_COLOURS: Final = len(COLOUR_WORDS)
_MOST_TURNS: Final = 200
_TENS: Final = 10.0
_FIFTIES: Final = 50.0
_DECISIONS: Final = ("turn", "place", "more", "draw")


def fields(seats: int, drawn: Map, *, with_forts: bool) -> list[TensorField]:
    """Return the fields for a number of seats on a map."""
    return of_sources(_groups(seats, drawn, with_forts))


def sources(seen: Observation) -> list[object]:
    """Return the sources of an observation, for the fields of the same groups."""
    result: list[object] = [
        seen.seat,
        seen.decision,
        seen.turn,
        seen.turns,
        seen.region,
        seen.left,
        seen.hand,
        seen.display,
        seen.pile,
        seen.discards,
        seen.exhausted,
        seen.recycled,
        seen.drawn,
    ]
    traces = seen.traces
    for seat, player in enumerate(seen.players):
        result.append(player)
        result.append(traces[seat] if traces else None)
    result += seen.regions
    return result


def _groups(seats: int, drawn: Map, with_forts: bool) -> Iterator[Sequence[TensorField]]:
    """Yield the fields of each source."""
    yield [one_hot("seat", range(seats), "the seat that looks")]
    yield [one_hot("decision", _DECISIONS, "what is being decided")]
    yield [one_hot("turn", range(seats), "the seat whose turn it is")]
    yield [number("turns", _MOST_TURNS, "turns that are over, by 50", unit=_FIFTIES)]
    yield [one_hot("region", range(len(LAND_WORDS)), "region in play")]
    yield [number("left", 2, "pieces that may still be placed there")]
    yield from _cards()
    for seat in range(seats):
        yield from _player(seat)
    for land, size in enumerate(drawn.sizes):
        yield [_region(land, size, seats, with_forts=with_forts)]


def _cards() -> Iterator[Sequence[TensorField]]:
    """Yield the fields about the cards."""
    yield [tally("hand", _COLOURS, HAND, "the seat's own cards, by colour")]
    yield [tally("display", _COLOURS, DISPLAY, "face-up cards, by colour")]
    yield [number("pile", CARDS, "cards in the draw pile, by 10", unit=_TENS)]
    yield [counts("discards", _COLOURS, CARDS, "discards by 10, by colour", unit=_TENS)]
    yield [one_hot("exhausted", range(3), "how often the draw pile has been exhausted")]
    about = "cards of the second pile whose place the seat does not know by 10, by colour"
    yield [counts("recycled", _COLOURS, CARDS, about, unit=_TENS)]
    about = "cards that the seat drew from the second pile, by colour"
    yield [tally("drawn", _COLOURS, CARDS, about)]


def _player(seat: int) -> Iterator[Sequence[TensorField]]:
    """Yield the fields about what everybody sees of one player."""
    highs: tuple[float, ...]
    highs = (MOST_POINTS / _FIFTIES, HOUSES / _TENS, EMISSARIES / _TENS, FORTIFICATIONS, HAND)
    about = "points by 50; houses and emissaries left by 10; fortifications left; cards in hand"
    goods = TensorField(f"player {seat}", highs, about, _goods, is_kept=False)
    about = "cards in hand that everybody knows, by colour"
    yield goods, tally(f"known {seat}", _COLOURS, HAND, about, lambda player: player.known)
    about = "after the reshuffle, unknown cards from the first pile; "
    about += "then unclear plays by 10, by colour"
    highs = (float(CARDS), *(CARDS / _TENS,) * _COLOURS)
    yield [TensorField(f"trace {seat}", highs, about, _trace)]


def _region(land: int, size: int, seats: int, *, with_forts: bool) -> TensorField:
    """Return the field of one region."""
    about = "for each house space, a number for each seat: 1 for the owner of its house; "
    about += "then emissaries by seat; then whether the region is scored"
    highs = [1.0] * (size * seats) + [float(EMISSARIES)] * seats + [1.0]
    if with_forts:
        about += "; then for each house space, whether it has a fortification"
        highs += [1.0] * size
    spread = _spread_region(with_forts=with_forts)
    return TensorField(f"region {LAND_WORDS[land]}", highs, about, spread)


def _trace(trace: SeenTrace | None) -> Sequence[float]:
    row = [0.0] * (1 + _COLOURS)
    if trace is not None:
        row[0] = float(trace.first)
        for play in trace.unclear:
            row[1 + play.colour] += 1 / _TENS
    return row


def _goods(player: Player) -> Sequence[float]:
    return (
        player.score / _FIFTIES,
        player.houses / _TENS,
        player.emissaries / _TENS,
        player.fortifications,
        player.cards,
    )


def _spread_region(*, with_forts: bool) -> Callable[[Any], Sequence[float]]:
    def spread(region: Any) -> Sequence[float]:
        return _spread(region, with_forts)

    return spread


def _spread(region: Region, with_forts: bool) -> Sequence[float]:
    seats = len(region.emissaries)
    size = len(region.owners)
    row = [0.0] * (size * seats)
    for space, owner in enumerate(region.owners):
        if owner != EMPTY:
            row[space * seats + owner] = 1.0
    row += map(float, region.emissaries)
    row.append(float(region.scored))
    if with_forts:
        row += [float(space in region.forts) for space in range(size)]
    return row
