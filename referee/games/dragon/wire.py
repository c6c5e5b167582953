"""What a seat sees and is asked, as the messages of `dragon.proto`."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from referee.games.action import Action
from referee.games.chunk import field, number, numbers, signed, small
from referee.games.dragon.extra import Extra
from referee.games.dragon.great_wall import WALL, Wall
from referee.games.dragon.notation import Verb
from referee.games.dragon.province import Palace, Province
from referee.games.dragon.state import DragonState, Observation
from referee.games.dragon.super_event.corner import CORNER, SuperEvent
from tianming.games.dragon.v1 import dragon_pb2 as pb

_DECISIONS: Final = {
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

_FLOODS: Final = ("flood-yuan", "flood-rice")

_QUESTION_OBSERVATION: Final = pb.Question.OBSERVATION_FIELD_NUMBER
_QUESTION_OPTIONS: Final = pb.Question.OPTIONS_FIELD_NUMBER

_SEAT: Final = small(pb.Observation.SEAT_FIELD_NUMBER)
_MONTH: Final = small(pb.Observation.MONTH_FIELD_NUMBER)
_DECISION: Final = small(pb.Observation.DECISION_FIELD_NUMBER)
_TILE: Final = small(pb.Observation.TILE_FIELD_NUMBER)
_LEFT: Final = small(pb.Observation.LEFT_FIELD_NUMBER)
_PRICE: Final = small(pb.Observation.LARGE_PRIVILEGE_PRICE_FIELD_NUMBER)
_TO_RETURN: Final = pb.Observation.TO_RETURN_FIELD_NUMBER
_TURN_ORDER: Final = pb.Observation.TURN_ORDER_FIELD_NUMBER
_DISPLAY: Final = pb.Observation.DISPLAY_FIELD_NUMBER
_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_GROUPS: Final = pb.Observation.GROUPS_FIELD_NUMBER
_GROUP, _PLAYER, _PALACE = pb.ActionGroup, pb.Player, pb.Palace
_PLAYER_SEAT: Final = small(_PLAYER.SEAT_FIELD_NUMBER)

_KEPT: Final = 1 << 12
"""Pieces of each kind that are kept."""

# Enums are given by name, which is how the generated types take them.
_TILES: Final = pb.Tile.keys()[1:]
_PERSON_CARDS: Final = pb.PersonCard.keys()[1:]
_ACTION_CARDS: Final = pb.ActionCard.keys()[1:]
_EVENTS: Final = pb.EventTile.keys()[1:]
_SIZES: Final = pb.PrivilegeSize.keys()
_WALL_TILES: Final = pb.WallTile.keys()[1:]
_CORNERS: Final = pb.SuperEvent.keys()[1:]
_GOODS: Final = pb.Goods.keys()[1:]


class DragonWire:
    """The encoder of one match: keeps what did not change since the last question."""

    def __init__(self) -> None:
        self._players: list[tuple[Province | None, bytes]] = [(None, b"")] * 5
        self._groups: tuple[tuple[int, ...], ...] = ()
        self._dragons: tuple[int, ...] = ()
        self._groups_bytes = b""
        self._shown: Mapping[str, Extra] = {}
        self._shown_bytes = b""

    def question(self, state: DragonState, seat: int, options: Sequence[Action]) -> bytes:
        """The payload of a question: a serialized `Question`."""
        observation = field(_QUESTION_OBSERVATION, self.observation(state.observation(seat)))
        kept = _OPTION_BYTES
        return observation + b"".join([kept.get(one) or _option(one) for one in options])

    def observation(self, seen: Observation) -> bytes:
        """What a seat sees: a serialized `Observation`."""
        place, flood = seen.decision == "place", seen.decision in _FLOODS
        return b"".join(
            (
                _SEAT[seen.seat],
                _MONTH[seen.month],
                _DECISION[_DECISIONS[seen.decision]],
                _TILE[seen.subject + 1] if place else b"",
                number(_TO_RETURN, seen.subject) if flood else b"",
                _LEFT[seen.left],
                _PRICE[seen.large_price],
                _events(seen.events),
                _row(_TURN_ORDER, seen.turn_order),
                _row(_DISPLAY, seen.display),
                self._table(seen.groups, seen.dragons),
                *self._provinces(seen.provinces),
                self._extras(seen.extras) if seen.extras else b"",
            )
        )

    def _table(self, groups: tuple[tuple[int, ...], ...], dragons: tuple[int, ...]) -> bytes:
        """The groups of action cards, from the last question where they are the same."""
        if groups is not self._groups or dragons is not self._dragons:
            self._groups, self._dragons = groups, dragons
            self._groups_bytes = b"".join(map(_group, groups, dragons))
        return self._groups_bytes

    def _provinces(self, provinces: tuple[Province, ...]) -> list[bytes]:
        """The players, from the last question where the province is the same."""
        players = self._players
        for seat, province in enumerate(provinces):
            if players[seat][0] is not province:
                players[seat] = (province, _player(seat, province))
        return [player for _, player in players]

    def _extras(self, extras: Mapping[str, Extra]) -> bytes:
        """What the expansions show, from the last question if it is the same."""
        if extras is not self._shown:
            self._shown = extras
            message = pb.Observation()
            for name, extra in extras.items():
                message.MergeFrom(_EXTRAS[name](extra))
            self._shown_bytes = message.SerializeToString()
        return self._shown_bytes


def _player(seat: int, province: Province) -> bytes:
    return field(
        _PLAYERS,
        b"".join(
            (
                _PLAYER_SEAT[seat],
                signed(_PLAYER.SCORE_FIELD_NUMBER, province.score),
                number(_PLAYER.TRACK_FIELD_NUMBER, province.track),
                number(_PLAYER.YUAN_FIELD_NUMBER, province.yuan),
                number(_PLAYER.RICE_FIELD_NUMBER, province.rice),
                number(_PLAYER.FIREWORKS_FIELD_NUMBER, province.fireworks),
                number(_PLAYER.PRIVILEGE_DRAGONS_FIELD_NUMBER, province.dragons),
                _palaces(province.palaces),
                _hand(province.hand),
            )
        ),
    )


@lru_cache(_KEPT)
def _events(events: tuple[int, ...]) -> bytes:
    return pb.Observation(events=[_EVENTS[event] for event in events]).SerializeToString()


@lru_cache(_KEPT)
def _group(cards: tuple[int, ...], dragons: int) -> bytes:
    row = numbers(_GROUP.CARDS_FIELD_NUMBER, _from_one(cards))
    return field(_GROUPS, row + number(_GROUP.DRAGONS_FIELD_NUMBER, dragons))


@lru_cache(_KEPT)
def _palaces(palaces: tuple[Palace, ...]) -> bytes:
    return b"".join(map(_palace, palaces))


@lru_cache(_KEPT)
def _palace(palace: Palace) -> bytes:
    floors = number(_PALACE.FLOORS_FIELD_NUMBER, palace.floors)
    persons = numbers(_PALACE.PERSONS_FIELD_NUMBER, _from_one(palace.persons))
    return field(_PLAYER.PALACES_FIELD_NUMBER, floors + persons)


@lru_cache(_KEPT)
def _row(field_number: int, values: tuple[int, ...]) -> bytes:
    return numbers(field_number, values)


@lru_cache(_KEPT)
def _hand(hand: tuple[int, ...]) -> bytes:
    return numbers(_PLAYER.HAND_FIELD_NUMBER, _from_one(hand))


def _from_one(values: tuple[int, ...]) -> list[int]:
    """Values of the rules as those of an enum, whose 0 says that nothing is set."""
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
"""Every option that was ever offered, as a field of `Question`: a few hundred."""


def _option(action: Action) -> bytes:
    data = _OPTION_BYTES[action] = field(_QUESTION_OPTIONS, option(action).SerializeToString())
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
    Verb.LOSE: lambda o: pb.Option(lose_section=pb.LoseSection(palace=o[0])),
    Verb.RETURN: lambda o: pb.Option(return_goods=pb.ReturnGoods(goods=_GOODS[o[0]], count=o[1])),
    Verb.DISCARD: lambda o: pb.Option(discard_card=pb.DiscardCard(card=_PERSON_CARDS[o[0]])),
    Verb.CHARTER: lambda o: pb.Option(choose_type=pb.ChooseType(person=_PERSON_CARDS[o[0]])),
}
"""The message of each verb, made from its operands."""


def option(action: Action) -> pb.Option:
    """An action as an option on offer."""
    return _OPTIONS[Verb(action.verb)](action.operands)
