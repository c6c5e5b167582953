"""Find the remaining decisions in the phase of a position."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tianming_games.decision import Decision, Task
from tianming_games.dragon.action_phase import BUILD, CHOOSE_ACTION
from tianming_games.dragon.box import JOKER, MONTHS, VALUE, EventTile, Person, Tile
from tianming_games.dragon.event_phase import RELEASE, RELEASE_UNSUPPLIED
from tianming_games.dragon.expansion_box import CORNER_MONTH, WALL_LENGTH, Corner
from tianming_games.dragon.great_wall import LAY_TILE, WALL
from tianming_games.dragon.person_phase import PLAY_CARD, SETTLE, TAKE_TILE
from tianming_games.dragon.preparation import DRAFT
from tianming_games.dragon.province import Province
from tianming_games.dragon.rules import REPEATED, PhaseKind
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.super_event.disaster import (
    DISCARD,
    FLOOD_RICE,
    FLOOD_YUAN,
    LOSE_SECTION,
    RELEASE_CROWDED,
    sections_lost,
)
from tianming_games.dragon.super_event.favour import CHOOSE_TYPE, RISE, risers
from tianming_games.dragon.wire import DECISIONS
from tianming_games.position import require, require_range
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

Kind = Decision[DragonState]
Kinds = tuple[Kind, ...]

SEEN: Final = "position.observation"
"""The path of the observation, for errors."""

_OF_PHASE: Final[Mapping[PhaseKind, Kinds]] = {
    PhaseKind.PREPARATION: (DRAFT, SETTLE),
    PhaseKind.ACTION: (CHOOSE_ACTION, BUILD, LAY_TILE),
    PhaseKind.PERSON: (PLAY_CARD, TAKE_TILE, SETTLE),
    PhaseKind.WALL: (RELEASE,),
    PhaseKind.WHOLE_WALL: (RELEASE,),
}
_OF_EVENT: Final[Mapping[int, Kinds]] = {
    EventTile.IMPERIAL_TRIBUTE: (RELEASE,),
    EventTile.DROUGHT: (RELEASE_UNSUPPLIED,),
    EventTile.MONGOL_INVASION: (RELEASE,),
    EventTile.CONTAGION: (RELEASE,),
}
_OF_CORNER: Final[Mapping[int, Kinds]] = {
    Corner.EARTHQUAKE: (LOSE_SECTION, RELEASE_CROWDED),
    Corner.FLOOD: (FLOOD_YUAN, FLOOD_RICE),
    Corner.TORNADO: (DISCARD,),
    Corner.SUNRISE: (RISE, SETTLE),
    Corner.CHARTER: (CHOOSE_TYPE, BUILD),
}
"""The decisions of a phase. Every seat makes the first one, in turn; it may lead to the others."""

Span = tuple[int, int]
"""The least and the most of something."""

_TRIBUTE: Final = 4
"""Yuan of the imperial tribute; a person is released for each missing one."""

_CONTAGION: Final = 3
"""Persons that a contagion takes from a player without healers."""

_GOODS: Final = {
    "yuan": "yuan",
    "rice": "rice",
    "fireworks": "fireworks",
    "dragons": "privilege_dragons",
    "track": "track",
    "score": "score",
}
"""The numbers of a province, each with its field of a player."""

_MOST_FLOORS: Final = 99
"""More floors than a player can build at once."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The remaining decisions in a phase, the pending one first.

    `phases` is the number of phases that have begun. `tiles` are in the hand of the seat that
    decides.
    """

    phase: PhaseKind
    phases: int
    tasks: tuple[Task[DragonState], ...]
    tiles: tuple[int, ...]

    @property
    def is_shaken(self) -> bool:
        """Whether palaces of the seat may be too small, during an earthquake."""
        task = self.tasks[0]
        return task.kind is RELEASE_CROWDED or (task.kind is LOSE_SECTION and not task.subject)

    def of(self, seat: int, kind: Kind) -> int:
        """Return the number of remaining decisions of a kind for the seat."""
        return sum(task.seat == seat and task.kind is kind for task in self.tasks)


def read_pending(state: DragonState, seen: pb.Observation) -> Pending:
    """Return the remaining decisions of a position.

    `state` must already have its year, its players and its extras.

    Raises:
        PositionError: for decisions that do not follow from each other or the state.
    """
    phase = PhaseKind(require_range(seen.phase, 1, len(PhaseKind) - 1, f"{SEEN}.phase"))
    moment = (state.month, phase)
    moments, kinds = state.rules.moments, _kinds(state, phase)
    is_now = moment in moments and bool(kinds)
    require(is_now, f"{SEEN}.phase", "Nobody decides in this phase of the month.")
    kind = _kind(kinds, seen.decision)
    tiles = tuple(
        require_range(tile, 1, len(Tile), f"{SEEN}.tiles[{index}]") - 1
        for index, tile in enumerate(seen.tiles)
    )
    own = [Task(kind, seen.seat, subject) for subject in _subjects(state, seen, kind, tiles)]
    others = _others(state, seen, kinds[0])
    phases = len(moments) - moments[::-1].index(moment)
    if phase == PhaseKind.PREPARATION:
        _require_draft(state, seen, tiles)
    return Pending(phase, phases, (*own, *others), tiles)


def _kinds(state: DragonState, phase: PhaseKind) -> Kinds:
    """Return the decisions of a phase of this month; empty if the phase does not take place."""
    corner = CORNER.of(state).corner if CORNER.name in state.extras else None
    event = state.events[state.month - 1] if state.month else None
    if phase in REPEATED.values() and (state.month, corner) != (CORNER_MONTH, Corner.SOLAR_ECLIPSE):
        return ()
    match phase:
        case PhaseKind.EVENT | PhaseKind.EVENT_AGAIN:
            return () if event is None else _OF_EVENT.get(event, ())
        case PhaseKind.WALL | PhaseKind.WALL_AGAIN:
            return _OF_PHASE[PhaseKind.WALL] if event == EventTile.MONGOL_INVASION else ()
        case PhaseKind.WHOLE_WALL:
            return _OF_PHASE[phase] if state.month == MONTHS else ()
        case PhaseKind.SUPER_EVENT:
            is_now = state.month == CORNER_MONTH and corner is not None
            return _OF_CORNER.get(corner, ()) if is_now and corner is not None else ()
        case _:
            kinds = _OF_PHASE.get(phase, ())
            return kinds if WALL.name in state.extras else tuple(k for k in kinds if k != LAY_TILE)


def _kind(kinds: Kinds, decision: int) -> Kind:
    """Return the kind of the pending decision."""
    by_value: dict[int, Kind] = {DECISIONS[kind.name]: kind for kind in kinds}
    known = decision in by_value
    require(known, f"{SEEN}.decision", "The phase has no such decision.")
    return by_value[decision]


# -- the decisions of the acting seat


def _subjects(
    state: DragonState, seen: pb.Observation, kind: Kind, tiles: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the subjects of the decisions that the seat makes now."""
    left = require_range(seen.left, 1, _most(state, seen, kind), f"{SEEN}.left")
    if kind is RELEASE_CROWDED:
        crowd = _crowd(state, seen.seat)
        require(left == crowd, f"{SEEN}.left", f"{crowd} persons have no room.")
    if kind is SETTLE:
        require(len(tiles) == left, f"{SEEN}.tiles", f"{left} tiles are to be placed.")
        return tiles
    if kind is TAKE_TILE:
        return (require_range(seen.card, 1, JOKER + 1, f"{SEEN}.card") - 1,)
    if kind is FLOOD_YUAN or kind is FLOOD_RICE:
        return (_to_return(state, seen, kind),)
    if kind is LOSE_SECTION:
        return tuple(reversed(range(left)))
    return (0,) * left


