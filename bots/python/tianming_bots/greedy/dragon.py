"""A greedy policy for In the Year of the Dragon: survive the year, then score.

Every option gets points: what it is worth at once, and what it saves from the events
that are coming. The months ahead count less the farther away they are.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

MONTHS = 12
SUPER_EVENT_MONTH = 7
TYPE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 5, 6, 7, 8, 9)
"""The person card of each tile, both as numbered in the contract."""

SYMBOLS = (0, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3)
STEPS = (0, 2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2)
"""Symbols and spaces on the person track of each tile."""

WARRIOR, MONK, HEALER = pb.PERSON_CARD_WARRIOR, pb.PERSON_CARD_MONK, pb.PERSON_CARD_HEALER
COURT_LADY, SCHOLAR = pb.PERSON_CARD_COURT_LADY, pb.PERSON_CARD_SCHOLAR


@dataclass(frozen=True)
class View:
    """The position, and what is counted from it once."""

    setup: pb.Setup
    seen: pb.Observation
    me: pb.Player

    @property
    def months_left(self) -> int:
        """Scorings still to come."""
        return MONTHS + 1 - max(1, self.seen.month)

    def next_in(self, event: int) -> int:
        """Months until the next event of a kind, 0 for this one, 99 for never."""
        first = max(1, self.seen.month)
        for ahead, tile in enumerate(self.seen.events[first - 1 :]):
            if tile == event:
                return ahead
        return 99

    def urgency(self, event: int) -> float:
        """How much an event of that kind presses: 1 this month, less later, 0 never."""
        ahead = self.next_in(event)
        return 0.0 if ahead == 99 else max(0.15, 1.0 - 0.17 * ahead)

    def is_coming(self, super_event: int) -> bool:
        """Whether that super event is still to come."""
        return self.seen.super_event == super_event and self.seen.month <= SUPER_EVENT_MONTH

    def symbols(self, person: int) -> int:
        """Symbols of a type in the player's palaces."""
        return sum(
            SYMBOLS[tile]
            for palace in self.me.palaces
            for tile in palace.persons
            if TYPE[tile] == person
        )

    def inhabited(self) -> int:
        """Palaces with somebody in them."""
        return sum(bool(palace.persons) for palace in self.me.palaces)

    def rooms(self) -> int:
        """Persons who would still find room."""
        return sum(palace.floors - len(palace.persons) for palace in self.me.palaces)


def choose(position: pb.Position, setup: pb.Setup) -> int:
    """The index of the option that is worth most, the first of equals."""
    seen = position.observation
    view = View(setup, seen, seen.players[seen.seat])
    worth = [_worth(view, option) for option in position.options]
    return max(range(len(worth)), key=worth.__getitem__)


def _worth(view: View, option: pb.Option) -> float:
    kind = option.WhichOneof("kind")
    return _WORTH[kind](view, option) if kind in _WORTH else 0.0


# -- persons: what one more, or one less, is worth


def _person(view: View, tile: int, floors: int = 2) -> float:
    """What a person in one's palaces is worth from now on."""
    person, symbols, left = TYPE[tile], SYMBOLS[tile], view.months_left
    worth = 4.0 if view.is_coming(pb.SUPER_EVENT_LANTERNFEST) else 2.0
    if person == COURT_LADY:
        worth += left * 0.8
    elif person == MONK:
        worth += symbols * floors * 0.9
    elif person == WARRIOR:
        worth += symbols * 2.2 * _events_left(view, pb.EVENT_TILE_MONGOL_INVASION)
    elif person == HEALER:
        missing = max(0, 3 - view.symbols(HEALER))
        worth += 6.0 * min(symbols, missing) * view.urgency(pb.EVENT_TILE_CONTAGION)
    elif person == SCHOLAR:
        worth += symbols * left * 0.25
    else:
        worth += symbols * left * 0.17 / (1 + view.symbols(person) / 3)
    return worth


def _events_left(view: View, event: int) -> int:
    return sum(tile == event for tile in view.seen.events[max(1, view.seen.month) - 1 :])


def _new_person(view: View, tile: int) -> float:
    """What it is worth to take a tile: the person, and the spaces on the track."""
    return _person(view, tile) + STEPS[tile] * 0.02 * view.months_left


def _draft(view: View, option: pb.Option) -> float:
    return _new_person(view, option.draft.first) + _new_person(view, option.draft.second)


def _tile(view: View, option: pb.Option) -> float:
    return _new_person(view, option.take_tile.tile)


def _card(view: View, option: pb.Option) -> float:
    return _card_worth(view, option.play_card.card)


