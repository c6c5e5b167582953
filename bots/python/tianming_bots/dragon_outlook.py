"""The outlook in the Year of the Dragon: the points that each seat is likely to end with.

The weights are a fit to the final points of 300 games of four greedy bots, some of which played any
option now and then. A search that stops its simulations early reads them.
"""

from collections.abc import Sequence
from typing import Final

from tianming_games.dragon.box import MONTHS, PERSON, SYMBOLS, EventTile, Person
from tianming_games.dragon.province import Province
from tianming_games.dragon.scoring import money_points
from tianming_games.dragon.state import DragonState

_FITTED: Final = (
    ("persons", 2.07, 0.686),
    ("points of monks", 0.59, -0.034),
    ("points of money", -0.58, 0.128),
    ("inhabited palaces", -1.15, 0.191),
    ("empty palaces", -1.09, -0.376),
    ("rooms without a person", 1.32, 0.518),
    ("yuan", 0.27, 0.109),
    ("rice", 0.75, 0.155),
    ("fireworks", 0.99, 0.108),
    ("dragons on privileges", -0.14, 1.094),
    ("court ladies", 1.47, 0.0),
    ("symbols of craftsmen", 0.46, 0.517),
    ("symbols of pyrotechnists", 0.58, 0.093),
    ("symbols of farmers", 0.05, 0.249),
    ("symbols of scholars", 0.10, 0.071),
    ("symbols of healers", 0.08, -0.102),
    ("space on the person track", -0.39, 0.150),
    ("players ahead on it", -0.48, 0.0),
    ("yuan missing for the next tribute", -0.82, 0.0),
    ("rice missing for the next drought", -1.10, -0.307),
    ("rice missing for two droughts", -1.24, 0.0),
    ("healers missing for the next contagion", -0.82, -0.492),
    ("healers missing for the one after it", -2.53, 0.0),
    ("players with more fireworks before the next festival", -1.05, 0.0),
    ("symbols of warriors before the next invasion", 1.03, 0.144),
)
"""What is counted; the points that each is worth at the end, and for each month that is left."""

_WEIGHTS: Final = [[end + each * left for _, end, each in _FITTED] for left in range(MONTHS + 1)]

_DISCOUNT: Final = 0.75
"""How much less an event counts for each month that it is away."""

_TRIBUTE, _DROUGHT = int(EventTile.IMPERIAL_TRIBUTE), int(EventTile.DROUGHT)
_FESTIVAL, _MONGOLS = int(EventTile.DRAGON_FESTIVAL), int(EventTile.MONGOL_INVASION)
_CONTAGION = int(EventTile.CONTAGION)
_CRAFTSMAN, _LADY, _MONK = int(Person.CRAFTSMAN), int(Person.COURT_LADY), int(Person.MONK)
_PYROTECHNIST, _WARRIOR = int(Person.PYROTECHNIST), int(Person.WARRIOR)
_HEALER, _FARMER, _SCHOLAR = int(Person.HEALER), int(Person.FARMER), int(Person.SCHOLAR)


def outlook(state: DragonState) -> list[float]:
    """Return the points that each seat is likely to end with."""
    events = state.events[max(1, state.month) - 1 :]
    weights, near = _WEIGHTS[min(MONTHS, len(events))], _near(events)
    points = []
    for me in state.provinces:
        total = float(me.score)
        for weight, count in zip(weights, _counts(me, state.provinces, near), strict=True):
            total += weight * count
        points.append(total)
    return points


def _near(events: Sequence[int]) -> list[float]:
    """Return how near the events are that `_FITTED` names, 1 for this month and 0 for never."""
    first: dict[int, float] = {}
    second: dict[int, float] = {}
    for away, event in enumerate(events):
        (second if event in first else first).setdefault(event, _DISCOUNT**away)
    return [
        first.get(_TRIBUTE, 0.0),
        first.get(_DROUGHT, 0.0),
        second.get(_DROUGHT, 0.0),
        first.get(_CONTAGION, 0.0),
        second.get(_CONTAGION, 0.0),
        first.get(_FESTIVAL, 0.0),
        first.get(_MONGOLS, 0.0),
    ]


def _counts(me: Province, provinces: Sequence[Province], near: Sequence[float]) -> list[float]:
    """Return what a seat has of each item of `_FITTED`."""
    symbols, persons, monks, inhabited, floors = [0] * len(Person), 0, 0, 0, 0
    for height, tiles in me.palaces:
        floors += height
        persons += len(tiles)
        inhabited += bool(tiles)
        for tile in tiles:
            symbols[PERSON[tile]] += SYMBOLS[tile]
            if PERSON[tile] == _MONK:
                monks += SYMBOLS[tile] * height
    rice, healers = me.rice, max(0, 3 - symbols[_HEALER])
    return [
        persons,
        monks,
        money_points(me),
        inhabited,
        len(me.palaces) - inhabited,
        floors - persons,
        me.yuan,
        rice,
        me.fireworks,
        me.dragons,
        symbols[_LADY],
        symbols[_CRAFTSMAN],
        symbols[_PYROTECHNIST],
        symbols[_FARMER],
        symbols[_SCHOLAR],
        symbols[_HEALER],
        me.track,
        sum([other.is_ahead_of(me) for other in provinces]),
        near[0] * max(0, 4 - me.yuan),
        near[1] * max(0, inhabited - rice),
        near[2] * max(0, 2 * inhabited - rice),
        near[3] * healers,
        near[4] * healers,
        near[5] * sum([other.fireworks > me.fireworks for other in provinces]),
        near[6] * symbols[_WARRIOR],
    ]
