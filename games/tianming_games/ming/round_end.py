"""Phase 5: the end of a round, and the beginning of the next round."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState


class _ChooseStart(Decision[MingState]):
    """A player chooses the starting player of the next round."""

    name = "start"

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return [Action(Verb.START, (seat,)) for seat in range(state.seats)]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        state.start = action.operands[0]


CHOOSE_START = _ChooseStart()


def chooser(state: MingState, rank: int) -> int:
    """Return the seat with the `rank`-fewest points; of a tie the most monks, then turn order.

    The scores are sorted, and the number at that place counts (ruling 17).
    """
    points = state.returns()
    wanted = sorted(points)[rank - 1]
    tied = [seat for seat in state.turn_order() if points[seat] == wanted]
    return max(tied, key=lambda seat: len(state.families[seat].monks))


def pass_start_figure(state: MingState) -> None:
    """Pass the starting player figure to the next player on the left."""
    state.start = (state.start + 1) % state.seats


def choose_start_by_second_fewest(state: MingState) -> None:
    """Ask the chooser at the end of the 4th round of a game for four (ruling 9)."""
    state.next_tasks([Task(CHOOSE_START, chooser(state, 2))])


def choose_start_by_fewest(state: MingState) -> None:
    """Ask the chooser at the end of the 5th round of a game for four (ruling 9)."""
    state.next_tasks([Task(CHOOSE_START, chooser(state, 1))])


def begin_round(state: MingState) -> None:
    """Move the round marker 1 space forward."""
    state.round += 1
