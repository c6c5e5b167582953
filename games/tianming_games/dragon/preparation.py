"""Preparation: the event row, and the first two persons of every player."""

from collections.abc import Sequence
from itertools import combinations

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.dragon.box import EVENT_POOL, YOUNG, EventTile
from tianming_games.dragon.notation import Verb, write
from tianming_games.dragon.person_phase import SETTLE
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.view import EVENT_WORDS
from tianming_games.state import CHANCE

_YOUNG_PAIRS = tuple(combinations(YOUNG, 2))
_PAIRS = tuple(Action(Verb.DRAFT, pair) for pair in _YOUNG_PAIRS)


def event_row(drawn: Sequence[int]) -> tuple[int, ...]:
    """Return the events of the twelve months, from ten tiles in the order they are drawn.

    "If you draw 2 of a kind in a row, slide the second one over to the next free space"
    (ruling A1). If this happens in the last space, there is no next one: the tiles of months 10 and
    11 are exchanged before the tile is laid (ruling A2).
    """
    row = [int(EventTile.PEACE)] * 2
    slid: int | None = None
    for tile in drawn:
        if slid is not None:
            row += [tile, slid]
            slid = None
        elif tile != row[-1]:
            row.append(tile)
        elif len(row) < 11:
            slid = tile
        else:
            row[-2], row[-1] = row[-1], row[-2]
            row.append(tile)
    return tuple(row)


class _EventDraw(Draw[DragonState]):
    """The ten event tiles, in the order they are drawn."""

    name = "events"

    def sample(self, state: DragonState, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(EVENT_POOL))

    def urn(self, state: DragonState) -> tuple[Sequence[int], int]:
        return EVENT_POOL, len(EVENT_POOL)

    def violation(self, state: DragonState, values: tuple[int, ...]) -> str | None:
        if tuple(sorted(values)) != EVENT_POOL:
            return "The event row takes two tiles each of five events."
        return None

    def do(self, state: DragonState, values: tuple[int, ...]) -> None:
        state.events = event_row(values)

    def notation(self, values: tuple[int, ...]) -> str:
        return "events " + ",".join([EVENT_WORDS[event] for event in event_row(values)])


class _Draft(Decision[DragonState]):
    """Before the game begins, each player takes two different young persons."""

    name = "draft"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _PAIRS

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action.operands in state.drafts:
            return "No player may take the exact same combination as any player before him."
        return None

    def violation_of_other(self, action: Action) -> str:
        if action.verb != Verb.DRAFT:
            return super().violation_of_other(action)
        first, second = action.operands
        if first == second:
            return "Each player takes two different persons."
        if (second, first) in _YOUNG_PAIRS:
            same = write(Action(Verb.DRAFT, (second, first)))
            return f"The same two persons are offered in another order: {same}."
        return "Each player takes two young persons."

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        state.drafts = (*state.drafts, action.operands)
        for tile in action.operands:
            state.display[tile] -= 1
        state.next_tasks([Task(SETTLE, task.seat, tile) for tile in action.operands])


EVENTS = _EventDraw()
DRAFT = _Draft()


def lay_events(state: DragonState) -> None:
    """Draw the event tiles."""
    state.next_tasks([Task(EVENTS, CHANCE)])


def summon_first_subjects(state: DragonState) -> None:
    """Let each player in turn take two persons; the first seat starts (ruling A33)."""
    state.next_tasks([Task(DRAFT, seat) for seat in range(state.seats)])
