"""Find the remaining decisions in the phase of a position."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from tianming_games.decision import Decision, Task
from tianming_games.ming.box import (
    FAMILY,
    HAND_LIMIT,
    NEUTRAL_PER_PLAYER,
    NOBODY,
    PLACED_PER_ROUND,
    ROUNDS,
)
from tianming_games.ming.card_phase import CHOOSE_CARD, choose_cards
from tianming_games.ming.move_phase import DEPLOY, MOVE, STEP_ON, move_princes
from tianming_games.ming.place_phase import PLACE_MEMBER, place_members
from tianming_games.ming.preparation import (
    PLACE_NEUTRAL,
    PLACE_PRINCE,
    place_princes,
    reinforce_neutral_family,
    settle_neutral_family,
)
from tianming_games.ming.round_end import (
    CHOOSE_START,
    begin_round,
    choose_start_by_fewest,
    choose_start_by_second_fewest,
    chooser,
)
from tianming_games.ming.state import MingState
from tianming_games.ming.withdrawal import (
    LAY_RETURN_CARDS,
    WITHDRAW,
    WITHDRAW_NEUTRAL,
    lay_return_cards,
    return_order,
    ways_back,
    withdraw,
)
from tianming_games.position import PositionError, require, require_range
from tianming_proto.games.ming.v1 import ming_pb2 as pb

SEEN: Final = "position.observation"
"""The path of the observation, for errors."""

_ROUND_OF_SECOND_FEWEST: Final = 4

Tasks = list[Task[MingState]]

_PHASES: Final[Mapping[int, tuple[Callable[..., None], ...]]] = {
    pb.DECISION_PRINCE: (place_princes,),
    pb.DECISION_NEUTRAL: (settle_neutral_family, reinforce_neutral_family),
    pb.DECISION_PLACE: (place_members,),
    pb.DECISION_CARD: (choose_cards,),
    pb.DECISION_MOVE: (move_princes,),
    pb.DECISION_STEP: (move_princes,),
    pb.DECISION_DEPLOY: (move_princes,),
    pb.DECISION_RETURN: (lay_return_cards,),
    pb.DECISION_WITHDRAW: (withdraw,),
    pb.DECISION_WITHDRAW_NEUTRAL: (withdraw,),
    pb.DECISION_START: (choose_start_by_second_fewest, choose_start_by_fewest),
}
"""The phases that can ask for each decision."""


def tasks_of(state: MingState, seen: pb.Observation) -> tuple[int, Tasks]:
    """Return the number of phases that have begun, and the remaining tasks, the pending one first.

    Raises:
        PositionError: if the seat does not have this decision now.
    """
    begun = _phases_begun(state, seen)
    tasks = _TASKS[seen.decision](state, seen)
    asks_seat = tasks and (tasks[0].seat == seen.seat or seen.decision == pb.DECISION_RETURN)
    require(bool(asks_seat), f"{SEEN}.seat", "Another seat has this decision now.")
    is_due = tasks[0].kind.is_due(state, tasks[0])
    require(is_due, f"{SEEN}.decision", "The seat cannot do anything.")
    return begun, tasks


def _phases_begun(state: MingState, seen: pb.Observation) -> int:
    """Return the number of phases up to the phase of the decision in this round."""
    wanted, phases = _PHASES.get(seen.decision, ()), state.rules.phases
    rounds = [0, *(index for index, phase in enumerate(phases) if phase is begin_round)]
    last = rounds[state.round + 1] if state.round < ROUNDS else len(phases)
    for index in range(rounds[state.round], last):
        phase = phases[index]
        if isinstance(phase, partial):
            in_city = seen.HasField("city") and phase.keywords["province"] == seen.city
            if phase.func in wanted and in_city:
                return index + 1
        elif phase in wanted:
            return index + 1
    raise PositionError(f"{SEEN}.decision", "This decision does not come in this round.")


# -- the tasks of each phase


def _princes(state: MingState, seen: pb.Observation) -> Tasks:
    return [
        Task(PLACE_PRINCE, seat)
        for seat in state.turn_order()
        if state.families[seat].prince == NOBODY
    ]


def _neutrals(state: MingState, seen: pb.Observation) -> Tasks:
    """Return the tasks to place neutral members: 3 for each player, before rounds 1, 3 and 5."""
    turns = state.turn_order() * NEUTRAL_PER_PLAYER
    times = 2 - state.round // 2
    supply = state.families[-1].supply - len(turns) * times
    require_range(supply, 1, len(turns), f"{SEEN}.neutral.supply")
    return [Task(PLACE_NEUTRAL, seat) for seat in turns[-supply:]]


def _places(state: MingState, seen: pb.Observation) -> Tasks:
    later = FAMILY - PLACED_PER_ROUND * state.round
    left = [family.supply - later for family in state.families[: state.seats]]
    for seat, number in enumerate(left):
        require(
            0 <= number <= PLACED_PER_ROUND,
            f"{SEEN}.players[{seat}].supply",
            f"Round {state.round} begins with {later + PLACED_PER_ROUND} in the supply.",
        )
    return _in_turns(state, PLACE_MEMBER, seen.seat, left)


def _cards(state: MingState, seen: pb.Observation) -> Tasks:
    hands = [sum(family.hand) for family in state.families[: state.seats]]
    return _in_turns(state, CHOOSE_CARD, seen.seat, [HAND_LIMIT - hand for hand in hands])


def _in_turns(state: MingState, kind: Decision[MingState], seat: int, left: Sequence[int]) -> Tasks:
    """Return the tasks of all seats, in turns from this seat; `left` is their number by seat."""
    order, missing, turns = state.turn_order(), [*left], []
    row = order[order.index(seat) :]
    while any(missing):
        for each in row:
            if missing[each]:
                missing[each] -= 1
                turns.append(each)
        row = order
    return [Task(kind, each) for each in turns]


def _moves(state: MingState, seen: pb.Observation) -> Tasks:
    return [Task(MOVE, seen.seat), *_later_moves(state, seen, [*seen.queue])]


def _steps(state: MingState, seen: pb.Observation) -> Tasks:
    """Return the tasks to move on and to deploy, then the turns of the other seats."""
    seat, queue = seen.seat, [*seen.queue]
    require(queue[:1] == [seat], f"{SEEN}.queue", f"Seat {seat} deploys next.")
    moves = _later_moves(state, seen, [*queue[1:], seat])
    prince = state.families[seat].prince
    return [Task(STEP_ON, seat, prince), Task(DEPLOY, seat), *moves]


def _deploys(state: MingState, seen: pb.Observation) -> Tasks:
    seat, queue = seen.seat, [*seen.queue]
    require(queue[-1:] == [seat], f"{SEEN}.queue", f"Seat {seat} moves again last.")
    return [Task(DEPLOY, seat), *_later_moves(state, seen, queue)]


def _later_moves(state: MingState, seen: pb.Observation, queue: list[int]) -> Tasks:
    path = f"{SEEN}.queue"
    for index, seat in enumerate(queue):
        require_range(seat, 0, state.seats - 1, f"{path}[{index}]")
    require(len({*queue}) == len(queue), path, "Each seat is there once.")
    return [Task(MOVE, seat) for seat in queue]


def _returns(state: MingState, seen: pb.Observation) -> Tasks:
    """Return the task of all seats with members in the city, who choose at once."""
    own = f"{SEEN}.players[{seen.seat}].returning"
    require(state.laid[seen.seat] == NOBODY, own, "The seat chooses it now.")
    task = Task(LAY_RETURN_CARDS, seen.seat, seen.city)
    who = LAY_RETURN_CARDS.who(state, task)
    require(seen.seat in who, f"{SEEN}.players[{seen.seat}].in_city", "Nobody can return.")
    return [task.of(who[0])]


def _withdrawals(state: MingState, seen: pb.Observation) -> Tasks:
    """Return the tasks of families with a choice, the pending one first, the neutral one last."""
    order, city = return_order(state), seen.city
    is_neutral = seen.decision == pb.DECISION_WITHDRAW_NEUTRAL
    family = state.seats if is_neutral else seen.seat
    require(family in order, f"{SEEN}.decision", "There is no neutral family.")
    tasks: Tasks = []
    for other in order[order.index(family) :]:
        if len(ways_back(state, other, city)) > 1:
            neutral = other == state.seats
            task = (WITHDRAW_NEUTRAL, state.start) if neutral else (WITHDRAW, other)
            tasks.append(Task(*task, city))
    return tasks


def _start(state: MingState, seen: pb.Observation) -> Tasks:
    rank = 2 if state.round == _ROUND_OF_SECOND_FEWEST else 1
    return [Task(CHOOSE_START, chooser(state, rank))]


_TASKS: Final[Mapping[int, Callable[[MingState, pb.Observation], Tasks]]] = {
    pb.DECISION_PRINCE: _princes,
    pb.DECISION_NEUTRAL: _neutrals,
    pb.DECISION_PLACE: _places,
    pb.DECISION_CARD: _cards,
    pb.DECISION_MOVE: _moves,
    pb.DECISION_STEP: _steps,
    pb.DECISION_DEPLOY: _deploys,
    pb.DECISION_RETURN: _returns,
    pb.DECISION_WITHDRAW: _withdrawals,
    pb.DECISION_WITHDRAW_NEUTRAL: _withdrawals,
    pb.DECISION_START: _start,
}
