"""What a seat sees and is asked, as the messages of `china.proto`."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from tianming_games.action import Action
from tianming_games.china.box import EMPTY, NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.region import Player, Region
from tianming_games.china.state import ChinaState
from tianming_games.china.view import Observation
from tianming_games.ground.encoding import field
from tianming_proto.games.china.v1 import china_pb2 as pb

_DECISIONS: Final = {
    "": pb.DECISION_UNSPECIFIED,
    "shuffle": pb.DECISION_UNSPECIFIED,
    "reshuffle": pb.DECISION_UNSPECIFIED,
    "turn": pb.DECISION_TURN,
    "place": pb.DECISION_PLACE,
    "more": pb.DECISION_MORE,
    "draw": pb.DECISION_DRAW,
}

_COLOURS: Final = (
    pb.COLOR_RED,
    pb.COLOR_YELLOW,
    pb.COLOR_GREEN,
    pb.COLOR_ORANGE,
    pb.COLOR_PURPLE,
)
_LANDS: Final = (
    pb.LAND_YEN,
    pb.LAND_ZHAO,
    pb.LAND_QI,
    pb.LAND_WEI,
    pb.LAND_LU,
    pb.LAND_HAN,
    pb.LAND_CHIN,
    pb.LAND_SHU,
    pb.LAND_CHU,
)

_QUESTION_OBSERVATION: Final = pb.Position.OBSERVATION_FIELD_NUMBER
_QUESTION_OPTIONS: Final = pb.Position.OPTIONS_FIELD_NUMBER
_OBSERVATION_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_OBSERVATION_REGIONS: Final = pb.Observation.REGIONS_FIELD_NUMBER


class ChinaWire:
    """The encoder of one match: keeps what did not change since the last question."""

    def __init__(self) -> None:
        self._map: Map | None = None
        self._fixed_bytes = b""
        self._players: dict[int, tuple[Player, bytes]] = {}
        self._regions: dict[int, tuple[Region, bytes]] = {}

    def setup(self, state: ChinaState) -> bytes:
        """A serialized `Setup`."""
        return b""

    def event(self, state: ChinaState, seat: int, action: Action) -> bytes:
        """A serialized `Event` for an action."""
        return b""

    def draw(self, state: ChinaState, values: tuple[int, ...]) -> bytes:
        """A serialized `Event` for a draw."""
        return b""

    def position(self, state: ChinaState, seat: int, options: Sequence[Action]) -> bytes:
        """The payload of a question: a serialized `Position`."""
        seen = state.observation(seat)
        observation = field(_QUESTION_OBSERVATION, self.observation(seen))
        return b"".join((observation, *[_option(action, seen.map) for action in options]))

    def observation(self, seen: Observation) -> bytes:
        """What a seat sees: a serialized `Observation`."""
        head = pb.Observation(
            seat=seen.seat,
            decision=_DECISIONS[seen.decision],
            turn=seen.turn,
            turns=seen.turns,
            region=pb.LAND_UNSPECIFIED if seen.region == NOWHERE else _LANDS[seen.region],
            left=seen.left,
            hand=[_COLOURS[card] for card in seen.hand],
            display=[_COLOURS[card] for card in seen.display],
            pile=seen.pile,
            discards=seen.discards,
            exhausted=seen.exhausted,
        )
        return b"".join(
            (
                head.SerializeToString(),
                *map(self._player, range(len(seen.players)), seen.players),
                *map(self._region, range(len(seen.regions)), seen.regions),
                self._fixed(seen),
            )
        )

    def _fixed(self, seen: Observation) -> bytes:
        """What stays the same throughout a match."""
        if self._map is not seen.map:
            self._map = seen.map
            message = pb.Observation(
                deck=[seen.deck.count(colour) for colour in range(len(seen.discards))],
                fortifications=seen.with_forts,
            )
            self._fixed_bytes = message.SerializeToString() + _board(seen.map)
        return self._fixed_bytes

    def _player(self, seat: int, player: Player) -> bytes:
        """A player, from the last question if he is the same."""
        known = self._players.get(seat)
        if known is None or known[0] is not player:
            message = pb.Player(
                seat=seat,
                score=player.score,
                houses=player.houses,
                emissaries=player.emissaries,
                fortifications=player.fortifications,
                cards=player.cards,
                known_cards=[_COLOURS[card] for card in player.known],
            )
            known = player, field(_OBSERVATION_PLAYERS, message.SerializeToString())
            self._players[seat] = known
        return known[1]

    def _region(self, land: int, region: Region) -> bytes:
        """A region, from the last question if it is the same."""
        known = self._regions.get(land)
        if known is None or known[0] is not region:
            message = pb.Region(
                land=_LANDS[land],
                spaces=[
                    pb.Space(
                        house=0 if owner == EMPTY else owner + 1,
                        fortification=space in region.forts,
                    )
                    for space, owner in enumerate(region.owners)
                ],
                emissaries=region.emissaries,
                houses=region.houses,
                emissary_limit=region.limit,
                scored=region.scored,
            )
            known = region, field(_OBSERVATION_REGIONS, message.SerializeToString())
            self._regions[land] = known
        return known[1]


@cache
def _option(action: Action, drawn: Map) -> bytes:
    """An option as a field of `Question`."""
    return field(_QUESTION_OPTIONS, option(action, drawn).SerializeToString())


@cache
def _board(drawn: Map) -> bytes:
    """What is printed on the board, as a field of `Observation`."""
    areas = zip(_LANDS, drawn.colours, drawn.first, drawn.sizes, strict=True)
    board = pb.Board(
        areas=[
            pb.Area(land=land, color=_COLOURS[colour], first_space=first, spaces=size)
            for land, colour, first, size in areas
        ],
        roads=[pb.Road(one=one, other=other) for one, other in drawn.roads],
        alliances=[
            pb.Alliance(one=_LANDS[one], other=_LANDS[other]) for one, other in drawn.alliances
        ],
    )
    return pb.Observation(board=board).SerializeToString()


def option(action: Action, drawn: Map) -> pb.Option:
    """An action as an option on offer."""
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.PLAY:
            land, colour, cards = operands
            play = pb.PlayCards(land=_LANDS[land], color=_COLOURS[colour], cards=cards)
            return pb.Option(play_cards=play)
        case Verb.STOP:
            return pb.Option(stop=pb.Stop())
        case Verb.EXCHANGE:
            return pb.Option(exchange_card=pb.ExchangeCard(color=_COLOURS[operands[0]]))
        case Verb.HOUSE:
            return pb.Option(place_house=pb.PlaceHouse(space=_space(operands, drawn)))
        case Verb.EMISSARY:
            return pb.Option(place_emissary=pb.PlaceEmissary(land=_LANDS[operands[0]]))
        case Verb.FORTIFICATION:
            fort = pb.PlaceFortification(space=_space(operands, drawn))
            return pb.Option(place_fortification=fort)
        case Verb.TAKE:
            return pb.Option(take_card=pb.TakeCard(color=_COLOURS[operands[0]]))
        case Verb.DRAW:
            return pb.Option(draw_card=pb.DrawCard())


def _space(operands: tuple[int, ...], drawn: Map) -> int:
    """The number of a house space on the whole board."""
    return drawn.first[operands[0]] + operands[1] - 1
