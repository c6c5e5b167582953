"""The notation: write every action as a short text, and read such texts.

Provinces are letters, `A` to `F` in the order of the board file; the districts of a province are
that letter with `1`, `2` or `3`. A card is `dragon`, or the number of the board's transport, from
`1`. Examples are `prince B2`, `neutral B2`, `place C`, `take C`, `dragon C`, `pass`, `stay 4`,
`step B2 dragon`, `halt`, `deploy 2+1` (two members in the open, one in the cloister), `return 3`,
`withdraw 1+0+2` (members by part of the city), and `start 0`.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache

from tianming_games.action import Action, NotationError
from tianming_games.ming.box import DISTRICTS_PER_PROVINCE, DRAGON, PROVINCES


class Verb(IntEnum):
    """The verb of an action; its operands are in brackets."""

    __hash__ = int.__hash__  # faster than the hash of an enum, which hashes the name

    PRINCE = 0
    """(district): place the prince there."""
    NEUTRAL = 1
    """(district): place a neutral family member there."""
    PLACE = 2
    """(province): place a family member on that province space."""
    TAKE = 3
    """(province): take the movement card beside that space."""
    DRAGON = 4
    """(province): take a dragon card for an own family member on that space."""
    PASS = 5
    """(): play no card, and take no more turns in this phase."""
    STAY = 6
    """(card): play that card to let the prince stay."""
    STEP = 7
    """(district, card): play that card to move the prince there."""
    HALT = 8
    """(): end the movement of the prince."""
    DEPLOY = 9
    """(members, monks): deploy this number of members in the open, and 0 or 1 in the cloister."""
    RETURN = 10
    """(number): lay return cards with this sum."""
    WITHDRAW = 11
    """(number, number, number): take this number of members out of each part of the city."""
    START = 12
    """(seat): that player begins the next round."""


_LETTERS = "ABCDEF"
assert len(_LETTERS) == PROVINCES


def province_text(province: int) -> str:
    """Return the letter of a province."""
    return _LETTERS[province]


def district_text(district: int) -> str:
    """Return the letter and number of a district."""
    province, part = divmod(district, DISTRICTS_PER_PROVINCE)
    return f"{_LETTERS[province]}{part + 1}"


def card_text(card: int) -> str:
    """Return the notation of a card: `dragon`, or the number of its transport."""
    return "dragon" if card == DRAGON else str(card)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or str(int(text[:9])) != text:
        raise ValueError(text)
    return int(text)


def _province(text: str) -> int:
    if len(text) != 1:
        raise ValueError(text)
    return _LETTERS.index(text)


def _district(text: str) -> int:
    part = _number(text[1:])
    if not 1 <= part <= DISTRICTS_PER_PROVINCE:
        raise ValueError(text)
    return DISTRICTS_PER_PROVINCE * _province(text[:1]) + part - 1


def _card(text: str) -> int:
    card = DRAGON if text == "dragon" else _number(text)
    if card_text(card) != text:
        raise ValueError(text)
    return card


_Operand = tuple[Callable[[int], str], Callable[[str], int]]
_PROVINCE: _Operand = (province_text, _province)
_DISTRICT: _Operand = (district_text, _district)
_CARD: _Operand = (card_text, _card)
_COUNT: _Operand = (str, _number)

_OPERANDS: dict[Verb, tuple[_Operand, ...]] = {
    Verb.PRINCE: (_DISTRICT,),
    Verb.NEUTRAL: (_DISTRICT,),
    Verb.PLACE: (_PROVINCE,),
    Verb.TAKE: (_PROVINCE,),
    Verb.DRAGON: (_PROVINCE,),
    Verb.PASS: (),
    Verb.STAY: (_CARD,),
    Verb.STEP: (_DISTRICT, _CARD),
    Verb.HALT: (),
    Verb.DEPLOY: (_COUNT, _COUNT),
    Verb.RETURN: (_COUNT,),
    Verb.WITHDRAW: (_COUNT, _COUNT, _COUNT),
    Verb.START: (_COUNT,),
}
_SEPARATORS = {Verb.DEPLOY: "+", Verb.WITHDRAW: "+"}
_VERBS = {verb.name.lower(): verb for verb in Verb}


@cache
def write(action: Action) -> str:
    """Return the notation of an action."""
    verb = Verb(action.verb)
    parts = [
        text(operand) for (text, _), operand in zip(_OPERANDS[verb], action.operands, strict=True)
    ]
    return " ".join([verb.name.lower(), _SEPARATORS.get(verb, " ").join(parts)]).rstrip()


def read(text: str) -> Action:
    """Return the action of a notation.

    Raises:
        NotationError: for a text that is not an action of this game.
    """
    word, _, rest = text.partition(" ")
    try:
        verb = _VERBS[word]
        parts = rest.split(_SEPARATORS.get(verb, " ")) if rest else []
        operands = tuple(
            parse(part) for (_, parse), part in zip(_OPERANDS[verb], parts, strict=True)
        )
    except (KeyError, ValueError):
        raise NotationError(f"{text!r} is no action of Ming Dynasty.") from None
    return Action(verb, operands)
