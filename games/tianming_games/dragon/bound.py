"""Upper bounds of what a player can own in a month, for checks of positions.

The bounds are rough: they let a player take the largest gain of every kind at once.
"""

from functools import cache
from typing import Final, NamedTuple

from tianming_games.dragon.box import Size
from tianming_games.dragon.expansion_box import CORNER_MONTH, WALL_LENGTH

_START_YUAN: Final = 6
_START_FLOORS: Final = 4
_START_PERSONS: Final = 2
_START_TRACK: Final = 11
"""Spaces for the two most valuable young persons together."""

_COINS, _SHEAVES, _ROCKETS, _HELMETS, _SCROLLS = 3, 2, 2, 2, 3
"""Maximum symbols of one person: tax collector, farmer, pyrotechnist, warrior, scholar."""

_MONK_POINTS: Final = 6
"""Maximum points of a monk: two Buddhas in a palace of three floors."""

_STEPS: Final = 6
"""Maximum spaces for one new person."""

_FESTIVAL: Final = 6
"""Points for the most fireworks."""


class Bound(NamedTuple):
    """The most that one player can own: numbers of persons, floors, goods, dragons and points."""

    persons: int
    floors: int
    yuan: int
    rice: int
    fireworks: int
    dragons: int
    track: int
    score: int


_START: Final = Bound(
    _START_PERSONS, _START_FLOORS, _START_YUAN, 0, 0, 0, track=_START_TRACK, score=0
)


@cache
def bound(month: int) -> Bound:
    """Return the bounds in a month; month 0 is the preparation."""
    if not month:
        return _START
    old = bound(month - 1)
    rises = month == CORNER_MONTH
    persons = old.persons + 1 + rises
    shares = persons * (1 + rises)  # a charter repeats the effect of persons
    floors = old.floors + 2 + shares  # the action, its craftsmen, and a tile of the wall
    dragons = old.dragons + Size.LARGE
    events = _FESTIVAL + _HELMETS * persons + WALL_LENGTH
    action = 4 + _SCROLLS * shares  # the action, its scholars, and a tile of the wall
    month_end = floors + persons + dragons
    favour = (2 + _MONK_POINTS) * shares if rises else 0
    return Bound(
        persons=persons,
        floors=floors,
        yuan=old.yuan + 4 + _COINS * shares,
        rice=old.rice + 2 + _SHEAVES * shares,
        fireworks=old.fireworks + 2 + _ROCKETS * shares,
        dragons=dragons,
        track=old.track + _STEPS * (1 + rises) + 4 + _HELMETS * shares,
        score=old.score + 2 * events + action + month_end + favour,
    )
