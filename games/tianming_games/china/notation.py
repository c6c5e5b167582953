"""The notation: write every action as a short text, and read such texts.

A text is a verb and its operands, for example `play wei red`, `play wei green+green` (a pair as a
'joker'), `exchange purple`, `stop`, `house wei-3`, `emissary wei`, `fortification qi-1`,
`take yellow`, `draw`. House spaces are numbered from 1 in each region, as in the board files.
"""

from enum import IntEnum
from functools import cache
from itertools import product

from tianming_games.action import Action, NotationError
from tianming_games.china.box import COLOUR_WORDS, LAND_WORDS, MOST_SPACES


class Verb(IntEnum):
    """The verb of an action; its operands are in brackets."""

    __hash__ = int.__hash__  # faster than the hash of an enum, which hashes the name

    PLAY = 0
    """(region, colour, cards): play out 1 card, or a pair as a joker, for a piece there."""
    STOP = 1
    """(): play out no more cards this turn."""
    EXCHANGE = 2
    """(colour): discard one card to draw another, instead of placing pieces."""
    HOUSE = 3
    """(region, number): place a house onto that house space."""
    EMISSARY = 4
    """(region): place an emissary onto the dragon space."""
    FORTIFICATION = 5
    """(region, number): place the fortification onto that empty house space."""
    TAKE = 6
    """(colour): take a face-up card."""
    DRAW = 7
    """(): take the top card of the draw pile."""


STOP = Action(Verb.STOP)
DRAW = Action(Verb.DRAW)


def write(action: Action) -> str:
    """Return the notation of an action."""
    return _TEXTS[action]


def _write(action: Action) -> str:
    verb, operands = Verb(action.verb), action.operands
    word = verb.name.lower()
    match verb:
        case Verb.PLAY:
            cards = "+".join([COLOUR_WORDS[operands[1]]] * operands[2])
            return f"play {LAND_WORDS[operands[0]]} {cards}"
        case Verb.HOUSE | Verb.FORTIFICATION:
            return f"{word} {LAND_WORDS[operands[0]]}-{operands[1]}"
        case Verb.EMISSARY:
            return f"emissary {LAND_WORDS[operands[0]]}"
        case Verb.EXCHANGE | Verb.TAKE:
            return f"{word} {COLOUR_WORDS[operands[0]]}"
        case Verb.STOP | Verb.DRAW:
            return word


@cache
def universe() -> tuple[Action, ...]:
    """Return all actions of the game, on any board."""
    lands, colours = range(len(LAND_WORDS)), range(len(COLOUR_WORDS))
    numbers = range(1, MOST_SPACES + 1)
    operands: dict[Verb, list[tuple[int, ...]]] = {
        Verb.PLAY: list(product(lands, colours, (1, 2))),
        Verb.STOP: [()],
        Verb.EXCHANGE: [(colour,) for colour in colours],
        Verb.HOUSE: list(product(lands, numbers)),
        Verb.EMISSARY: [(land,) for land in lands],
        Verb.FORTIFICATION: list(product(lands, numbers)),
        Verb.TAKE: [(colour,) for colour in colours],
        Verb.DRAW: [()],
    }
    return tuple(Action(verb, about) for verb, each in operands.items() for about in each)


_TEXTS = {action: _write(action) for action in universe()}
_ACTIONS = {text: action for action, text in _TEXTS.items()}


def exists(action: Action) -> bool:
    """Whether an action exists on any board."""
    return action in _TEXTS


def read(text: str) -> Action:
    """Return the action of a notation.

    Raises:
        NotationError: for a text that is not an action of this game.
    """
    try:
        return _ACTIONS[text]
    except KeyError:
        raise NotationError(f"{text!r} is no action of China.") from None
