"""All actions of In the Year of the Dragon, with all expansions."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tianming_games.action import Action
from tianming_games.dragon.bound import bound
from tianming_games.dragon.box import JOKER, YOUNG, Card, Person, Size, Tile
from tianming_games.dragon.expansion_box import CORNER_MONTH, Goods, WallTile
from tianming_games.dragon.notation import ACTION_WORDS, Verb

MOST_PALACES = 32
"""Upper bound of a player's palaces.

A palace without persons loses a floor each month. A player has at most 14 persons in a year, and
builds at most 6 floors in a month, 11 with a charter. So at most 14 palaces have had persons of
their own. At most 18 others have not lost all their floors: 11 built in this month, at most 3 built
in the month before with 2 floors, at most 2 with 3 floors in the month before that, and the 2 with
which the player began.
"""


def universe() -> Iterator[Action]:
    """Yield every action that can be legal."""
    for pair in combinations(YOUNG, 2):
        yield Action(Verb.DRAFT, pair)
    yield Action(Verb.PASS)
    cards = range(len(ACTION_WORDS))
    yield from _with(Verb.TAKE, [card for card in cards if card != Card.PRIVILEGE])
    yield from _with(Verb.BUY, Size)
    for verb in (Verb.FLOOR, Verb.PLACE, Verb.LOSE):
        yield from _with(verb, range(MOST_PALACES))
    for verb in (Verb.CARD, Verb.DISCARD):
        yield from _with(verb, range(JOKER + 1))
    yield from _with(Verb.TILE, Tile)
    for verb in (Verb.REPLACE, Verb.RELEASE):
        yield from _with(verb, range(MOST_PALACES), Tile)
    yield Action(Verb.DROP)
    yield from _with(Verb.WALL, WallTile)
    most = bound(CORNER_MONTH)
    yield from _with(Verb.RETURN, (Goods.YUAN,), range(most.yuan + 1))
    yield from _with(Verb.RETURN, (Goods.RICE,), range(most.rice + 1))
    yield from _with(Verb.CHARTER, Person)


def _with(verb: Verb, *choices: Iterable[int]) -> Iterator[Action]:
    """Yield the actions of a verb with each choice of operands."""
    for operands in product(*choices):
        yield Action(verb, tuple(map(int, operands)))