def _most(state: DragonState, seen: pb.Observation, kind: Kind) -> int:
    """Return the maximum number of decisions of a kind that the seat can make now."""
    if kind is BUILD:
        return _MOST_FLOORS
    if kind is LOSE_SECTION:
        return sections_lost(state.provinces[seen.seat])
    if kind is DISCARD:
        return 2
    if kind is SETTLE:
        return 2 if PhaseKind(seen.phase) == PhaseKind.PREPARATION else 1
    if kind is RELEASE_CROWDED:
        return _crowd(state, seen.seat)
    if kind is RELEASE or kind is RELEASE_UNSUPPLIED:
        return _releases(state, seen, seen.seat)[1]
    return 1


def _crowd(state: DragonState, seat: int) -> int:
    """Return the number of a player's persons without room."""
    palaces = state.provinces[seat].palaces
    return sum(max(0, len(palace.persons) - palace.floors) for palace in palaces)


# -- the persons that players release


def _releases(state: DragonState, seen: pb.Observation, seat: int) -> Span:
    """Return the least and the most persons that a player still releases in the phase.

    The numbers hold for the seat that decides, and for the seats after it.
    """
    province, phase = state.provinces[seat], PhaseKind(seen.phase)
    if phase in (PhaseKind.WALL, PhaseKind.WALL_AGAIN, PhaseKind.WHOLE_WALL):
        return _releases_at_wall(state, phase, seat)
    match state.events[state.month - 1]:
        case EventTile.IMPERIAL_TRIBUTE:
            return 0, 0 if province.yuan else min(_TRIBUTE, province.persons())
        case EventTile.DROUGHT:
            done = set(seen.unsupplied) if seat == seen.seat else set()
            palaces = enumerate(province.palaces)
            hungry = sum(bool(palace.persons) and index not in done for index, palace in palaces)
            return 0, 0 if province.rice else hungry
        case EventTile.MONGOL_INVASION:
            fewest = state.provinces[seen.seat].symbols(Person.WARRIOR)
            return _exactly(province.symbols(Person.WARRIOR) == fewest and province.persons() > 0)
        case _:
            count = max(0, _CONTAGION - province.symbols(Person.HEALER))
            return _exactly(min(count, province.persons()))


