"""Build a state from the setup of a match and a position.

The state agrees with everything that the seat of the position can know. All else is dealt at
random: other hands, the order of the draw pile, and the piles from which the unknown cards of
others came.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tianming_games.chance import Chance
from tianming_games.china.box import (
    CARDS,
    DISPLAY,
    EMISSARIES,
    EMPTY,
    FORTIFICATIONS,
    HAND,
    HOUSES,
    MOST_POINTS,
    NOWHERE,
)
from tianming_games.china.draw_cards import DRAW_CARD
from tianming_games.china.hidden import Contradiction, count
from tianming_games.china.history import SEEN, check_history
from tianming_games.china.map import Map
from tianming_games.china.place_pieces import MORE, PLACE, TAKE_TURN
from tianming_games.china.region import Player, Region, unknown_cards
from tianming_games.china.state import ChinaState
from tianming_games.china.trace import SeenTrace, Trace, UnclearPlay
from tianming_games.china.wire import COLORS, REGIONS
from tianming_games.decision import Task
from tianming_games.game import Game
from tianming_games.position import (
    PositionError,
    first_state,
    parse,
    require,
    require_each,
    require_range,
    require_rest,
)
from tianming_proto.games.china.v1 import china_pb2 as pb

_MOST_TURNS: Final = 200
_MOST_EXHAUSTIONS: Final = 2
_MOST_PIECES: Final = 2
_MANY_HOUSES: Final = f"A player has {HOUSES} houses."
_MANY_EMISSARIES: Final = f"A player has {EMISSARIES}."


def read_position(
    game: Game[ChinaState],
    options: Mapping[str, str],
    setup: bytes,
    position: bytes,
    chance: Chance,
) -> ChinaState:
    """Return the state of a position, with all hidden information dealt at random.

    Args:
        game: the game.
        options: options of the match.
        setup: the serialised `Setup` of the match.
        position: the serialised `Position` of a question.
        chance: the random stream that deals the hidden part.

    Raises:
        PositionError: if the setup or the position contradicts itself or the rules.
    """
    state: ChinaState = first_state(game, options, setup, pb.Setup)
    given = parse(pb.Position, position, "position")
    seen = given.observation
    _read_turn(state, seen)
    _read_pieces(state, seen)
    _read_cards(state, seen)
    _deal(state, seen, chance)
    check_history(state)
    _resume(state, seen)
    require_rest(game, state, seen.seat, given, position)
    return state


# -- whose turn it is


def _read_turn(state: ChinaState, seen: pb.Observation) -> None:
    """Read the turn, and the region in play."""
    seats = state.seats
    require_range(seen.seat, 0, seats - 1, f"{SEEN}.seat")
    state.turns = require_range(seen.turns, 0, _MOST_TURNS, f"{SEEN}.turns")
    state.turn = state.turns % seats
    require(
        state.turn == seen.seat,
        f"{SEEN}.turns",
        f"After {seen.turns} turns it is the turn of seat {state.turn}.",
    )
    state.left = require_range(seen.pieces_left, 0, _MOST_PIECES, f"{SEEN}.pieces_left")
    state.exhausted = require_range(seen.exhausted, 0, _MOST_EXHAUSTIONS, f"{SEEN}.exhausted")
    if seen.HasField("region"):
        state.region = _index(seen.region, len(REGIONS), f"{SEEN}.region")


def _resume(state: ChinaState, seen: pb.Observation) -> None:
    """Resume the play at the pending decision, followed by the later ones of this turn."""
    seat, decision, played = seen.seat, seen.decision, state.region != NOWHERE
    places = decision in (pb.DECISION_PLACE, pb.DECISION_MORE)
    if decision == pb.DECISION_TURN:
        require(not played, f"{SEEN}.region", "At the beginning of a turn none is in play.")
    require(played or not places, f"{SEEN}.region", "This decision is about a region.")
    if not played:
        require(not state.left, f"{SEEN}.pieces_left", "No region is in play.")
    require(bool(state.left) or not places, f"{SEEN}.pieces_left", "A piece is to be placed.")
    tasks: dict[int, list[Task[ChinaState]]] = {
        pb.DECISION_TURN: [Task(TAKE_TURN, seat)],
        pb.DECISION_PLACE: [Task(PLACE, seat), Task(MORE, seat)],
        pb.DECISION_MORE: [Task(MORE, seat)],
        pb.DECISION_DRAW: [Task(DRAW_CARD, seat)] * (HAND - len(seen.hand)),
    }
    ahead = tasks.get(decision, [])
    is_due = any(task.kind.is_due(state, task) for task in ahead[:1])
    require(is_due, f"{SEEN}.decision", "The seat does not have this decision now.")
    begun = 1 if decision != pb.DECISION_DRAW else 2
    state.resume(1 + len(state.rules.turn) * state.turns + begun, ahead)


# -- the board


def _read_pieces(state: ChinaState, seen: pb.Observation) -> None:
    """Read the pieces on the board."""
    seats, board = state.seats, state.map
    path = f"{SEEN}.players"
    require(len(seen.players) == seats, path, f"The setup has {seats} seats.")
    owners = [EMPTY] * len(board.land_of)
    emissaries: list[tuple[int, ...]] = []
    for seat, player in enumerate(seen.players):
        here = f"{path}[{seat}].houses"
        spaces = _spaces(player.houses, board, here)
        for space in spaces:
            if owners[space] != EMPTY:
                raise PositionError(here, f"Space {space} has two houses.")
            owners[space] = seat
        require(len(spaces) <= HOUSES, here, _MANY_HOUSES)
        here = f"{path}[{seat}].emissaries"
        counts = _counts(player.emissaries, len(REGIONS), EMISSARIES, here)
        require(sum(counts) <= EMISSARIES, here, _MANY_EMISSARIES)
        emissaries.append(counts)
    forts = _spaces(seen.fortifications, board, f"{SEEN}.fortifications")
    by_land = list(zip(*emissaries, strict=True))
    state.regions = [
        _region(land, owners, forts, by_land[land], board) for land in range(len(REGIONS))
    ]
    for land, region in enumerate(state.regions):
        if sum(region.emissaries) > region.limit:
            name = pb.Region.Name(REGIONS[land])
            sentence = f"The house majority allows {region.limit} emissaries in {name}."
            raise PositionError(path, sentence)


def _spaces(values: Sequence[int], board: Map, path: str) -> tuple[int, ...]:
    most = len(board.land_of) - 1
    spaces = require_each(values, 0, most, path)
    require(sorted({*spaces}) == [*spaces], path, "Spaces are sorted, each once.")
    return spaces


def _region(
    land: int, owners: list[int], forts: tuple[int, ...], emissaries: tuple[int, ...], board: Map
) -> Region:
    first, size = board.first[land], board.sizes[land]
    own = tuple(owners[first : first + size])
    houses = [0] * len(emissaries)
    for owner in own:
        if owner != EMPTY:
            houses[owner] += 1
    here = tuple([space - first for space in forts if first <= space < first + size])
    return Region(own, emissaries, tuple(houses), here, max(houses), EMPTY not in own)


# -- the cards


def _read_cards(state: ChinaState, seen: pb.Observation) -> None:
    """Read the cards that the seat sees, and the public part of each player."""
    path = f"{SEEN}.hand"
    hand = _colours(seen.hand, HAND, path)
    state.display = _colours(seen.display, DISPLAY, f"{SEEN}.display")
    state.discards = _counts(seen.discards, len(COLORS), CARDS, f"{SEEN}.discards")
    forts = FORTIFICATIONS if state.with_forts else 0
    placed = sum(forts - player.fortifications_left for player in seen.players)
    require(placed == len(seen.fortifications), f"{SEEN}.fortifications", f"{placed} are placed.")
    state.players = [
        _player(player, forts, f"{SEEN}.players[{seat}]")
        for seat, player in enumerate(seen.players)
    ]
    own = state.players[seen.seat]
    require(own.cards == len(hand), path, f"The seat has {own.cards} cards.")
    has_known = all(own.known.count(card) <= hand.count(card) for card in own.known)
    require(has_known, path, "It has the known cards of the seat.")
    state.hands[seen.seat] = hand


def _player(player: pb.Player, forts: int, path: str) -> Player:
    known = _colours(player.known_cards, HAND, f"{path}.known_cards")
    left = player.fortifications_left
    return Player(
        houses=HOUSES - len(player.houses),
        emissaries=EMISSARIES - sum(player.emissaries),
        fortifications=require_range(left, 0, forts, f"{path}.fortifications_left"),
        cards=require_range(player.cards, len(known), HAND, f"{path}.cards"),
        known=known,
        score=require_range(player.score, 0, MOST_POINTS, f"{path}.score"),
    )


def _deal(state: ChinaState, seen: pb.Observation, chance: Chance) -> None:
    """Read the traces, and deal the cards that the seat cannot see."""
    path, seat = f"{SEEN}.recycled", seen.seat
    pile = require_range(seen.pile, 0, CARDS, f"{SEEN}.pile")
    recycled: tuple[int, ...] = ()
    traces: tuple[SeenTrace, ...] = ()
    if state.exhausted:
        recycled = _counts(seen.recycled, len(COLORS), CARDS, path)
        traces = tuple(
            _trace(player, f"{SEEN}.players[{index}]") for index, player in enumerate(seen.players)
        )
        played = count([play.colour for trace in traces for play in trace.unclear])
        for index, (one, most) in enumerate(zip(played, state.discards, strict=True)):
            sentence = f"{one} unclear plays have this colour."
            require(one <= most, f"{SEEN}.discards[{index}]", sentence)
        state.traces = [Trace.of()] * state.seats
        state.traces[seat] = _own_trace(state, seen, traces[seat])
    known = state.observation(seat)
    known.pile, known.recycled, known.traces = pile, recycled, traces
    try:
        state.deal_hidden(known, chance)
    except Contradiction as error:
        raise PositionError(f"{SEEN}.{error.field}", str(error)) from None


def _trace(player: pb.Player, path: str) -> SeenTrace:
    plays = f"{path}.unclear_plays"
    first = require_range(player.first_pile_cards, 0, HAND, f"{path}.first_pile_cards")
    return SeenTrace(
        first,
        tuple(
            UnclearPlay(
                _index(play.color, len(COLORS), f"{plays}[{index}].color"),
                require_range(play.drawn, 1, CARDS, f"{plays}[{index}].drawn"),
            )
            for index, play in enumerate(player.unclear_plays)
        ),
    )


def _own_trace(state: ChinaState, seen: pb.Observation, trace: SeenTrace) -> Trace:
    """Return the seat's own trace: its cards unknown to others, by the pile they came from."""
    seat, path = seen.seat, f"{SEEN}.drawn"
    unknown = unknown_cards(state.hands[seat], state.players[seat])
    second = _colours(seen.drawn, CARDS, path)
    first = [*unknown, *[play.colour for play in trace.unclear]]
    for card in second:
        require(card in first, path, "The seat holds or played these cards.")
        first.remove(card)
    return Trace.of(tuple(sorted(first)), second, trace.unclear)


# -- values


def _index(value: int, members: int, path: str) -> int:
    """Return the number that the rules use for a value of an enum."""
    return require_range(value, 1, members, path) - 1


def _colours(values: Sequence[int], most: int, path: str) -> tuple[int, ...]:
    """Return cards as the rules number them; they must be sorted."""
    if len(values) > most:
        raise PositionError(path, f"There are at most {most} cards.")
    colours = [value - 1 for value in require_each(values, 1, len(COLORS), path)]
    require(sorted(colours) == colours, path, "The cards are sorted.")
    return tuple(colours)


def _counts(values: Sequence[int], length: int, most: int, path: str) -> tuple[int, ...]:
    """Return the list, which has one number for each colour or region."""
    counts = require_each(values, 0, most, path)
    if len(counts) != length:
        raise PositionError(path, f"The list has {length} numbers.")
    return counts
