"""What a seat sees and is asked, as the messages of `ming.proto`."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

from tianming_games.action import Action
from tianming_games.ground.encoding import field
from tianming_games.ming.box import NOBODY
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState
from tianming_games.ming.view import Observation
from tianming_proto.games.ming.v1 import ming_pb2 as pb

_DECISIONS: Final = {
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
_WITH_SUBJECT: Final = ("step", "return", "withdraw", "withdraw-neutral")

_QUESTION_OBSERVATION: Final = pb.Position.OBSERVATION_FIELD_NUMBER
_QUESTION_OPTIONS: Final = pb.Position.OPTIONS_FIELD_NUMBER
_OBSERVATION_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_OBSERVATION_NEUTRAL: Final = pb.Observation.NEUTRAL_FIELD_NUMBER

_FAMILIES: Final = 4
_HEADS: Final = 4096
"""How many heads of observations are kept."""


class MingWire:
    """The encoder of one match: keeps what did not change since the last question."""

    def __init__(self) -> None:
        self._families: list[Family | None] = [None] * _FAMILIES
        self._family_bytes: list[bytes] = [b""] * _FAMILIES
        self._table: tuple[object, ...] = ()
        self._table_bytes = b""

    def setup(self, state: MingState) -> bytes:
        """A serialized `Setup`."""
        return b""

    def event(self, state: MingState, seat: int, action: Action) -> bytes:
        """A serialized `Event` for an action."""
        return b""

    def draw(self, state: MingState, values: tuple[int, ...]) -> bytes:
        """A serialized `Event` for a draw."""
        return b""

    def position(self, state: MingState, seat: int, options: Sequence[Action]) -> bytes:
        """The payload of a question: a serialized `Position`."""
        observation = field(_QUESTION_OBSERVATION, self.observation(state.observation(seat)))
        return b"".join((observation, *map(_option, options)))

    def observation(self, seen: Observation) -> bytes:
        """What a seat sees: a serialized `Observation`."""
        head = _head(
            seen.seat,
            seen.round,
            seen.start,
            seen.decision,
            seen.subject,
            seen.left,
            seen.queue,
            seen.laid,
        )
        families = [
            self._family(index, family, index == seen.seats)
            for index, family in enumerate(seen.families)
        ]
        return b"".join((head, _map(seen.map), self._shared(seen), *families))

    def _shared(self, seen: Observation) -> bytes:
        """What lies beside the board."""
        table = (seen.display, seen.stack, seen.discards, seen.dragons, seen.tiles)
        if table != self._table:
            self._table = table
            self._table_bytes = pb.Observation(
                display=seen.display,
                stack=seen.stack,
                discards=seen.discards,
                dragons=seen.dragons,
                tiles=seen.tiles,
            ).SerializeToString()
        return self._table_bytes

    def _family(self, index: int, family: Family, neutral: bool) -> bytes:
        """A family, from the last question if it is the same."""
        if self._families[index] is not family:
            self._families[index] = family
            message = pb.Family(
                seat=index,
                score=family.score,
                prince=None if family.prince == NOBODY else family.prince,
                supply=family.supply,
                spaces=family.spaces,
                members=family.members,
                city=family.city,
                monks=family.monks,
                out_of_game=family.box,
                hand=family.hand,
                tiles=family.tiles,
            )
            number = _OBSERVATION_NEUTRAL if neutral else _OBSERVATION_PLAYERS
            self._family_bytes[index] = field(number, message.SerializeToString())
        return self._family_bytes[index]


@lru_cache(maxsize=_HEADS)
def _head(
    seat: int,
    number: int,
    start: int,
    decision: str,
    subject: int,
    left: int,
    queue: tuple[int, ...],
    laid: tuple[int, ...],
) -> bytes:
    """What is being decided, and when: the same in many questions of many matches."""
    return pb.Observation(
        seat=seat,
        round=number,
        start=start,
        decision=_DECISIONS[decision],
        subject=subject if decision in _WITH_SUBJECT else 0,
        left=left,
        queue=queue,
        laid=[
            pb.Laid(seat=index, number=members)
            for index, members in enumerate(laid)
            if members != NOBODY
        ],
    ).SerializeToString()


@cache
def _map(board: Map) -> bytes:
    """The map as a field of `Observation`."""
    return pb.Observation(
        map=pb.Map(
            name=board.name,
            transports=[pb.Transport(name=name, cards=cards) for name, cards in board.transports],
            provinces=[
                pb.Province(name=province.name, color=province.colour, districts=province.districts)
                for province in board.provinces
            ],
            borders=[
                pb.Border(one=one, other=other, card=card) for one, other, card in board.borders
            ],
        )
    ).SerializeToString()


@cache
def _option(action: Action) -> bytes:
    """An option as a field of `Question`."""
    return field(_QUESTION_OPTIONS, option(action).SerializeToString())


def option(action: Action) -> pb.Option:
    """An action as an option on offer."""
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
    Verb.DEPLOY: lambda members, monks: pb.Option(deploy=pb.Deploy(members=members, monks=monks)),
    Verb.RETURN: lambda number: pb.Option(lay_return=pb.LayReturn(number=number)),
    Verb.WITHDRAW: lambda *numbers: pb.Option(withdraw=pb.Withdraw(numbers=numbers)),
    Verb.START: lambda seat: pb.Option(choose_start=pb.ChooseStart(seat=seat)),
}
"""How each verb is said: from its operands to the option."""