def _releases_at_wall(state: DragonState, phase: PhaseKind, seat: int) -> Span:
    """Return the persons that a player releases because the wall is too short."""
    wall = WALL.of(state)
    needed = WALL_LENGTH if phase == PhaseKind.WHOLE_WALL else state.month
    fewest = min(wall.tiles_of(other) for other in range(state.seats))
    is_due = len(wall.built) < needed and wall.tiles_of(seat) == fewest
    return _exactly(is_due and state.provinces[seat].persons() > 0)


def _exactly(count: int) -> Span:
    return count, count


def _goods(state: DragonState, seat: int) -> int:
    province = state.provinces[seat]
    return province.yuan + province.rice + province.fireworks


def _to_return(state: DragonState, seen: pb.Observation, kind: Kind) -> int:
    path = f"{SEEN}.to_return"
    if kind is FLOOD_YUAN:
        half = _goods(state, seen.seat) // 2
        require(seen.to_return == half > 0, path, f"Half of all goods is {half}.")
        return half
    province = state.provinces[seen.seat]
    return require_range(seen.to_return, 1, province.rice + province.fireworks, path)


# -- the decisions of the seats after it


def _others(state: DragonState, seen: pb.Observation, kind: Kind) -> list[Task[DragonState]]:
    """Return the tasks of the seats in the queue.

    Every seat after this one makes the first decision of the phase. No marker of these seats has
    moved in this phase, so they are the next ones on the person track.
    """
    path = f"{SEEN}.queue"
    after = _seats_after(state, seen)
    for seat in seen.queue:
        require_range(seat, 0, state.seats - 1, path)
        require(seat in after, path, f"Seat {seat} does not decide after seat {seen.seat}.")
    times = Counter(seen.queue)
    in_order = [seat for seat in after for _ in range(times[seat])]
    require(list(seen.queue) == in_order, path, f"The order of the seats is {after}.")
    tasks: list[Task[DragonState]] = []
    for place, seat in enumerate(after):
        least, most = _times(state, seen, kind, seat, place)
        sentence = f"Seat {seat} decides {least} to {most} times, not {times[seat]} times."
        require(least <= times[seat] <= most, path, sentence)
        tasks += _tasks_of(state, kind, seat, times[seat])
    return tasks


