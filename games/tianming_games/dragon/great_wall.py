"""Expansion I: The Great Wall of China.

An eighth action card lets a player build one of six wall tiles and gain the privilege on it. The
wall is scored after the Mongols and at the end.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.dragon.action_phase import BUILD
from tianming_games.dragon.box import MONTHS, EventTile
from tianming_games.dragon.event_phase import decay, release_in_order
from tianming_games.dragon.expansion_box import BUILDING_THE_WALL, WALL_LENGTH, WallTile
from tianming_games.dragon.extra import Slot
from tianming_games.dragon.notation import WALL_WORDS, Verb
from tianming_games.dragon.rules import ActionRule, PhaseKind, Rules
from tianming_games.dragon.state import DragonState


class Wall(NamedTuple):
    """The wall: the owners of its tiles from left to right, and the unused tiles of each player."""

    unused: tuple[tuple[int, ...], ...]
    built: tuple[int, ...] = ()

    def with_tile(self, seat: int, tile: int) -> "Wall":
        """Return the wall after a player builds a tile."""
        left = tuple(other for other in self.unused[seat] if other != tile)
        unused = (*self.unused[:seat], left, *self.unused[seat + 1 :])
        return Wall(unused, (*self.built, seat))

    def tiles_of(self, seat: int) -> int:
        """Return the number of a player's tiles in the wall."""
        return self.built.count(seat)

    def numbers(self) -> Sequence[int]:
        """Return the owners of the wall's tiles, and the unused tiles of each player."""
        numbers = [len(self.built), *self.built]
        for tiles in self.unused:
            numbers += (len(tiles), *tiles)
        return numbers

    def lines(self) -> Sequence[str]:
        """Return the owners of the wall's tiles, and the unused tiles of each player."""
        row = " ".join(map(str, self.built)) or "not begun"
        left = " | ".join(
            " ".join(WALL_WORDS[tile] for tile in tiles) or "none" for tiles in self.unused
        )
        return (f"wall     {row}", f"unused   {left}")

    def conserved(self) -> Mapping[str, int]:
        """Return the number of all wall tiles."""
        return {"wall tiles": len(self.built) + sum(map(len, self.unused))}


WALL = Slot("great wall", Wall)


def _six_tiles_each(players: int) -> Wall:
    return Wall((tuple(map(int, WallTile)),) * players)


class _LayTile(Decision[DragonState]):
    """The player chooses an unused wall tile and gains its privilege."""

    name = "wall"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _TILES

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action.operands[0] not in WALL.of(state).unused[task.seat]:
            return "A player chooses one of his unused wall tiles."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        tile = action.operands[0]
        WALL.put(state, WALL.of(state).with_tile(task.seat, tile))
        _PRIVILEGES[WallTile(tile)](state, task.seat)


_TILES = tuple(Action(Verb.WALL, (int(tile),)) for tile in WallTile)
LAY_TILE = _LayTile()


def _rice(state: DragonState, seat: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(rice=province.rice + 1)


def _fireworks(state: DragonState, seat: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(fireworks=province.fireworks + 1)


def _section(state: DragonState, seat: int) -> None:
    """Build one palace section at once; craftsmen add nothing (ruling A41)."""
    state.next_tasks([Task(BUILD, seat)])


def _yuan(state: DragonState, seat: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(yuan=province.yuan + 2)


def _spaces(state: DragonState, seat: int) -> None:
    state.move_marker(seat, 3)


def _points(state: DragonState, seat: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(score=province.score + 3)


_PRIVILEGES: dict[WallTile, Callable[[DragonState, int], None]] = {
    WallTile.RICE: _rice,
    WallTile.FIREWORKS: _fireworks,
    WallTile.SECTION: _section,
    WallTile.YUAN: _yuan,
    WallTile.SPACES: _spaces,
    WallTile.POINTS: _points,
}


def _build_the_wall(state: DragonState, seat: int, action: Action) -> None:
    state.next_tasks([Task(LAY_TILE, seat)])


def _violation(state: DragonState, seat: int) -> str | None:
    """Return the rule that forbids the card, if nothing can be built (ruling A40)."""
    wall = WALL.of(state)
    if len(wall.built) == WALL_LENGTH:
        return "The Great Wall has at most 12 wall tiles."
    if not wall.unused[seat]:
        return "A player who has no unused wall tile cannot build the wall."
    return None


_RULE = ActionRule(
    (Action(Verb.TAKE, (BUILDING_THE_WALL,)),), _build_the_wall, violation=_violation
)


def _score_wall(state: DragonState, needed: int) -> None:
    """Score 1 point for each tile, if the wall has the needed length (ruling A43).

    If it is shorter, each player with the fewest tiles releases 1 person.
    """
    wall = WALL.of(state)
    tiles = [wall.tiles_of(seat) for seat in range(state.seats)]
    if len(wall.built) >= needed:
        for seat, province in enumerate(state.provinces):
            state.provinces[seat] = province.but(score=province.score + tiles[seat])
        return
    fewest = min(tiles)
    release_in_order(state, {seat: 1 for seat, count in enumerate(tiles) if count == fewest})


def score_after_mongols(state: DragonState) -> None:
    """Score the wall after the Mongols; it must reach their event tile (rulings A42, A44)."""
    if state.events[state.month - 1] == EventTile.MONGOL_INVASION:
        _score_wall(state, state.month)


def score_at_the_end(state: DragonState) -> None:
    """Score the whole wall, which must have all 12 tiles (rulings A45, A46)."""
    _score_wall(state, WALL_LENGTH)


def score_in_the_last_event(state: DragonState) -> None:
    """The other reading of ruling A45: score before decay and scoring of month 12."""
    if state.month == MONTHS:
        score_at_the_end(state)


def expand(
    rules: Rules[DragonState], *, final_in_event: bool, eclipse_twice: bool
) -> Rules[DragonState]:
    """Return the rules with the Great Wall.

    Args:
        rules: the rules without it.
        final_in_event: score the whole wall in the event phase of month 12 (ruling A45).
        eclipse_twice: score the wall again when the event is repeated (ruling A47).
    """
    rules = rules.with_action(BUILDING_THE_WALL, _RULE).with_extra(WALL.name, _six_tiles_each)
    rules = rules.before(decay, {score_after_mongols: PhaseKind.WALL})
    if eclipse_twice:
        rules = replace(rules, event=(*rules.event, score_after_mongols))
    if final_in_event:
        return rules.before(decay, {score_in_the_last_event: PhaseKind.WHOLE_WALL})
    rules = replace(rules, end=(score_at_the_end, *rules.end))
    return rules.with_kinds({score_at_the_end: PhaseKind.WHOLE_WALL})
