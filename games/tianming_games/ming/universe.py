"""All actions of Ming Dynasty, on a map with a number of kinds of cards."""

from collections.abc import Iterator
from itertools import product

from tianming_games.action import Action
from tianming_games.ming.box import DEPLOYED_AT_MOST, DISTRICTS, MOST_IN_CITY, PROVINCES
from tianming_games.ming.notation import Verb

_MOST_SEATS = 4
_MOST_IN_PART = 2
"""Maximum members of a family in a part of a city."""


def universe(cards: int) -> Iterator[Action]:
    """Yield every action that can be legal, where `cards` counts the kinds with the dragon card."""
    for verb in (Verb.PRINCE, Verb.NEUTRAL):
        yield from _with(verb, DISTRICTS)
    for verb in (Verb.PLACE, Verb.TAKE, Verb.DRAGON):
        yield from _with(verb, PROVINCES)
    yield Action(Verb.PASS)
    yield from _with(Verb.STAY, cards)
    yield from _with(Verb.STEP, DISTRICTS, cards)
    yield Action(Verb.HALT)
    for members, monk in product(range(DEPLOYED_AT_MOST + 1), range(2)):
        if members + monk <= DEPLOYED_AT_MOST:
            yield Action(Verb.DEPLOY, (members, monk))
    yield from _with(Verb.RETURN, MOST_IN_CITY + 1)
    yield from _with(Verb.WITHDRAW, *(_MOST_IN_PART + 1,) * 3)
    yield from _with(Verb.START, _MOST_SEATS)


def _with(verb: Verb, *sizes: int) -> Iterator[Action]:
    """Yield the actions of a verb with all operands below these sizes."""
    for operands in product(*map(range, sizes)):
        yield Action(verb, operands)