def _discard(view: View, option: pb.Option) -> float:
    return -_card_worth(view, option.discard_card.card)


def _card_worth(view: View, card: int) -> float:
    """The best tile the card would bring; jokers are kept for later."""
    joker = card == pb.PERSON_CARD_JOKER
    worth = [
        _new_person(view, tile)
        for tile, count in enumerate(view.seen.display, start=1)
        if count and (joker or TYPE[tile] == card)
    ]
    return max(worth, default=0.0) - (2.0 if joker and view.months_left > 2 else 0.0)


def _place(view: View, option: pb.Option) -> float:
    """An empty palace first, so that it does not decay; monks where floors are many."""
    palace = view.me.palaces[option.place_tile.palace]
    if TYPE[view.seen.tiles[0]] == MONK:
        return palace.floors + (0 if palace.persons else 2)
    return (0 if palace.persons else 4) - palace.floors * 0.1


def _replace(view: View, option: pb.Option) -> float:
    floors = view.me.palaces[option.replace_tile.palace].floors
    gone = option.replace_tile.person
    return _person(view, view.seen.tiles[0], floors) - _person(view, gone, floors)


def _release(view: View, option: pb.Option) -> float:
    """The person who is worth least; somebody who lives alone leaves a palace to decay."""
    palace = view.me.palaces[option.release_person.palace]
    alone = 1.0 if len(palace.persons) == 1 else 0.0
    return -_person(view, option.release_person.person, palace.floors) - alone


# -- actions


def _pass(view: View, option: pb.Option) -> float:
    return _yuan(view, max(0, 3 - view.me.yuan))


def _yuan(view: View, gained: int) -> float:
    """Money: a third of a point each, more while a tribute is not yet paid for."""
    missing = max(0, 4 - view.me.yuan)
    needed = min(missing, gained)
    return gained * 0.33 + needed * 2.5 * view.urgency(pb.EVENT_TILE_IMPERIAL_TRIBUTE)


def _rice(view: View, gained: int) -> float:
    missing = max(0, view.inhabited() - view.me.rice)
    needed = min(missing, gained)
    return gained * 0.6 + needed * 4.0 * view.urgency(pb.EVENT_TILE_DROUGHT)


def _fireworks(view: View, gained: int) -> float:
    """Fireworks: 6 points to have the most, 3 for the second most."""
    players = enumerate(view.seen.players)
    others = sorted((p.fireworks for seat, p in players if seat != view.seen.seat), reverse=True)
    second = others[1] if len(others) > 1 else -1

    def points(mine: int) -> float:
        if not mine:
            return 0.0
        return 6.0 if mine >= others[0] else 3.0 if mine >= second else 0.0

    more = points(view.me.fireworks + gained) - points(view.me.fireworks)
    return gained * 0.6 + more * view.urgency(pb.EVENT_TILE_DRAGON_FESTIVAL)


def _floors(view: View, gained: int) -> float:
    """Floors: room for the persons of the months to come, and new palaces."""
    cards = len(view.me.hand)
    useful = max(0, min(gained, cards - view.rooms()))
    return useful * (1.6 if view.rooms() else 3.5) * min(1.0, view.months_left / 5)


def _steps(view: View, gained: int) -> float:
    return gained * 0.05 * view.months_left


def _points(view: View, gained: int) -> float:
    return float(gained)


_BRINGS: dict[int, tuple[Callable[[View, int], float], int, int]] = {
    pb.ACTION_CARD_TAXES: (_yuan, 2, pb.PERSON_CARD_TAX_COLLECTOR),
    pb.ACTION_CARD_BUILD: (_floors, 1, pb.PERSON_CARD_CRAFTSMAN),
    pb.ACTION_CARD_HARVEST: (_rice, 1, pb.PERSON_CARD_FARMER),
    pb.ACTION_CARD_FIREWORKS_DISPLAY: (_fireworks, 1, pb.PERSON_CARD_PYROTECHNIST),
    pb.ACTION_CARD_MILITARY_PARADE: (_steps, 1, WARRIOR),
    pb.ACTION_CARD_RESEARCH: (_points, 1, SCHOLAR),
}
"""The goods of each action, the amount for the card alone, and the person who adds to it."""


def _cost(view: View, card: int, price: int = 0) -> float:
    """What the yuan for a group and for a privilege are worth to keep."""
    toll = next((3 for g in view.seen.groups if card in g.cards and g.dragons), 0)
    return _spending(view, toll + price)


