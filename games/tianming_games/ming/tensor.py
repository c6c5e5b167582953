"""The fields of the tensors of Ming Dynasty."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from tianming_games.ming.box import (
    DISTRICTS,
    DRAGON_CARDS,
    FAMILY,
    HAND_LIMIT,
    MOST_IN_CITY,
    MOST_POINTS,
    MOVEMENT_CARDS,
    NEUTRAL_FAMILY,
    PLACED_PER_ROUND,
    PROVINCES,
    ROUNDS,
    TILES_PER_COLOUR,
)
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.view import Observation
from tianming_games.ming.wire import DECISIONS
from tianming_games.tensor import TensorField, counts, number, of_sources, one_hot, packed

_TENS: Final = 10.0
_FIFTIES: Final = 50.0
_MOST_FAMILY: Final = max(FAMILY, NEUTRAL_FAMILY)
_TWO: Final = 2
"""Players of a game with a neutral family."""

_KEPT: Final = 1 << 12
"""Maximum rows in a cache."""


def fields(seats: int, drawn: Map) -> list[TensorField]:
    """Return the fields for a number of seats on a map."""
    return of_sources(_groups(seats, drawn))


def sources(seen: Observation) -> list[object]:
    """Return the sources of an observation, for the fields of the same groups."""
    return [
        seen.seat,
        seen.round,
        seen.start,
        seen.decision,
        seen.subject,
        seen.left,
        seen.queue,
        seen.display,
        seen.stack,
        seen.discards,
        seen.dragons,
        seen.tiles,
        *seen.families,
        seen.laid,
    ]


def _groups(seats: int, drawn: Map) -> Iterator[Sequence[TensorField]]:
    """Yield the fields of each source."""
    yield [one_hot("seat", range(seats), "the seat that looks")]
    yield [one_hot("round", range(ROUNDS + 1), "round, 0 in the preparation")]
    yield [one_hot("start", range(seats), "the starting player")]
    decisions = [name for name in DECISIONS if name]
    yield [one_hot("decision", decisions, "what is being decided")]
    yield [one_hot("subject", range(DISTRICTS), "province or district of the decision")]
    about = "decisions of this kind that the seat still makes"
    yield [number("left", PLACED_PER_ROUND, about)]
    about = "by seat, how soon its next turn in this phase is: 1 for the next seat, then less, 0 "
    about += "for none"
    yield [TensorField("queue", [1] * seats, about, _soon(seats))]
    yield from _cards(drawn.cards)
    families = seats + (seats == _TWO)
    for index in range(families):
        yield _family(f"player {index}" if index < seats else "neutral", drawn.cards)
    about = "for each family, a number for each sum of return cards from 0 to 6"
    yield [TensorField("laid", [1] * (families * (MOST_IN_CITY + 1)), about, _laid)]


def _cards(kinds: int) -> Iterator[Sequence[TensorField]]:
    """Yield the fields about the cards and tiles beside the board."""
    about = "for each province space, a number for each kind of card: 1 for the open card"
    yield [TensorField("display", [1] * (PROVINCES * kinds), about, _display(kinds))]
    about = "cards in the supply stack by 10, by kind"
    yield [counts("stack", kinds, MOVEMENT_CARDS, about, unit=_TENS)]
    about = "discarded cards by 10, by kind"
    yield [counts("discards", kinds, MOVEMENT_CARDS, about, unit=_TENS)]
    about = "dragon cards beside the board, by 10"
    yield [number("dragons", DRAGON_CARDS, about, unit=_TENS)]
    about = "province tiles in the supply by 10, by colour"
    yield [counts("tiles", PROVINCES, TILES_PER_COLOUR, about, unit=_TENS)]


def _family(name: str, kinds: int) -> Sequence[TensorField]:
    """Return the fields about one family."""
    highs = (
        *(MOST_POINTS / _FIFTIES, _MOST_FAMILY / _TENS, _MOST_FAMILY / _TENS),
        *(_MOST_FAMILY / _TENS,) * PROVINCES,
        *(float(HAND_LIMIT),) * kinds,
        *(TILES_PER_COLOUR / _TENS,) * PROVINCES,
    )
    about = "points by 50; members in the supply and out of the game by 10; members on the "
    about += "province spaces by 10; cards by kind; province tiles by 10, by colour"
    goods = TensorField(name, highs, about, _goods, is_kept=False)
    about = "district of the prince"
    prince = one_hot(f"{name} prince", range(DISTRICTS), about, lambda family: family.prince)
    about = "members in the open area by 10, by district"
    members = counts(
        f"{name} members",
        DISTRICTS,
        _MOST_FAMILY,
        about,
        lambda family: family.members,
        unit=_TENS,
    )
    about = "members in the houses, by district"
    city = counts(f"{name} city", DISTRICTS, MOST_IN_CITY, about, lambda family: family.city)
    about = "whether a member is in the cloister, by district"
    highs = (1.0,) * DISTRICTS
    monks = TensorField(f"{name} monks", highs, about, _monks, lambda family: family.monks)
    return goods, prince, members, city, monks


def _goods(family: Family) -> bytes:
    score, supply, box = family.score, family.supply, family.box
    return b"".join(
        (
            packed((score / _FIFTIES, supply / _TENS, box / _TENS)),
            _tenths(family.spaces),
            _wholes(family.hand),
            _tenths(family.tiles),
        )
    )


@lru_cache(_KEPT)
def _tenths(row: tuple[int, ...]) -> bytes:
    return packed([count / _TENS for count in row])


@lru_cache(_KEPT)
def _wholes(row: tuple[int, ...]) -> bytes:
    return packed(row)


def _monks(districts: tuple[int, ...]) -> Sequence[float]:
    return [float(district in districts) for district in range(DISTRICTS)]


def _soon(seats: int) -> Callable[[Any], Sequence[float]]:
    def spread(queue: Any) -> Sequence[float]:
        row = [0.0] * seats
        for at, seat in enumerate(queue):
            row[seat] = (seats - at) / seats
        return row

    return spread


def _display(kinds: int) -> Callable[[Any], Sequence[float]]:
    def spread(display: Any) -> Sequence[float]:
        row = [0.0] * (PROVINCES * kinds)
        for at, card in enumerate(display):
            row[at * kinds + card] = 1.0
        return row

    return spread


def _laid(sums: tuple[int, ...]) -> Sequence[float]:
    row = [0.0] * (len(sums) * (MOST_IN_CITY + 1))
    for family, laid in enumerate(sums):
        if laid >= 0:
            row[family * (MOST_IN_CITY + 1) + laid] = 1.0
    return row
