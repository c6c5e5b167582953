"""Encode setups, positions and events as the messages of `ming.proto`."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

from tianming_games.action import Action
from tianming_games.ground.encoding import field, lists, number, numbers, small
from tianming_games.ming.box import DISTRICTS, MOST_IN_CITY, NOBODY
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState
from tianming_games.ming.view import CITY_DECISIONS, Observation
from tianming_proto.games.ming.v1 import ming_pb2 as pb

DECISIONS: Final[dict[str, pb.Decision]] = {
    "": pb.DECISION_UNSPECIFIED,
    "prince": pb.DECISION_PRINCE,
    "neutral": pb.DECISION_NEUTRAL,
    "place": pb.DECISION_PLACE,
    "card": pb.DECISION_CARD,
    "move": pb.DECISION_MOVE,
    "step": pb.DECISION_STEP,
    "deploy": pb.DECISION_DEPLOY,
    "return": pb.DECISION_RETURN,
    "withdraw": pb.DECISION_WITHDRAW,
    "withdraw-neutral": pb.DECISION_WITHDRAW_NEUTRAL,
    "start": pb.DECISION_START,
}

_OBSERVATION: Final = pb.Position.OBSERVATION_FIELD_NUMBER
_POSITION_OPTIONS: Final = pb.Position.OPTIONS_FIELD_NUMBER
_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_NEUTRAL: Final = pb.Observation.NEUTRAL_FIELD_NUMBER

_DISPLAY: Final = pb.Observation.DISPLAY_FIELD_NUMBER
_DRAGONS: Final = small(pb.Observation.DRAGONS_FIELD_NUMBER)
_TILES: Final = pb.Observation.TILES_FIELD_NUMBER
_SCORE: Final = pb.Family.SCORE_FIELD_NUMBER
_SUPPLY: Final = small(pb.Family.SUPPLY_FIELD_NUMBER)
_SPACES: Final = pb.Family.SPACES_FIELD_NUMBER
_BOX: Final = small(pb.Family.OUT_OF_GAME_FIELD_NUMBER)
_HAND: Final = pb.Family.HAND_FIELD_NUMBER

_MOST_FAMILIES: Final = 4
_HEADS: Final = 4096
"""Maximum heads of observations in the cache."""


class MingWire:
    """The encoder of one match. It caches parts, and encodes only changed parts again."""

    def __init__(self) -> None:
        self._families = [_NO_FAMILY] * _MOST_FAMILIES
        self._table: tuple[object, ...] = ()
        self._table_bytes = b""

    def setup(self, state: MingState) -> bytes:
        """Return the serialised `Setup`."""
        return pb.Setup(seats=state.seats, board=_board(state.rules.map)).SerializeToString()

    def position(self, state: MingState, seat: int, options: Sequence[Action]) -> bytes:
        """Return the serialised `Position`."""
        observation = field(_OBSERVATION, self.observation(state.observation(seat)))
        return b"".join((observation, *map(_option, options)))

    def event(self, state: MingState, seat: int, action: Action) -> bytes:
        """Return the serialised `Event` for an action that is applied next."""
        return _event(action)

    def draw(self, state: MingState, values: tuple[int, ...]) -> bytes:
        """Return the serialised `Event` for the result of the pending draw."""
        assert state.task is not None
        if state.task.kind.name == "display":
            draw = pb.Draw(display=pb.Display(cards=values))
        else:
            draw = pb.Draw(turn_up=pb.TurnUp(province=state.task.subject, card=values[0]))
        return pb.Event(draw=draw).SerializeToString()

    def observation(self, seen: Observation) -> bytes:
        """Return an observation as a serialised `Observation`."""
        city = seen.subject if seen.decision in CITY_DECISIONS else NOBODY
        turn = (seen.round, seen.start, seen.decision, city, seen.left, seen.queue)
        families = [
            self._family(index, (seen.families[index], city, seen.laid[index]), index == seen.seats)
            for index in range(len(seen.families))
        ]
        return b"".join((_head(seen.seat, *turn), self._shared(seen), *families))

    def _shared(self, seen: Observation) -> bytes:
        """Return the encoded cards and tiles beside the board, from the cache if unchanged."""
        table = (seen.display, seen.stack, seen.discards, seen.dragons, seen.tiles)
        if table != self._table:
            self._table = table
            cards = lists(_DISPLAY, seen.display, seen.stack, seen.discards)
            self._table_bytes = cards + _DRAGONS[seen.dragons] + numbers(_TILES, seen.tiles)
        return self._table_bytes

    def _family(self, index: int, shown: tuple[Family, int, int], neutral: bool) -> bytes:
        """Return an encoded family, from the cache if unchanged.

        `shown` is the family, the city being scored, and the sum of its return cards.
        """
        kept = self._families[index]
        if kept[0] is not shown[0] or kept[1:3] != shown[1:]:
            data = field(_NEUTRAL if neutral else _PLAYERS, _family(*shown))
            kept = self._families[index] = (*shown, data)
        return kept[3]


_NO_FAMILY: Final[tuple[Family | None, int, int, bytes]] = (None, NOBODY, NOBODY, b"")


def _family(family: Family, city: int, returning: int) -> bytes:
    """Return the serialised public message of a family."""
    return b"".join(
        (
            number(_SCORE, family.score),
            _PRINCES[family.prince],
            _SUPPLY[family.supply],
            lists(_SPACES, family.spaces, family.members, family.monks),
            _BOX[family.box],
            lists(_HAND, family.hand, family.tiles, () if city == NOBODY else family.in_city(city)),
            _RETURNING[returning],
        )
    )


def _optional(value: int) -> int | None:
    return None if value == NOBODY else value


_PRINCES: Final = [pb.Family(prince=at).SerializeToString() for at in (*range(DISTRICTS), None)]
_RETURNING: Final = [
    pb.Family(returning=number).SerializeToString() for number in (*range(MOST_IN_CITY + 1), None)
]
"""The encoded field by its value; `NOBODY`, which is not set, is the last one."""


@lru_cache(maxsize=_HEADS)
def _head(
    seat: int, number: int, start: int, decision: str, city: int, left: int, queue: tuple[int, ...]
) -> bytes:
    """Return the kind and time of a decision; they are equal in many positions of many matches."""
    return pb.Observation(
        seat=seat,
        decision=DECISIONS[decision],
        round=number,
        start=start,
        city=_optional(city),
        left=left,
        queue=queue,
    ).SerializeToString()


@cache
def _board(drawn: Map) -> pb.Board:
    """Return the board message of the setup."""
    return pb.Board(
        name=drawn.name,
        transports=[pb.Transport(name=name, cards=cards) for name, cards in drawn.transports],
        provinces=[
            pb.Province(name=province.name, color=province.colour, districts=province.districts)
            for province in drawn.provinces
        ],
        borders=[pb.Border(one=one, other=other, card=card) for one, other, card in drawn.borders],
    )


@cache
def _option(action: Action) -> bytes:
    """Return an option as a field of `Position`."""
    return field(_POSITION_OPTIONS, option(action).SerializeToString())


@cache
def _event(action: Action) -> bytes:
    """Return an action as a serialised `Event`."""
    return pb.Event(action=option(action)).SerializeToString()


def option(action: Action) -> pb.Option:
    """Return the `Option` of an action."""
    return _OPTIONS[Verb(action.verb)](*action.operands)


_OPTIONS: Final[dict[Verb, Callable[..., pb.Option]]] = {
    Verb.PRINCE: lambda d: pb.Option(place_prince=pb.PlacePrince(district=d)),
    Verb.NEUTRAL: lambda d: pb.Option(place_neutral=pb.PlaceNeutral(district=d)),
    Verb.PLACE: lambda p: pb.Option(place_member=pb.PlaceMember(province=p)),
    Verb.TAKE: lambda p: pb.Option(take_card=pb.TakeCard(province=p)),
    Verb.DRAGON: lambda p: pb.Option(take_dragon=pb.TakeDragon(province=p)),
    Verb.PASS: lambda: pb.Option(pass_turn=pb.Pass()),
    Verb.STAY: lambda card: pb.Option(stay=pb.Stay(card=card)),
    Verb.STEP: lambda d, card: pb.Option(step=pb.Step(district=d, card=card)),
    Verb.HALT: lambda: pb.Option(halt=pb.Halt()),
    Verb.DEPLOY: lambda members, monk: pb.Option(
        deploy=pb.Deploy(members=members, monk=bool(monk))
    ),
    Verb.RETURN: lambda number: pb.Option(lay_return=pb.LayReturn(number=number)),
    Verb.WITHDRAW: lambda *numbers: pb.Option(withdraw=pb.Withdraw(numbers=numbers)),
    Verb.START: lambda seat: pb.Option(choose_start=pb.ChooseStart(seat=seat)),
}
"""The option of each verb, from its operands."""