def _spending(view: View, yuan: int) -> float:
    rest = view.me.yuan - yuan
    short = max(0, min(yuan, 4 - rest))
    return yuan * 0.33 + short * 2.0 * view.urgency(pb.EVENT_TILE_IMPERIAL_TRIBUTE)


def _take(view: View, option: pb.Option) -> float:
    card = option.take_action.card
    if card == pb.ACTION_CARD_BUILDING_THE_WALL:
        unused = view.seen.wall.unused[view.seen.seat].tiles
        return 2.0 + max(_wall_tile(view, tile) for tile in unused) - _cost(view, card)
    brings, alone, person = _BRINGS[card]
    return brings(view, alone + view.symbols(person)) - _cost(view, card)


def _buy(view: View, option: pb.Option) -> float:
    size = option.buy_privilege.size
    large = size == pb.PRIVILEGE_SIZE_LARGE
    price = view.setup.large_privilege_price if large else 2
    scorings = view.months_left
    if view.is_coming(pb.SUPER_EVENT_ASSASSINATION_ATTEMPT):
        scorings = SUPER_EVENT_MONTH - max(1, view.seen.month)
    return size * scorings - _cost(view, pb.ACTION_CARD_PRIVILEGE, price)


def _build(view: View, option: pb.Option) -> float:
    """A new palace is a point a month while somebody can move in; else the lowest grows."""
    if not option.build_floor.HasField("palace"):
        empty = len(view.me.palaces) - view.inhabited()
        return 2.0 if not empty and view.me.hand else 0.0
    palace = view.me.palaces[option.build_floor.palace]
    return 1.0 + (0.3 if palace.persons else 0.0) + palace.floors * 0.1


# -- expansions


def _wall_tile(view: View, tile: int) -> float:
    brings, count = _WALL_TILES[tile]
    return brings(view, count)


def _wall(view: View, option: pb.Option) -> float:
    return _wall_tile(view, option.build_wall.tile)


_WALL_TILES: dict[int, tuple[Callable[[View, int], float], int]] = {
    pb.WALL_TILE_RICE: (_rice, 1),
    pb.WALL_TILE_FIREWORKS: (_fireworks, 1),
    pb.WALL_TILE_FLOOR: (_floors, 1),
    pb.WALL_TILE_YUAN: (_yuan, 2),
    pb.WALL_TILE_SPACES: (_steps, 3),
    pb.WALL_TILE_POINTS: (_points, 3),
}
"""What each wall tile brings, and how much of it."""


def _lose(view: View, option: pb.Option) -> float:
    """An empty floor first; else the palace whose least person is worth least."""
    palace = view.me.palaces[option.lose_floor.palace]
    gone = 1.0 * view.months_left if palace.floors == 1 and palace.persons else 0.0
    if palace.floors > len(palace.persons):
        return -0.5 - gone
    return -min(_person(view, tile, palace.floors) for tile in palace.persons) - gone


def _return(view: View, option: pb.Option) -> float:
    """What is needed least: money before rice, rice before fireworks, if all are equal."""
    count, rest = option.return_goods.count, view.seen.to_return - option.return_goods.count
    rice = 0.7 + 2.0 * view.urgency(pb.EVENT_TILE_DROUGHT)
    fireworks = 0.7 + view.urgency(pb.EVENT_TILE_DRAGON_FESTIVAL)
    if option.return_goods.goods == pb.GOODS_YUAN:
        return -_spending(view, count) - rest * min(rice, fireworks)
    return -count * rice - rest * fireworks


def _type(view: View, option: pb.Option) -> float:
    """Charter: what the symbols of a type bring at once."""
    person = option.choose_type.person
    if person == MONK:
        return float(
            sum(
                SYMBOLS[tile] * palace.floors
                for palace in view.me.palaces
                for tile in palace.persons
                if TYPE[tile] == MONK
            )
        )
    if person in (COURT_LADY, SCHOLAR):
        return float(view.symbols(person))
    for brings, _, who in _BRINGS.values():
        if who == person:
            return brings(view, view.symbols(person))
    return 0.0


_WORTH: dict[str, Callable[[View, pb.Option], float]] = {
    "draft": _draft,
    "pass_action": _pass,
    "take_action": _take,
    "buy_privilege": _buy,
    "build_floor": _build,
    "play_card": _card,
    "take_tile": _tile,
    "place_tile": _place,
    "replace_tile": _replace,
    "release_person": _release,
    "build_wall": _wall,
    "lose_floor": _lose,
    "return_goods": _return,
    "discard_card": _discard,
    "choose_type": _type,
}