def _seats_after(state: DragonState, seen: pb.Observation) -> list[int]:
    """Return the seats after the one that decides: in seat order, or on the person track."""
    order = list(state.turn_order())
    if PhaseKind(seen.phase) == PhaseKind.PREPARATION:
        order = list(range(state.seats))
    return order[order.index(seen.seat) + 1 :]


def _times(state: DragonState, seen: pb.Observation, kind: Kind, seat: int, place: int) -> Span:
    """Return the least and the most decisions of a seat after this one; `place` counts from 0."""
    province = state.provinces[seat]
    if kind is RELEASE or kind is RELEASE_UNSUPPLIED:
        return _releases(state, seen, seat)
    if kind is LOSE_SECTION:
        return _exactly(sections_lost(province))
    if kind is DISCARD:
        return _exactly(2)
    if kind is FLOOD_YUAN:
        return _exactly(_goods(state, seat) > 1)
    if kind is CHOOSE_TYPE:
        return _exactly(province.persons() > 0)
    if kind is RISE:
        is_rising = seen.decision == DECISIONS[RISE.name]
        return _exactly(place < risers(state) - is_rising)
    return _exactly(1)


def _tasks_of(state: DragonState, kind: Kind, seat: int, count: int) -> list[Task[DragonState]]:
    if kind is LOSE_SECTION:
        return [Task(kind, seat, more) for more in reversed(range(count))]
    subject = _goods(state, seat) // 2 if kind is FLOOD_YUAN else 0
    return [Task(kind, seat, subject)] * count


# -- the draft


def _require_draft(state: DragonState, seen: pb.Observation, tiles: tuple[int, ...]) -> None:
    """Check and set the drafts: each seat up to this one has a pair that no seat before it had.

    Nobody owns anything else than at the start, and the markers have moved for the placed persons.
    """
    drafts: list[tuple[int, ...]] = []
    for seat, province in enumerate(state.provinces):
        persons = [tile for palace in province.palaces for tile in palace.persons]
        drafted = tuple(sorted((*persons, *(tiles if seat == seen.seat else ()))))
        expected = 2 if seat < seen.seat or (seat == seen.seat and tiles) else 0
        path = f"{SEEN}.players[{seat}]"
        here = f"{path}.palaces"
        require(len(drafted) == expected, here, f"The player has drafted {expected} persons.")
        if drafted:
            is_pair = len(set(drafted)) == 2 and max(drafted) < 9 and drafted not in drafts
            require(is_pair, here, "The pair is not two young persons that nobody had before.")
            drafts.append(drafted)
        _require_start(province, sum(VALUE[tile] for tile in persons), path)
    state.drafts = tuple(drafts)


def _require_start(province: Province, track: int, path: str) -> None:
    """Check that a player owns what everybody has at the start, apart from persons."""
    floors = [palace.floors for palace in province.palaces]
    require(floors == [2, 2], f"{path}.palaces", "The game begins with two palaces of 2 floors.")
    start = Province(track=track)
    for name, field in _GOODS.items():
        expected = getattr(start, name)
        sentence = f"It is {expected} before the first month."
        require(getattr(province, name) == expected, f"{path}.{field}", sentence)
