"""The policy for In the Year of the Dragon: survive the year, then score.

Every option gets points: what it is worth at once, and what it saves from the events
that are coming. The months ahead count less the farther away they are.
"""

from collections.abc import Callable, Sequence

from tianming_bots.dragon_outlook import outlook
from tianming_bots.policy import Policy
from tianming_games.action import Action
from tianming_games.dragon.box import (
    JOKER,
    MONTHS,
    PERSON,
    SMALL_PRICE,
    SYMBOLS,
    TILES_OF,
    TOLL,
    VALUE,
    Card,
    EventTile,
    Person,
    Size,
)
from tianming_games.dragon.expansion_box import (
    BUILDING_THE_WALL,
    CORNER_MONTH,
    Corner,
    Goods,
    WallTile,
)
from tianming_games.dragon.great_wall import WALL
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER

_TRIBUTE, _DROUGHT = int(EventTile.IMPERIAL_TRIBUTE), int(EventTile.DROUGHT)
_FESTIVAL, _MONGOLS = int(EventTile.DRAGON_FESTIVAL), int(EventTile.MONGOL_INVASION)
_CONTAGION = int(EventTile.CONTAGION)
_LADY, _MONK, _WARRIOR = int(Person.COURT_LADY), int(Person.MONK), int(Person.WARRIOR)
_HEALER, _SCHOLAR = int(Person.HEALER), int(Person.SCHOLAR)


