"""Phase 1: place family members in the province spaces."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.ming.box import PLACED_PER_ROUND, PROVINCES
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState

_PLACES = tuple(Action(Verb.PLACE, (province,)) for province in range(PROVINCES))


class _PlaceMember(Decision[MingState]):
    """A player places 1 family member in a province space of their choice."""

    name = "place"

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _PLACES

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _PLACES

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        family = state.families[task.seat]
        state.families[task.seat] = family.on_space(action.operands[0])


PLACE_MEMBER = _PlaceMember()


def place_members(state: MingState) -> None:
    """Let each player place 5 family members, one at a time, in turns."""
    state.next_tasks([Task(PLACE_MEMBER, seat) for seat in state.turn_order() * PLACED_PER_ROUND])
