"""The notation: write every action as a short text, and read such texts.

A text is a verb and its operands, for example `draft monk+farmer`, `take build`, `buy large`,
`floor 2`, `card joker`, `tile old-monk`, `place 0`, `replace 1 monk`, `drop`, `release 0 farmer`,
`pass`. Palaces are numbered from 0, oldest first; `floor` with the number of palaces begins a new
one. The expansions add, for example, `take building-the-wall`, `wall section`, `lose 0`,
`return yuan 2`, `discard joker`, `charter farmer`.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache

from tianming_games.action import Action, NotationError
from tianming_games.dragon.box import Card, Person, Size, Tile
from tianming_games.dragon.expansion_box import Corner, Goods, WallTile


class Verb(IntEnum):
    """The verb of an action; its operands are in brackets."""

    __hash__ = int.__hash__  # faster than the hash of an enum, which hashes the name

    DRAFT = 0
    """(first tile, second tile): begin with two young persons, the lower first."""
    PASS = 1
    """(): take no action, and fill up the money to 3 yuan."""
    TAKE = 2
    """(action card): take the action of a card."""
    BUY = 3
    """(size): take the action Privilege, and buy a privilege of this size."""
    FLOOR = 4
    """(palace): build one floor; the number of palaces as operand begins a new palace."""
    CARD = 5
    """(person card): play it."""
    TILE = 6
    """(tile): take it from the display."""
    PLACE = 7
    """(palace): put the tile in hand there."""
    REPLACE = 8
    """(palace, tile): release that person, and put the tile in hand there."""
    DROP = 9
    """(): do not place the tile in hand; it leaves the game."""
    RELEASE = 10
    """(palace, tile): release that person."""
    WALL = 11
    """(wall tile): build it, and gain its privilege."""
    LOSE = 12
    """(palace): lose one section of it."""
    RETURN = 13
    """(goods, count): return this number of yuan, rice or fireworks."""
    DISCARD = 14
    """(person card): discard it."""
    CHARTER = 15
    """(person): gain the effect of that type of person."""


def _word(member: IntEnum) -> str:
    return member.name.lower().replace("_", "-")


TILE_WORDS = tuple(_word(tile) for tile in Tile)
CARD_WORDS = (*(_word(person) for person in Person), "joker")
ACTION_WORDS = (*(_word(card) for card in Card), "building-the-wall")
WALL_WORDS = tuple(_word(tile) for tile in WallTile)
CORNER_WORDS = tuple(_word(corner) for corner in Corner)
GOODS_WORDS = tuple(_word(goods) for goods in Goods)
SIZE_WORDS = {int(size): _word(size) for size in Size}


@cache
def write(action: Action) -> str:
    """Return the notation of an action."""
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.DRAFT:
            return f"draft {TILE_WORDS[operands[0]]}+{TILE_WORDS[operands[1]]}"
        case Verb.TAKE:
            return f"take {ACTION_WORDS[operands[0]]}"
        case Verb.BUY:
            return f"buy {SIZE_WORDS[operands[0]]}"
        case Verb.CARD | Verb.DISCARD | Verb.CHARTER:
            return f"{_word(verb)} {CARD_WORDS[operands[0]]}"
        case Verb.TILE:
            return f"tile {TILE_WORDS[operands[0]]}"
        case Verb.WALL:
            return f"wall {WALL_WORDS[operands[0]]}"
        case Verb.RETURN:
            return f"return {GOODS_WORDS[operands[0]]} {operands[1]}"
        case Verb.FLOOR | Verb.PLACE | Verb.LOSE:
            return f"{_word(verb)} {operands[0]}"
        case Verb.REPLACE | Verb.RELEASE:
            return f"{_word(verb)} {operands[0]} {TILE_WORDS[operands[1]]}"
        case Verb.PASS | Verb.DROP:
            return _word(verb)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or str(int(text[:9])) != text:
        raise ValueError(text)
    return int(text)


def _one_of(words: Sequence[str]) -> Callable[[str], int]:
    return words.index


_SIZES = {word: size for size, word in SIZE_WORDS.items()}
_OPERANDS: dict[Verb, tuple[Callable[[str], int], ...]] = {
    Verb.DRAFT: (_one_of(TILE_WORDS), _one_of(TILE_WORDS)),
    Verb.PASS: (),
    Verb.TAKE: (_one_of(ACTION_WORDS),),
    Verb.BUY: (_SIZES.__getitem__,),
    Verb.FLOOR: (_number,),
    Verb.CARD: (_one_of(CARD_WORDS),),
    Verb.TILE: (_one_of(TILE_WORDS),),
    Verb.PLACE: (_number,),
    Verb.REPLACE: (_number, _one_of(TILE_WORDS)),
    Verb.DROP: (),
    Verb.RELEASE: (_number, _one_of(TILE_WORDS)),
    Verb.WALL: (_one_of(WALL_WORDS),),
    Verb.LOSE: (_number,),
    Verb.RETURN: (_one_of(GOODS_WORDS), _number),
    Verb.DISCARD: (_one_of(CARD_WORDS),),
    Verb.CHARTER: (_one_of(CARD_WORDS[:-1]),),
}
_VERBS = {_word(verb): verb for verb in Verb}


def read(text: str) -> Action:
    """Return the action of a notation.

    Raises:
        NotationError: for a text that is not an action of this game.
    """
    word, _, rest = text.partition(" ")
    parts = rest.split("+" if word == "draft" else " ") if rest else []
    try:
        verb = _VERBS[word]
        operands = tuple(parse(part) for parse, part in zip(_OPERANDS[verb], parts, strict=True))
    except (KeyError, ValueError):
        raise NotationError(f"{text!r} is no action of In the Year of the Dragon.") from None
    return Action(verb, operands)