class _DragonView:
    """What a seat sees, and what is counted from it once."""

    def __init__(self, state: DragonState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.me = state.provinces[seat]
        self.month = max(1, state.month)
        self.events = state.events[self.month - 1 :]
        self.months_left = MONTHS + 1 - self.month
        self.base = 4.0 if self.is_coming(Corner.LANTERNFEST) else 2.0
        self.newcomers: dict[int, float] = {}
        self.symbols = [0] * 9
        self.inhabited = self.rooms = 0
        for floors, persons in self.me.palaces:
            self.inhabited += bool(persons)
            self.rooms += floors - len(persons)
            for tile in persons:
                self.symbols[PERSON[tile]] += SYMBOLS[tile]

    def urgency(self, event: int) -> float:
        """Return how much an event of that kind presses: 1 this month, less later, 0 never."""
        if event not in self.events:
            return 0.0
        return max(0.15, 1.0 - 0.17 * self.events.index(event))

    def is_coming(self, corner: int) -> bool:
        """Whether that super event is still to come."""
        extras = self.state.extras
        if CORNER.name not in extras or self.state.month > CORNER_MONTH:
            return False
        return CORNER.of(self.state).corner == corner


def _worths(state: DragonState, seat: int, options: Sequence[Action]) -> list[float]:
    view = _DragonView(state, seat)
    return [_WORTH[action.verb](view, action.operands) for action in options]


# -- persons: what one more, or one less, is worth


def _person(view: _DragonView, tile: int, floors: int = 2) -> float:
    """Return what a person in one's palaces is worth from now on."""
    person, symbols, left = PERSON[tile], SYMBOLS[tile], view.months_left
    worth = view.base
    if person == _LADY:
        worth += left * 0.8
    elif person == _MONK:
        worth += symbols * floors * 0.9
    elif person == _WARRIOR:
        worth += symbols * 2.2 * view.events.count(_MONGOLS)
    elif person == _HEALER:
        missing = max(0, 3 - view.symbols[_HEALER])
        worth += 6.0 * min(symbols, missing) * view.urgency(_CONTAGION)
    elif person == _SCHOLAR:
        worth += symbols * left * 0.25
    else:
        worth += symbols * left * 0.17 / (1 + view.symbols[person] / 3)
    return worth


def _new_person(view: _DragonView, tile: int) -> float:
    """Return what it is worth to take a tile: the person, and the spaces on the track."""
    worth = view.newcomers.get(tile)
    if worth is None:
        worth = _person(view, tile) + VALUE[tile] * 0.02 * view.months_left
        view.newcomers[tile] = worth
    return worth


def _draft(view: _DragonView, about: tuple[int, ...]) -> float:
    return _new_person(view, about[0]) + _new_person(view, about[1])


def _tile(view: _DragonView, about: tuple[int, ...]) -> float:
    return _new_person(view, about[0])


def _card(view: _DragonView, about: tuple[int, ...]) -> float:
    """Return the worth of the best tile for the card; jokers are kept for later."""
    card, display = about[0], view.state.display
    tiles = range(len(VALUE)) if card == JOKER else TILES_OF[card]
    best = max([_new_person(view, tile) for tile in tiles if display[tile]], default=0.0)
    return best - (2.0 if card == JOKER and view.months_left > 2 else 0.0)


def _discard(view: _DragonView, about: tuple[int, ...]) -> float:
    return -_card(view, about)


def _in_hand(view: _DragonView) -> int:
    """Return the tile in hand: the subject of the pending decision."""
    task = view.state.task
    assert task is not None
    return task.subject


def _place(view: _DragonView, about: tuple[int, ...]) -> float:
    """Prefer an empty palace, so that it does not decay; monks go where floors are many."""
    floors, persons = view.me.palaces[about[0]]
    if PERSON[_in_hand(view)] == _MONK:
        return floors + (0 if persons else 2)
    return (0 if persons else 4) - floors * 0.1


def _replace(view: _DragonView, about: tuple[int, ...]) -> float:
    floors = view.me.palaces[about[0]].floors
    return _person(view, _in_hand(view), floors) - _person(view, about[1], floors)


def _release(view: _DragonView, about: tuple[int, ...]) -> float:
    """Release the least person; a palace whose only person leaves decays."""
    floors, persons = view.me.palaces[about[0]]
    return -_person(view, about[1], floors) - (1.0 if len(persons) == 1 else 0.0)


# -- actions


def _pass(view: _DragonView, about: tuple[int, ...]) -> float:
    return _yuan(view, max(0, 3 - view.me.yuan))


def _yuan(view: _DragonView, gained: int) -> float:
    """Return a third of a point each, more while a tribute is not yet paid for."""
    needed = min(max(0, 4 - view.me.yuan), gained)
    return gained * 0.33 + needed * 2.5 * view.urgency(_TRIBUTE)


def _rice(view: _DragonView, gained: int) -> float:
    needed = min(max(0, view.inhabited - view.me.rice), gained)
    return gained * 0.6 + needed * 4.0 * view.urgency(_DROUGHT)


def _fireworks(view: _DragonView, gained: int) -> float:
    """Return the worth of fireworks: 6 points for the most, 3 for the second most."""
    provinces = view.state.provinces
    others = sorted(p.fireworks for seat, p in enumerate(provinces) if seat != view.seat)
    first, second = others[-1], others[-2] if len(others) > 1 else -1

    def points(mine: int) -> float:
        if not mine:
            return 0.0
        return 6.0 if mine >= first else 3.0 if mine >= second else 0.0

    more = points(view.me.fireworks + gained) - points(view.me.fireworks)
    return gained * 0.6 + more * view.urgency(_FESTIVAL)


def _floors(view: _DragonView, gained: int) -> float:
    """Return the worth of room for the persons of the months to come, and of new palaces."""
    useful = max(0, min(gained, len(view.me.hand) - view.rooms))
    return useful * (1.6 if view.rooms else 3.5) * min(1.0, view.months_left / 5)


def _steps(view: _DragonView, gained: int) -> float:
    return gained * 0.05 * view.months_left


def _points(view: _DragonView, gained: int) -> float:
    return float(gained)


_BRINGS: dict[int, tuple[Callable[[_DragonView, int], float], int, int]] = {
    int(Card.TAXES): (_yuan, 2, int(Person.TAX_COLLECTOR)),
    int(Card.BUILD): (_floors, 1, int(Person.CRAFTSMAN)),
    int(Card.HARVEST): (_rice, 1, int(Person.FARMER)),
    int(Card.FIREWORKS_DISPLAY): (_fireworks, 1, int(Person.PYROTECHNIST)),
    int(Card.MILITARY_PARADE): (_steps, 1, _WARRIOR),
    int(Card.RESEARCH): (_points, 1, _SCHOLAR),
}
"""The goods of each action, the amount for the card alone, and the person who adds to it."""


def _cost(view: _DragonView, card: int, price: int = 0) -> float:
    """Return what the yuan for a group and for a privilege are worth to keep."""
    state = view.state
    for group, dragons in zip(state.groups, state.dragons, strict=True):
        if dragons and card in group:
            price += TOLL
    return _spending(view, price)


def _spending(view: _DragonView, yuan: int) -> float:
    short = max(0, min(yuan, 4 - view.me.yuan + yuan))
    return yuan * 0.33 + short * 2.0 * view.urgency(_TRIBUTE)


def _take(view: _DragonView, about: tuple[int, ...]) -> float:
    card = about[0]
    if card == BUILDING_THE_WALL:
        unused = WALL.of(view.state).unused[view.seat]
        return 2.0 + max(_wall_tile(view, tile) for tile in unused) - _cost(view, card)
    brings, alone, person = _BRINGS[card]
    return brings(view, alone + view.symbols[person]) - _cost(view, card)


def _buy(view: _DragonView, about: tuple[int, ...]) -> float:
    price = view.state.rules.large_price if about[0] == Size.LARGE else SMALL_PRICE
    scorings = view.months_left
    if view.is_coming(Corner.ASSASSINATION_ATTEMPT):
        scorings = CORNER_MONTH - view.month
    return about[0] * scorings - _cost(view, int(Card.PRIVILEGE), price)


def _build(view: _DragonView, about: tuple[int, ...]) -> float:
    """Prefer a new palace while a person can move in; else the highest palace grows."""
    palaces = view.me.palaces
    if about[0] >= len(palaces):
        return 2.0 if len(palaces) == view.inhabited and view.me.hand else 0.0
    floors, persons = palaces[about[0]]
    return 1.0 + (0.3 if persons else 0.0) + floors * 0.1


def _drop(view: _DragonView, about: tuple[int, ...]) -> float:
    return 0.0


# -- expansions


def _wall_tile(view: _DragonView, tile: int) -> float:
    brings, count = _WALL_TILES[tile]
    return brings(view, count)


def _wall(view: _DragonView, about: tuple[int, ...]) -> float:
    return _wall_tile(view, about[0])


_WALL_TILES: dict[int, tuple[Callable[[_DragonView, int], float], int]] = {
    int(WallTile.RICE): (_rice, 1),
    int(WallTile.FIREWORKS): (_fireworks, 1),
    int(WallTile.SECTION): (_floors, 1),
    int(WallTile.YUAN): (_yuan, 2),
    int(WallTile.SPACES): (_steps, 3),
    int(WallTile.POINTS): (_points, 3),
}
"""What each wall tile brings, and how much of it."""


def _lose(view: _DragonView, about: tuple[int, ...]) -> float:
    """Lose an empty floor first; else that of the least person."""
    floors, persons = view.me.palaces[about[0]]
    gone = 1.0 * view.months_left if floors == 1 and persons else 0.0
    if floors > len(persons):
        return -0.5 - gone
    return -min(_person(view, tile, floors) for tile in persons) - gone


def _return(view: _DragonView, about: tuple[int, ...]) -> float:
    """Return what is needed least: money before rice, rice before fireworks."""
    goods, count = about
    rest = _in_hand(view) - count
    rice = 0.7 + 2.0 * view.urgency(_DROUGHT)
    fireworks = 0.7 + view.urgency(_FESTIVAL)
    if goods == Goods.YUAN:
        return -_spending(view, count) - rest * min(rice, fireworks)
    return -count * rice - rest * fireworks


def _type(view: _DragonView, about: tuple[int, ...]) -> float:
    """Return what the symbols of a type bring at once, for Charter."""
    person = about[0]
    if person == _MONK:
        return float(_buddhas(view))
    if person in (_LADY, _SCHOLAR):
        return float(view.symbols[person])
    for brings, _, who in _BRINGS.values():
        if who == person:
            return brings(view, view.symbols[person])
    return 0.0


def _buddhas(view: _DragonView) -> int:
    return sum(
        SYMBOLS[tile] * floors
        for floors, persons in view.me.palaces
        for tile in persons
        if PERSON[tile] == _MONK
    )


_WORTH: dict[int, Callable[[_DragonView, tuple[int, ...]], float]] = {
    int(Verb.DRAFT): _draft,
    int(Verb.PASS): _pass,
    int(Verb.TAKE): _take,
    int(Verb.BUY): _buy,
    int(Verb.FLOOR): _build,
    int(Verb.CARD): _card,
    int(Verb.TILE): _tile,
    int(Verb.PLACE): _place,
    int(Verb.REPLACE): _replace,
    int(Verb.DROP): _drop,
    int(Verb.RELEASE): _release,
    int(Verb.WALL): _wall,
    int(Verb.LOSE): _lose,
    int(Verb.RETURN): _return,
    int(Verb.DISCARD): _discard,
    int(Verb.CHARTER): _type,
}


# -- the value of a state


def _values(state: DragonState) -> list[float]:
    """Return the points that each seat is likely to end with."""
    if state.is_terminal():
        return [float(points) for points in state.returns()]
    return outlook(state)


def _month(state: DragonState) -> float:
    return state.month


POLICY = Policy(
    worths=_worths,
    spread=2.0,
    values=_values,
    scale=10.0,
    clock=_month,
    horizon=1,
    noise=0.05,
)
