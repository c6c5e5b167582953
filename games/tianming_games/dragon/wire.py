"""Encode setups, positions and events as the messages of `dragon.proto`."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from tianming_games.action import Action
from tianming_games.dragon.action_phase import lay_out
from tianming_games.dragon.box import display
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.great_wall import WALL, Wall
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.preparation import event_row
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.rules import Rules
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER, SuperEvent
from tianming_games.dragon.view import Observation
from tianming_games.ground.encoding import CachedEncoding, field, number, numbers, small
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

DECISIONS: Final[dict[str, pb.Decision]] = {
    "": pb.DECISION_UNSPECIFIED,
    "draft": pb.DECISION_DRAFT,
    "action": pb.DECISION_ACTION,
    "build": pb.DECISION_BUILD,
    "card": pb.DECISION_CARD,
    "tile": pb.DECISION_TILE,
    "place": pb.DECISION_PLACE,
    "release": pb.DECISION_RELEASE,
    "wall": pb.DECISION_WALL,
    "earthquake": pb.DECISION_EARTHQUAKE,
    "flood-yuan": pb.DECISION_FLOOD_YUAN,
    "flood-rice": pb.DECISION_FLOOD_RICE,
    "discard": pb.DECISION_DISCARD,
    "sunrise": pb.DECISION_SUNRISE,
    "charter": pb.DECISION_CHARTER,
}

FLOODS: Final = ("flood-yuan", "flood-rice")

_OBSERVATION: Final = pb.Position.OBSERVATION_FIELD_NUMBER
_POSITION_OPTIONS: Final = pb.Position.OPTIONS_FIELD_NUMBER

_ACTION: Final = pb.Event.ACTION_FIELD_NUMBER
_DRAW: Final = pb.Event.DRAW_FIELD_NUMBER

_SEAT: Final = small(pb.Observation.SEAT_FIELD_NUMBER)
_MONTH: Final = small(pb.Observation.MONTH_FIELD_NUMBER)
_PHASE: Final = small(pb.Observation.PHASE_FIELD_NUMBER)
_DECISION: Final = {
    name: small(pb.Observation.DECISION_FIELD_NUMBER)[value] for name, value in DECISIONS.items()
}
_LEFT: Final = small(pb.Observation.LEFT_FIELD_NUMBER)
_QUEUE: Final = pb.Observation.QUEUE_FIELD_NUMBER
_CARD: Final = small(pb.Observation.CARD_FIELD_NUMBER)
_IN_HAND: Final = pb.Observation.TILES_FIELD_NUMBER
_TO_RETURN: Final = pb.Observation.TO_RETURN_FIELD_NUMBER
_TURN_ORDER: Final = pb.Observation.TURN_ORDER_FIELD_NUMBER
_DISPLAY: Final = pb.Observation.DISPLAY_FIELD_NUMBER
_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_GROUPS: Final = pb.Observation.GROUPS_FIELD_NUMBER
_GROUP, _PLAYER, _PALACE = pb.ActionGroup, pb.Player, pb.Palace
_SCORE: Final = _PLAYER.SCORE_FIELD_NUMBER
_TRACK: Final = _PLAYER.TRACK_FIELD_NUMBER
_YUAN: Final = _PLAYER.YUAN_FIELD_NUMBER
_RICE: Final = _PLAYER.RICE_FIELD_NUMBER
_FIREWORKS: Final = _PLAYER.FIREWORKS_FIELD_NUMBER
_DRAGONS: Final = _PLAYER.PRIVILEGE_DRAGONS_FIELD_NUMBER

_MOST_PLAYERS: Final = 5

_KEPT: Final = 1 << 12
"""Maximum results in each cache."""

# The generated types accept values of enums by their names.
_TILES: Final = pb.Tile.keys()[1:]
_PERSON_CARDS: Final = pb.PersonCard.keys()[1:]
_ACTION_CARDS: Final = pb.ActionCard.keys()[1:]
_EVENTS: Final = pb.EventTile.keys()[1:]
_SIZES: Final = pb.PrivilegeSize.keys()
_WALL_TILES: Final = pb.WallTile.keys()[1:]
_CORNERS: Final = pb.SuperEvent.keys()[1:]
_GOODS: Final = pb.Goods.keys()[1:]


class DragonWire:
    """The encoder of one match. It caches parts, and encodes only changed parts again."""

    def __init__(self) -> None:
        self._events = CachedEncoding(_events)
        self._turn_order = CachedEncoding(_turn_order)
        self._display = CachedEncoding(_display)
        self._groups = CachedEncoding(_groups)
        self._extras = CachedEncoding(_extras)
        self._players: list[_Player] = []

    def setup(self, state: DragonState) -> bytes:
        """Return the serialised `Setup`."""
        return setup_message(state.rules, state.seats).SerializeToString()

    def position(self, state: DragonState, seat: int, options: Sequence[Action]) -> bytes:
        """Return the serialised `Position`."""
        seen = state.observation(seat)
        kept = _OPTION_BYTES
        choices = [kept.get(one) or _option(one) for one in options]
        if seen.decision == "build" and choices:
            choices[-1] = _NEW_PALACE  # the option to begin a palace comes last
        return field(_OBSERVATION, self.observation(seen)) + b"".join(choices)

    def event(self, state: DragonState, seat: int, action: Action) -> bytes:
        """Return the serialised `Event` for an action that is applied next."""
        palaces = len(state.provinces[seat].palaces)
        if action.verb == Verb.FLOOR and action.operands[0] == palaces:
            return _NEW_PALACE_EVENT
        return _EVENT_BYTES.get(action) or _event(action)

    def draw(self, state: DragonState, values: tuple[int, ...]) -> bytes:
        """Return the serialised `Event` for the result of the pending draw."""
        assert state.task is not None
        return field(_DRAW, _DRAWS[state.task.kind.name](values, state.seats))

    def observation(self, seen: Observation) -> bytes:
        """Return an observation as a serialised `Observation`."""
        decision, subjects, queue = seen.decision, seen.subjects, seen.queue
        if not self._players:
            self._players = [_Player() for _ in seen.provinces]
        parts = [
            _SEAT[seen.seat],
            _MONTH[seen.month],
            _PHASE[seen.phase],
            _DECISION[decision],
            _LEFT[len(subjects)],
            _QUEUE_BYTES.get(queue) or _queue(queue) if queue else b"",
            self._turn_order.of(seen.turn_order),
        ]
        for seat, province in enumerate(seen.provinces):
            parts.append(self._players[seat].of(province))
        parts.append(self._display.of(seen.display))
        parts.append(self._groups.of((seen.groups, seen.dragons)))
        parts.append(self._events.of(seen.events))
        if decision == "tile":
            parts.append(_CARD[subjects[0] + 1])
        elif decision == "place":
            parts.append(numbers(_IN_HAND, _from_one(subjects)))
        elif decision in FLOODS:
            parts.append(number(_TO_RETURN, subjects[0]))
        if seen.extras:
            parts.append(self._extras.of(seen.extras))
        if seen.unsupplied:
            parts.append(_unsupplied(seen.unsupplied))
        return b"".join(parts)


class _Player:
    """The encoder of one player."""

    def __init__(self) -> None:
        self._palaces = CachedEncoding(_palaces)
        self._hand = CachedEncoding(_hand)
        self._province: Province | None = None
        self._bytes = b""

    def of(self, province: Province) -> bytes:
        """Return the encoded player; if the province is unchanged, from the cache."""
        if province is not self._province:
            self._province = province
            self._bytes = field(_PLAYERS, self._pack(province))
        return self._bytes

    def _pack(self, province: Province) -> bytes:
        return b"".join(
            (
                number(_SCORE, province.score),
                number(_TRACK, province.track),
                number(_YUAN, province.yuan),
                number(_RICE, province.rice),
                number(_FIREWORKS, province.fireworks),
                number(_DRAGONS, province.dragons),
                self._palaces.of(province.palaces),
                self._hand.of(province.hand),
            )
        )


def _extras(extras: Mapping[str, Extra]) -> bytes:
    """Return the fields of the expansions."""
    message = pb.Observation()
    for name, extra in extras.items():
        message.MergeFrom(_EXTRAS[name](extra))
    return message.SerializeToString()


def _events(events: tuple[int, ...]) -> bytes:
    return pb.Observation(events=[_EVENTS[event] for event in events]).SerializeToString()


def _unsupplied(palaces: tuple[int, ...]) -> bytes:
    return pb.Observation(unsupplied=palaces).SerializeToString()


def _groups(table: tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]) -> bytes:
    """Return the groups of action cards, with the dragons on each."""
    groups, dragons = table
    kept = _GROUP_BYTES
    return b"".join(
        [(kept.get(group) or _group(group))[dragons[at]] for at, group in enumerate(groups)]
    )


_GROUP_BYTES: Final[dict[tuple[int, ...], tuple[bytes, ...]]] = {}
"""Every group so far, with each number of dragons; some hundred entries."""


def _group(cards: tuple[int, ...]) -> tuple[bytes, ...]:
    row = numbers(_GROUP.CARDS_FIELD_NUMBER, _from_one(cards))
    rows = _GROUP_BYTES[cards] = tuple(
        field(_GROUPS, row + number(_GROUP.DRAGONS_FIELD_NUMBER, dragons))
        for dragons in range(_MOST_PLAYERS + 1)
    )
    return rows


def _palaces(palaces: tuple[Palace, ...]) -> bytes:
    kept = _PALACE_BYTES
    return b"".join([kept.get(palace) or _palace(palace) for palace in palaces])


_PALACE_BYTES: Final[dict[Palace, bytes]] = {}
"""Every palace so far; at most some thousand entries."""


def _palace(palace: Palace) -> bytes:
    floors = number(_PALACE.FLOORS_FIELD_NUMBER, palace.floors)
    persons = numbers(_PALACE.PERSONS_FIELD_NUMBER, _from_one(palace.persons))
    data = _PALACE_BYTES[palace] = field(_PLAYER.PALACES_FIELD_NUMBER, floors + persons)
    return data


_QUEUE_BYTES: Final[dict[tuple[int, ...], bytes]] = {}
"""Every queue so far; some thousand entries."""


def _queue(seats: tuple[int, ...]) -> bytes:
    data = _QUEUE_BYTES[seats] = numbers(_QUEUE, seats)
    return data


def _turn_order(seats: tuple[int, ...]) -> bytes:
    return numbers(_TURN_ORDER, seats)


def _display(tiles: tuple[int, ...]) -> bytes:
    return numbers(_DISPLAY, tiles)


@lru_cache(_KEPT)
def _hand(hand: tuple[int, ...]) -> bytes:
    return numbers(_PLAYER.HAND_FIELD_NUMBER, _from_one(hand))


def _from_one(values: tuple[int, ...]) -> list[int]:
    """Return values of the rules as values of an enum, whose 0 means unset."""
    return [value + 1 for value in values]


def _wall(extra: Extra) -> pb.Observation:
    assert isinstance(extra, Wall)
    unused = [pb.WallTiles(tiles=[_WALL_TILES[tile] for tile in row]) for row in extra.unused]
    return pb.Observation(wall=pb.Wall(built=extra.built, unused=unused))


def _super_event(extra: Extra) -> pb.Observation:
    assert isinstance(extra, SuperEvent)
    return pb.Observation(
        super_event=None if extra.corner is None else _CORNERS[extra.corner],
        risen=[_TILES[tile] for tile in extra.risen],
    )


_EXTRAS: Final[dict[str, Callable[[Extra], pb.Observation]]] = {
    WALL.name: _wall,
    CORNER.name: _super_event,
}


_OPTION_BYTES: Final[dict[Action, bytes]] = {}
"""Every option offered so far, as a field of `Position`; a few hundred entries."""


def _option(action: Action) -> bytes:
    data = _OPTION_BYTES[action] = field(_POSITION_OPTIONS, option(action).SerializeToString())
    return data


_EVENT_BYTES: Final[dict[Action, bytes]] = {}
"""Every action applied so far, as a serialised `Event`."""


def _event(action: Action) -> bytes:
    data = _EVENT_BYTES[action] = field(_ACTION, option(action).SerializeToString())
    return data


_OPTIONS: Final[dict[Verb, Callable[[tuple[int, ...]], pb.Option]]] = {
    Verb.DRAFT: lambda o: pb.Option(draft=pb.Draft(first=_TILES[o[0]], second=_TILES[o[1]])),
    Verb.PASS: lambda _: pb.Option(pass_action=pb.Pass()),
    Verb.TAKE: lambda o: pb.Option(take_action=pb.TakeAction(card=_ACTION_CARDS[o[0]])),
    Verb.BUY: lambda o: pb.Option(buy_privilege=pb.BuyPrivilege(size=_SIZES[o[0]])),
    Verb.FLOOR: lambda o: pb.Option(build_floor=pb.BuildFloor(palace=o[0])),
    Verb.CARD: lambda o: pb.Option(play_card=pb.PlayCard(card=_PERSON_CARDS[o[0]])),
    Verb.TILE: lambda o: pb.Option(take_tile=pb.TakeTile(tile=_TILES[o[0]])),
    Verb.PLACE: lambda o: pb.Option(place_tile=pb.PlaceTile(palace=o[0])),
    Verb.REPLACE: lambda o: pb.Option(
        replace_tile=pb.ReplaceTile(palace=o[0], person=_TILES[o[1]])
    ),
    Verb.DROP: lambda _: pb.Option(drop_tile=pb.DropTile()),
    Verb.RELEASE: lambda o: pb.Option(
        release_person=pb.ReleasePerson(palace=o[0], person=_TILES[o[1]])
    ),
    Verb.WALL: lambda o: pb.Option(build_wall=pb.BuildWall(tile=_WALL_TILES[o[0]])),
    Verb.LOSE: lambda o: pb.Option(lose_floor=pb.LoseFloor(palace=o[0])),
    Verb.RETURN: lambda o: pb.Option(return_goods=pb.ReturnGoods(goods=_GOODS[o[0]], count=o[1])),
    Verb.DISCARD: lambda o: pb.Option(discard_card=pb.DiscardCard(card=_PERSON_CARDS[o[0]])),
    Verb.CHARTER: lambda o: pb.Option(choose_type=pb.ChooseType(person=_PERSON_CARDS[o[0]])),
}
"""The message of each verb, made from its operands."""


def option(action: Action) -> pb.Option:
    """Return the `Option` of an action."""
    return _OPTIONS[Verb(action.verb)](action.operands)


def new_palace() -> pb.Option:
    """Return the option to begin a new palace."""
    return pb.Option(build_floor=pb.BuildFloor())


_NEW_PALACE: Final = field(_POSITION_OPTIONS, new_palace().SerializeToString())
_NEW_PALACE_EVENT: Final = field(_ACTION, new_palace().SerializeToString())


def setup_message(rules: Rules[DragonState], seats: int) -> pb.Setup:
    """Return the `Setup`, which is constant during a match."""
    return pb.Setup(
        seats=seats,
        large_privilege_price=rules.large_price,
        tiles=display(seats),
        action_cards=[_ACTION_CARDS[card] for card in sorted(rules.actions)],
    )


def _drawn_events(values: tuple[int, ...], _: int) -> bytes:
    row = numbers(pb.EventRow.EVENTS_FIELD_NUMBER, _from_one(event_row(values)))
    return field(pb.Draw.EVENTS_FIELD_NUMBER, row)


def _drawn_deal(values: tuple[int, ...], seats: int) -> bytes:
    groups = [_dealt(group) for group in lay_out(values, seats)]
    return field(pb.Draw.DEAL_FIELD_NUMBER, b"".join(groups))


@lru_cache(_KEPT)
def _dealt(cards: tuple[int, ...]) -> bytes:
    row = numbers(_GROUP.CARDS_FIELD_NUMBER, _from_one(cards))
    return field(pb.Deal.GROUPS_FIELD_NUMBER, row)


def _drawn_super_event(values: tuple[int, ...], _: int) -> bytes:
    return number(pb.Draw.SUPER_EVENT_FIELD_NUMBER, values[0] + 1)


_DRAWS: Final[dict[str, Callable[[tuple[int, ...], int], bytes]]] = {
    "events": _drawn_events,
    "deal": _drawn_deal,
    "super-event": _drawn_super_event,
}
"""The serialised `Draw` of each draw, made from its result and the number of seats."""
