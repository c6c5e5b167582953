"""Encode setups, positions and events as the messages of `china.proto`."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from tianming_games.action import Action
from tianming_games.china.box import MOST_SEATS
from tianming_games.china.hidden import count
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb, universe
from tianming_games.china.preparation import dealt_display
from tianming_games.china.region import Player
from tianming_games.china.state import ChinaState
from tianming_games.china.trace import SeenTrace, UnclearPlay
from tianming_games.china.view import Observation
from tianming_games.ground.encoding import field, number, numbers, small
from tianming_proto.games.china.v1 import china_pb2 as pb

_DECISIONS: Final[dict[str, pb.Decision]] = {
    "turn": pb.DECISION_TURN,
    "place": pb.DECISION_PLACE,
    "more": pb.DECISION_MORE,
    "draw": pb.DECISION_DRAW,
}
COLORS: Final[tuple[pb.Color, ...]] = (
    pb.COLOR_RED,
    pb.COLOR_YELLOW,
    pb.COLOR_GREEN,
    pb.COLOR_ORANGE,
    pb.COLOR_PURPLE,
)
REGIONS: Final[tuple[pb.Region, ...]] = (
    pb.REGION_YEN,
    pb.REGION_ZHAO,
    pb.REGION_QI,
    pb.REGION_WEI,
    pb.REGION_LU,
    pb.REGION_HAN,
    pb.REGION_CHIN,
    pb.REGION_SHU,
    pb.REGION_CHU,
)

_OBSERVATION: Final = pb.Position.OBSERVATION_FIELD_NUMBER
_OPTIONS: Final = pb.Position.OPTIONS_FIELD_NUMBER

_SEAT: Final = small(pb.Observation.SEAT_FIELD_NUMBER)
_DECISION: Final = small(pb.Observation.DECISION_FIELD_NUMBER)
_TURNS: Final = pb.Observation.TURNS_FIELD_NUMBER
_REGION: Final = small(pb.Observation.REGION_FIELD_NUMBER)
_PIECES_LEFT: Final = small(pb.Observation.PIECES_LEFT_FIELD_NUMBER)
_HAND: Final = pb.Observation.HAND_FIELD_NUMBER
_DISPLAY: Final = pb.Observation.DISPLAY_FIELD_NUMBER
_PILE: Final = small(pb.Observation.PILE_FIELD_NUMBER)
_DISCARDS: Final = pb.Observation.DISCARDS_FIELD_NUMBER
_EXHAUSTED: Final = small(pb.Observation.EXHAUSTED_FIELD_NUMBER)
_FORTIFICATIONS: Final = pb.Observation.FORTIFICATIONS_FIELD_NUMBER
_PLAYERS: Final = pb.Observation.PLAYERS_FIELD_NUMBER
_RECYCLED: Final = pb.Observation.RECYCLED_FIELD_NUMBER
_DRAWN: Final = pb.Observation.DRAWN_FIELD_NUMBER

_SCORE: Final = pb.Player.SCORE_FIELD_NUMBER
_HOUSES: Final = pb.Player.HOUSES_FIELD_NUMBER
_EMISSARIES: Final = pb.Player.EMISSARIES_FIELD_NUMBER
_HOUSES_LEFT: Final = small(pb.Player.HOUSES_LEFT_FIELD_NUMBER)
_EMISSARIES_LEFT: Final = small(pb.Player.EMISSARIES_LEFT_FIELD_NUMBER)
_FORTIFICATIONS_LEFT: Final = small(pb.Player.FORTIFICATIONS_LEFT_FIELD_NUMBER)
_PLAYER_CARDS: Final = small(pb.Player.CARDS_FIELD_NUMBER)
_KNOWN_CARDS: Final = pb.Player.KNOWN_CARDS_FIELD_NUMBER
_FIRST_PILE_CARDS: Final = small(pb.Player.FIRST_PILE_CARDS_FIELD_NUMBER)
_UNCLEAR_PLAYS: Final = pb.Player.UNCLEAR_PLAYS_FIELD_NUMBER

_NO_TRACES: Final = (SeenTrace(),) * MOST_SEATS


class ChinaWire:
    """The encoder of one match. It caches the encoding of each player."""

    def __init__(self) -> None:
        self._players: dict[int, tuple[Player, SeenTrace, bytes]] = {}

    def setup(self, state: ChinaState) -> bytes:
        """Return the serialised `Setup`."""
        return pb.Setup(
            seats=state.seats,
            fortifications=state.with_forts,
            deck=count(state.deck),
            board=_board(state.map),
        ).SerializeToString()

    def position(self, state: ChinaState, seat: int, options: Sequence[Action]) -> bytes:
        """Return the serialised `Position`."""
        observation = field(_OBSERVATION, self.observation(state.observation(seat)))
        known = _options(state.map)
        return b"".join((observation, *[known[action] for action in options]))

    def event(self, state: ChinaState, seat: int, action: Action) -> bytes:
        """Return the serialised `Event` for an action that is applied next."""
        return _event(action, state.map)

    def draw(self, state: ChinaState, values: tuple[int, ...]) -> bytes:
        """Return the serialised `Event` for the result of the pending draw."""
        assert state.task is not None
        if state.task.kind.name == "shuffle":
            display = [COLORS[card] for card in dealt_display(values, state.seats)]
            draw = pb.Draw(shuffle=pb.Shuffle(cards=len(values), display=display))
        else:
            draw = pb.Draw(reshuffle=pb.Reshuffle(cards=count(values)))
        return pb.Event(draw=draw).SerializeToString()

    def observation(self, seen: Observation) -> bytes:
        """Return an observation as a serialised `Observation`."""
        kept = self._players
        traces = seen.traces or _NO_TRACES
        players = []
        for seat, player in enumerate(seen.players):
            last = kept.get(seat)
            if last is None or last[0] is not player or last[1] != traces[seat]:
                last = kept[seat] = self._player(seat, player, traces[seat], seen)
            players.append(last[2])
        return b"".join(
            (
                _SEAT[seen.seat],
                _DECISION[_DECISIONS.get(seen.decision, pb.DECISION_UNSPECIFIED)],
                number(_TURNS, seen.turns),
                _REGION[seen.region + 1],
                _PIECES_LEFT[seen.left],
                _hand(seen.hand),
                _display(seen.display),
                _PILE[seen.pile],
                numbers(_DISCARDS, seen.discards),
                _EXHAUSTED[seen.exhausted],
                numbers(_FORTIFICATIONS, _forts(seen)) if seen.with_forts else b"",
                *players,
                numbers(_RECYCLED, seen.recycled),
                _cards(_DRAWN, seen.drawn),
            )
        )

    def _player(
        self, seat: int, player: Player, trace: SeenTrace, seen: Observation
    ) -> tuple[Player, SeenTrace, bytes]:
        """Return the cache entry of a player: valid until the player or their trace changes.

        A player who places a piece gets a new `Player`, so the regions need no comparison.
        """
        parts = (
            number(_SCORE, player.score),
            numbers(_HOUSES, _houses(seat, seen)),
            numbers(_EMISSARIES, [region.emissaries[seat] for region in seen.regions]),
            _HOUSES_LEFT[player.houses],
            _EMISSARIES_LEFT[player.emissaries],
            _FORTIFICATIONS_LEFT[player.fortifications],
            _PLAYER_CARDS[player.cards],
            _cards(_KNOWN_CARDS, player.known),
            _FIRST_PILE_CARDS[trace.first],
            *map(_unclear_play, trace.unclear),
        )
        return player, trace, field(_PLAYERS, b"".join(parts))


def _houses(seat: int, seen: Observation) -> list[int]:
    """Return the house spaces with a house of the seat."""
    return [
        first + space
        for first, region in zip(seen.map.first, seen.regions, strict=True)
        if region.houses[seat]
        for space, owner in enumerate(region.owners)
        if owner == seat
    ]


@cache
def _unclear_play(play: UnclearPlay) -> bytes:
    message = pb.UnclearPlay(color=COLORS[play.colour], drawn=play.drawn)
    return field(_UNCLEAR_PLAYS, message.SerializeToString())


@cache
def _hand(cards: tuple[int, ...]) -> bytes:
    return _cards(_HAND, cards)


@cache
def _display(cards: tuple[int, ...]) -> bytes:
    return _cards(_DISPLAY, cards)


def _cards(field_number: int, cards: Sequence[int]) -> bytes:
    return numbers(field_number, [COLORS[card] for card in cards])


def _forts(seen: Observation) -> list[int]:
    """Return the house spaces with a fortification."""
    return [
        first + space
        for first, region in zip(seen.map.first, seen.regions, strict=True)
        for space in region.forts
    ]


@cache
def _options(drawn: Map) -> dict[Action, bytes]:
    """Return all options as fields of `Position`."""
    return {one: field(_OPTIONS, option(one, drawn).SerializeToString()) for one in universe()}


@cache
def _event(action: Action, drawn: Map) -> bytes:
    """Return an action as a serialised `Event`."""
    return pb.Event(action=option(action, drawn)).SerializeToString()


@cache
def _board(drawn: Map) -> pb.Board:
    """Return the message of the printed board."""
    regions = zip(REGIONS, drawn.names, drawn.colours, drawn.first, drawn.sizes, strict=True)
    return pb.Board(
        regions=[
            pb.BoardRegion(
                region=region, name=name, color=COLORS[colour], first_space=first, spaces=size
            )
            for region, name, colour, first, size in regions
        ],
        roads=[pb.Road(one=one, other=other) for one, other in drawn.roads],
        alliances=[
            pb.Alliance(one=REGIONS[one], other=REGIONS[other]) for one, other in drawn.alliances
        ],
    )


def option(action: Action, drawn: Map) -> pb.Option:
    """Return the `Option` of an action."""
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.PLAY:
            land, colour, cards = operands
            play = pb.PlayCards(region=REGIONS[land], color=COLORS[colour], cards=cards)
            return pb.Option(play_cards=play)
        case Verb.STOP:
            return pb.Option(stop=pb.Stop())
        case Verb.EXCHANGE:
            return pb.Option(exchange_card=pb.ExchangeCard(color=COLORS[operands[0]]))
        case Verb.HOUSE:
            return pb.Option(place_house=pb.PlaceHouse(space=_space(operands, drawn)))
        case Verb.EMISSARY:
            return pb.Option(place_emissary=pb.PlaceEmissary(region=REGIONS[operands[0]]))
        case Verb.FORTIFICATION:
            fort = pb.PlaceFortification(space=_space(operands, drawn))
            return pb.Option(place_fortification=fort)
        case Verb.TAKE:
            return pb.Option(take_card=pb.TakeCard(color=COLORS[operands[0]]))
        case Verb.DRAW:
            return pb.Option(draw_card=pb.DrawCard())


def _space(operands: tuple[int, ...], drawn: Map) -> int:
    """Return the number of a house space on the whole board."""
    return drawn.first[operands[0]] + operands[1] - 1
