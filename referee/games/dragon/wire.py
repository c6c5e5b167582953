"""What a seat sees and is asked, as the messages of `dragon.proto`."""

from collections.abc import Callable, Sequence
from functools import cache

from referee.games.action import Action
from referee.games.chunk import field
from referee.games.dragon.extra import Extra
from referee.games.dragon.great_wall import WALL, Wall
from referee.games.dragon.notation import Verb
from referee.games.dragon.province import Province
from referee.games.dragon.state import DragonState, Observation
from referee.games.dragon.super_event.corner import CORNER, SuperEvent
from tianming.games.dragon.v1 import dragon_pb2 as pb

_DECISIONS = {
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

_FLOODS = ("flood-yuan", "flood-rice")

_QUESTION_OBSERVATION = pb.Question.OBSERVATION_FIELD_NUMBER
_QUESTION_OPTIONS = pb.Question.OPTIONS_FIELD_NUMBER
_OBSERVATION_PLAYERS = pb.Observation.PLAYERS_FIELD_NUMBER

# Enums are given by name, which is how the generated types take them.
_TILES = pb.Tile.keys()[1:]
_PERSON_CARDS = pb.PersonCard.keys()[1:]
_ACTION_CARDS = pb.ActionCard.keys()[1:]
_EVENTS = pb.EventTile.keys()[1:]
_SIZES = pb.PrivilegeSize.keys()
_WALL_TILES = pb.WallTile.keys()[1:]
_CORNERS = pb.SuperEvent.keys()[1:]
_GOODS = pb.Goods.keys()[1:]


class DragonWire:
    """The encoder of one match: keeps what did not change since the last question."""

    def __init__(self) -> None:
        self._provinces: list[Province | None] = [None] * 5
        self._players: list[bytes] = [b""] * 5
        self._table: tuple[object, ...] = ()
        self._table_bytes = b""

    def question(self, state: DragonState, seat: int, options: Sequence[Action]) -> bytes:
        """The payload of a question: a serialized `Question`."""
        observation = field(_QUESTION_OBSERVATION, self.observation(state.observation(seat)))
        return b"".join((observation, *map(_option, options)))

    def observation(self, seen: Observation) -> bytes:
        """What a seat sees: a serialized `Observation`."""
        head = pb.Observation(
            seat=seen.seat,
            month=seen.month,
            decision=_DECISIONS[seen.decision],
            tile=_TILES[seen.subject] if seen.decision == "place" else None,
            left=seen.left,
            to_return=seen.subject if seen.decision in _FLOODS else 0,
            turn_order=seen.turn_order,
        )
        return b"".join(
            (head.SerializeToString(), self._shared(seen), *map(self._player, *_numbered(seen)))
        )

    def _shared(self, seen: Observation) -> bytes:
        """What lies between the players."""
        table = (seen.events, seen.display, seen.groups, seen.dragons, seen.extras)
        if table != self._table:
            self._table = table
            between = pb.Observation(
                events=[_EVENTS[event] for event in seen.events],
                display=seen.display,
                groups=[
                    pb.ActionGroup(cards=[_ACTION_CARDS[card] for card in group], dragons=dragons)
                    for group, dragons in zip(seen.groups, seen.dragons, strict=True)
                ],
                large_privilege_price=seen.large_price,
            )
            for name, extra in seen.extras.items():
                between.MergeFrom(_EXTRAS[name](extra))
            self._table_bytes = between.SerializeToString()
        return self._table_bytes

    def _player(self, seat: int, province: Province) -> bytes:
        """A player, from the last question if the province is the same."""
        if self._provinces[seat] is not province:
            self._provinces[seat] = province
            player = pb.Player(
                seat=seat,
                score=province.score,
                track=province.track,
                yuan=province.yuan,
                rice=province.rice,
                fireworks=province.fireworks,
                privilege_dragons=province.dragons,
                palaces=[
                    pb.Palace(floors=floors, persons=[_TILES[tile] for tile in persons])
                    for floors, persons in province.palaces
                ],
                hand=[_PERSON_CARDS[card] for card in province.hand],
            )
            self._players[seat] = field(_OBSERVATION_PLAYERS, player.SerializeToString())
        return self._players[seat]


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


_EXTRAS: dict[str, Callable[[Extra], pb.Observation]] = {
    WALL.name: _wall,
    CORNER.name: _super_event,
}


def _numbered(seen: Observation) -> tuple[range, tuple[Province, ...]]:
    return range(len(seen.provinces)), seen.provinces


@cache
def _option(action: Action) -> bytes:
    """An option as a field of `Question`."""
    return field(_QUESTION_OPTIONS, option(action).SerializeToString())


_OPTIONS: dict[Verb, Callable[[tuple[int, ...]], pb.Option]] = {
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
