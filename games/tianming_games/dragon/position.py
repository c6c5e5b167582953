"""Build a state from the setup of a match and a position.

Nothing is hidden in this game, so the state is the one of the match. Only two values may differ,
and no rule reads them: the number of moves of markers, and the drafted pairs once the draft is
over.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from tianming_games.dragon.bound import Bound, bound
from tianming_games.dragon.box import EVENT_POOL, HAND, MONTHS, VALUE, EventTile, Tile, group_sizes
from tianming_games.dragon.event_phase import RELEASE_UNSUPPLIED
from tianming_games.dragon.expansion_box import CORNER_MONTH, WALL_LENGTH, Corner, WallTile
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.great_wall import WALL, Wall
from tianming_games.dragon.pending import SEEN, Pending, read_pending
from tianming_games.dragon.person_phase import PLAY_CARD
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER, SuperEvent
from tianming_games.dragon.super_event.disaster import DISCARD
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
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

_CARDS: Final = len(set(HAND))
_EVENTS: Final = len(EventTile)
_TILES: Final = len(Tile)
_PEACE: Final = (int(EventTile.PEACE), int(EventTile.PEACE))


def read_position(
    game: Game[DragonState], options: Mapping[str, str], setup: bytes, position: bytes
) -> DragonState:
    """Return the state of a position.

    Args:
        game: the game.
        options: options of the match.
        setup: the serialised `Setup` of the match.
        position: the serialised `Position` of a question.

    Raises:
        PositionError: if the setup or the position contradicts itself or the rules.
    """
    state: DragonState = first_state(game, options, setup, pb.Setup)
    given = parse(pb.Position, position, "position")
    seen = given.observation
    require_range(seen.seat, 0, state.seats - 1, f"{SEEN}.seat")
    _read_year(state, seen)
    _read_players(state, seen)
    _read_extras(state, seen)
    pending = read_pending(state, seen)
    _require_rooms(state, pending)
    _require_hands(state, pending)
    _read_display(state, seen, pending)
    state.unsupplied = _unsupplied(state, seen, pending)
    state.resume(pending.phases, pending.tasks)
    require_rest(game, state, seen.seat, given, position)
    return state


def _from_one(values: Sequence[int], count: int, path: str) -> tuple[int, ...]:
    """Return the numbers that the rules use for values of an enum with `count` members."""
    return tuple([value - 1 for value in require_each(values, 1, count, path)])


def _seats(state: DragonState, values: Sequence[int], path: str) -> tuple[int, ...]:
    return require_each(values, 0, state.seats - 1, path)


# -- the year and its action cards


def _read_year(state: DragonState, seen: pb.Observation) -> None:
    """Read the month, the events and the groups of action cards."""
    if seen.HasField("month"):
        state.month = require_range(seen.month, 1, MONTHS, f"{SEEN}.month")
    path = f"{SEEN}.events"
    events = state.events = _from_one(seen.events, _EVENTS, path)
    complete = events[:2] == _PEACE and tuple(sorted(events[2:])) == EVENT_POOL
    require(complete, path, "A year has two months of peace, and then two of each event.")
    apart = all(one != other for one, other in pairwise(events[2:]))
    require(apart, path, "No event comes twice without another between.")
    _read_groups(state, seen)


def _read_groups(state: DragonState, seen: pb.Observation) -> None:
    path, cards = f"{SEEN}.groups", sorted(state.rules.actions)
    if not state.month:
        require(not seen.groups, path, "The action cards are not dealt yet.")
        return
    state.groups = tuple(
        _from_one(group.cards, cards[-1] + 1, f"{path}[{index}].cards")
        for index, group in enumerate(seen.groups)
    )
    sizes = tuple(len(group) for group in state.groups)
    require(
        sizes == group_sizes(state.seats, len(cards)),
        path,
        "There are as many groups as players, as even as possible.",
    )
    dealt = sorted(card for group in state.groups for card in group)
    require(dealt == cards, path, "Every action card is in one group.")
    state.groups = tuple(tuple(sorted(group)) for group in state.groups)
    state.dragons = tuple(
        require_range(group.dragons, 0, state.seats, f"{path}[{index}].dragons")
        for index, group in enumerate(seen.groups)
    )


# -- the players


def _read_players(state: DragonState, seen: pb.Observation) -> None:
    """Read what the players own, and the order of their markers."""
    path, seats = f"{SEEN}.players", state.seats
    require(len(seen.players) == seats, path, f"The setup has {seats} seats.")
    order = _seats(state, seen.turn_order, f"{SEEN}.turn_order")
    require(sorted(order) == list(range(seats)), f"{SEEN}.turn_order", "Each seat stands in it.")
    state.arrivals = seats
    for place, seat in enumerate(order):
        player = seen.players[seat]
        has_moved = state.month or player.track
        arrival = seats - place if has_moved else 0
        state.provinces[seat] = _province(player, arrival, bound(state.month), f"{path}[{seat}]")


def _province(player: pb.Player, arrival: int, most: Bound, path: str) -> Province:
    hand = tuple(sorted(_from_one(player.hand, _CARDS, f"{path}.hand")))
    has_cards = all(hand.count(card) <= HAND.count(card) for card in hand)
    require(has_cards, f"{path}.hand", "No card is there more often.")
    return Province(
        palaces=_palaces(player, most, f"{path}.palaces"),
        hand=hand,
        yuan=require_range(player.yuan, 0, most.yuan, f"{path}.yuan"),
        rice=require_range(player.rice, 0, most.rice, f"{path}.rice"),
        fireworks=require_range(player.fireworks, 0, most.fireworks, f"{path}.fireworks"),
        dragons=require_range(
            player.privilege_dragons, 0, most.dragons, f"{path}.privilege_dragons"
        ),
        track=require_range(player.track, 0, most.track, f"{path}.track"),
        arrival=arrival,
        score=require_range(player.score, 0, most.score, f"{path}.score"),
    )


def _palaces(player: pb.Player, most: Bound, path: str) -> tuple[Palace, ...]:
    """Return the palaces; a player can have only so many floors and persons in this month."""
    palaces, floors, persons = [], 0, 0
    for index, palace in enumerate(player.palaces):
        palaces.append(_palace(palace, f"{path}[{index}]"))
        floors += palaces[-1].floors
        persons += len(palaces[-1].persons)
    if floors > most.floors:
        raise PositionError(path, f"Nobody has more than {most.floors} floors in this month.")
    if persons > most.persons:
        raise PositionError(path, f"Nobody has more than {most.persons} persons in this month.")
    return tuple(palaces)


def _palace(palace: pb.Palace, path: str) -> Palace:
    floors = require_range(palace.floors, 1, 3, f"{path}.floors")
    persons = _from_one(palace.persons, _TILES, f"{path}.persons")
    require(len(persons) <= 3, f"{path}.persons", "A palace holds at most 3 persons.")
    return Palace(floors, tuple(sorted(persons)))


def _require_rooms(state: DragonState, pending: Pending) -> None:
    """Check that every palace has room for its persons, except during the earthquake."""
    for seat, province in enumerate(state.provinces):
        if pending.is_shaken and seat == pending.tasks[0].seat:
            continue
        for index, palace in enumerate(province.palaces):
            if len(palace.persons) > palace.floors:
                raise PositionError(
                    f"{SEEN}.players[{seat}].palaces[{index}].persons",
                    "A palace holds one person on each floor.",
                )


def _unsupplied(state: DragonState, seen: pb.Observation, pending: Pending) -> tuple[int, ...]:
    """Return the palaces of the seat that have released a person in this drought."""
    path, palaces = f"{SEEN}.unsupplied", tuple(seen.unsupplied)
    is_drought = pending.tasks[0].kind is RELEASE_UNSUPPLIED
    require(is_drought or not palaces, path, "It is set in a drought only.")
    count = len(state.provinces[seen.seat].palaces)
    is_once = len(set(palaces)) == len(palaces) and all(index < count for index in palaces)
    require(is_once, path, f"Each of {count} palaces stands in it once at most.")
    return palaces


def _require_hands(state: DragonState, pending: Pending) -> None:
    """Check the size of each hand: one card less each month, and two less after the tornado."""
    for seat, province in enumerate(state.provinces):
        cards = _cards_left(state, pending, seat)
        require(
            len(province.hand) == cards,
            f"{SEEN}.players[{seat}].hand",
            f"{cards} cards are left at this time of the year.",
        )


def _cards_left(state: DragonState, pending: Pending, seat: int) -> int:
    is_played = pending.phase >= PhaseKind.PERSON and not pending.of(seat, PLAY_CARD)
    gone = max(0, state.month - 1) + is_played
    if CORNER.name in state.extras and CORNER.of(state).corner == Corner.TORNADO:
        is_over = (state.month, pending.phase) >= (CORNER_MONTH, PhaseKind.SUPER_EVENT)
        gone += 2 - pending.of(seat, DISCARD) if is_over else 0
    return max(0, len(HAND) - gone)


def _read_display(state: DragonState, seen: pb.Observation, pending: Pending) -> None:
    """Read the display; every other tile is in a palace, in hand or out of the game."""
    path, total = f"{SEEN}.display", state.display
    require(len(seen.display) == len(VALUE), path, f"It has {len(VALUE)} numbers.")
    used = [0] * len(VALUE)
    for tile in pending.tiles:
        used[tile] += 1
    for province in state.provinces:
        for palace in province.palaces:
            for tile in palace.persons:
                used[tile] += 1
    shown = list(seen.display)
    for tile, count in enumerate(shown):
        if count > total[tile] - used[tile]:
            sentence = f"There are {total[tile]} such tiles, and players have {used[tile]}."
            raise PositionError(f"{path}[{tile}]", sentence)
    state.removed = sum(total) - sum(shown) - sum(used)
    state.display = shown


# -- the expansions


def _read_extras(state: DragonState, seen: pb.Observation) -> None:
    """Read the extras of the expansions."""
    extras: dict[str, Extra] = dict(state.extras)
    has_wall = WALL.name in extras
    require(
        seen.HasField("wall") == has_wall,
        f"{SEEN}.wall",
        f"The match is played {'with' if has_wall else 'without'} The Great Wall.",
    )
    if has_wall:
        extras[WALL.name] = _wall(state, seen.wall)
    if CORNER.name in extras:
        extras[CORNER.name] = _super_event(state, seen)
    state.extras = extras


def _wall(state: DragonState, wall: pb.Wall) -> Wall:
    path = f"{SEEN}.wall"
    built = _seats(state, wall.built, f"{path}.built")
    require(
        len(built) <= WALL_LENGTH, f"{path}.built", f"The wall has {WALL_LENGTH} tiles at most."
    )
    for seat in range(state.seats):
        most = f"Seat {seat} has built at most one tile a month."
        require(built.count(seat) <= state.month, f"{path}.built", most)
    require(len(wall.unused) == state.seats, f"{path}.unused", "There is an item for each seat.")
    unused = []
    for seat, tiles in enumerate(wall.unused):
        here = f"{path}.unused[{seat}].tiles"
        left = _from_one(tiles.tiles, len(WallTile), here)
        require(len(set(left)) == len(left), here, "A player has one tile of each kind.")
        require(len(left) + built.count(seat) == len(WallTile), here, "A player has six tiles.")
        unused.append(tuple(sorted(left)))
    return Wall(tuple(unused), built)


def _super_event(state: DragonState, seen: pb.Observation) -> SuperEvent:
    path = f"{SEEN}.super_event"
    corner = require_range(seen.super_event, 1, len(Corner), path) - 1
    agreed = CORNER.of(state).corner
    require(agreed in (None, corner), path, "The options of the match name another one.")
    risen = _from_one(seen.risen, 9, f"{SEEN}.risen")
    require(_can_have_risen(state.month, corner, risen), f"{SEEN}.risen", "They cannot have risen.")
    return SuperEvent(corner, risen)


def _can_have_risen(month: int, corner: int, risen: Sequence[int]) -> bool:
    if not risen:
        return True
    return corner == Corner.SUNRISE and month >= CORNER_MONTH and len(set(risen)) == len(risen)
