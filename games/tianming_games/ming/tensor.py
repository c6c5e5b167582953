"""The fields of the tensors of Ming Dynasty."""

from collections.abc import Callable, Iterator, Sequence
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
from tianming_games.ming.wire import DECISIONS
from tianming_games.tensor import TensorField, counts, number, one_hot

_TENS: Final = 10.0
_FIFTIES: Final = 50.0
_MOST_FAMILY: Final = max(FAMILY, NEUTRAL_FAMILY)
_TWO: Final = 2
"""Players of a game with a neutral family."""


def fields(seats: int, drawn: Map) -> Iterator[TensorField]:
    """Yield the fields for a number of seats on a map."""
    yield one_hot("seat", range(seats), "the seat that looks", lambda seen: seen.seat)
    about = "round, 0 in the preparation"
    yield one_hot("round", range(ROUNDS + 1), about, lambda seen: seen.round)
    yield one_hot("start", range(seats), "the starting player", lambda seen: seen.start)
    decisions = [name for name in DECISIONS if name]
    yield one_hot("decision", decisions, "what is being decided", lambda seen: seen.decision)
    about = "province or district of the decision"
    yield one_hot("subject", range(DISTRICTS), about, lambda seen: seen.subject)
    about = "decisions of this kind that the seat still makes"
    yield number("left", PLACED_PER_ROUND, about, lambda seen: seen.left)
    about = "by seat, how soon its next turn in this phase is: 1 for the next seat, then less, 0 "
    about += "for none"
    yield TensorField("queue", [1] * seats, about, lambda seen: seen.queue, _soon(seats))
    yield from _cards(drawn.cards)
    families = seats + (seats == _TWO)
    for index in range(families):
        name = f"player {index}" if index < seats else "neutral"
        yield from _family(name, index, drawn.cards)
    about = "for each family, a number for each sum of return cards from 0 to 6"
    highs = [1] * (families * (MOST_IN_CITY + 1))
    yield TensorField("laid", highs, about, lambda seen: seen.laid, _laid)


def _cards(kinds: int) -> Iterator[TensorField]:
    """Yield the fields about the cards and tiles beside the board."""
    about = "for each province space, a number for each kind of card: 1 for the open card"
    highs = [1] * (PROVINCES * kinds)
    yield TensorField("display", highs, about, lambda seen: seen.display, _display(kinds))
    about = "cards in the supply stack by 10, by kind"
    yield counts("stack", kinds, MOVEMENT_CARDS, about, lambda seen: seen.stack, unit=_TENS)
    about = "discarded cards by 10, by kind"
    yield counts("discards", kinds, MOVEMENT_CARDS, about, lambda seen: seen.discards, unit=_TENS)
    about = "dragon cards beside the board, by 10"
    yield number("dragons", DRAGON_CARDS, about, lambda seen: seen.dragons, unit=_TENS)
    about = "province tiles in the supply by 10, by colour"
    yield counts("tiles", PROVINCES, TILES_PER_COLOUR, about, lambda seen: seen.tiles, unit=_TENS)


def _family(name: str, index: int, kinds: int) -> Iterator[TensorField]:
    """Yield the fields about one family."""
    highs = (
        *(MOST_POINTS / _FIFTIES, _MOST_FAMILY / _TENS, _MOST_FAMILY / _TENS),
        *(_MOST_FAMILY / _TENS,) * PROVINCES,
        *(float(HAND_LIMIT),) * kinds,
        *(TILES_PER_COLOUR / _TENS,) * PROVINCES,
    )
    about = "points by 50; members in the supply and out of the game by 10; members on the "
    about += "province spaces by 10; cards by kind; province tiles by 10, by colour"
    yield TensorField(name, highs, about, lambda seen: seen.families[index], _goods, is_kept=False)
    about = "district of the prince"
    yield one_hot(
        f"{name} prince", range(DISTRICTS), about, lambda seen: seen.families[index].prince
    )
    about = "members in the open area by 10, by district"
    yield counts(
        f"{name} members",
        DISTRICTS,
        _MOST_FAMILY,
        about,
        lambda seen: seen.families[index].members,
        unit=_TENS,
    )
    about = "members in the houses, by district"
    yield counts(
        f"{name} city", DISTRICTS, MOST_IN_CITY, about, lambda seen: seen.families[index].city
    )
    about = "whether a member is in the cloister, by district"
    yield TensorField(
        f"{name} monks", [1] * DISTRICTS, about, lambda seen: seen.families[index].monks, _monks
    )


def _goods(family: Family) -> Sequence[float]:
    return (
        family.score / _FIFTIES,
        family.supply / _TENS,
        family.box / _TENS,
        *[count / _TENS for count in family.spaces],
        *family.hand,
        *[count / _TENS for count in family.tiles],
    )


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
