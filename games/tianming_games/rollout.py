"""Play on from a state with random numbers of the caller, such as those of a `random.Random`.

These functions are for searches and self-play. A match of the referee takes its draws from its seed
instead.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from tianming_games.action import Action
from tianming_games.chance import RandomChance, RandomSource
from tianming_games.state import CHANCE, State

S = TypeVar("S", bound=State)

StatePolicy = Callable[[Any, int], Action]
"""Returns the action that a seat takes in a state: one of its legal actions."""


def draw(state: State, random: RandomSource) -> None:
    """Sample the pending draw of a state, and apply it."""
    state.apply_draw(state.sample_draw(RandomChance(random)))


def determinize(state: S, seat: int, random: RandomSource) -> S:
    """Return a copy of a state in which everything that is hidden from a seat is dealt at random.

    The copy agrees with all that the seat can know.
    """
    return state.resample(seat, RandomChance(random))


def rollout(
    state: State,
    random: RandomSource,
    policy: StatePolicy | None = None,
    limit: int | None = None,
) -> list[int]:
    """Play on to the end, and return the points by seat.

    It changes the state. To keep the state, pass a clone.

    Args:
        state: the state, which need not be at a decision.
        random: the generator for the draws, and for the choices without a policy.
        policy: returns the action of a seat. Default: each legal action is equally likely.
        limit: the maximum number of decisions. Draws do not count. Default: no limit.
    """
    dice = RandomChance(random)
    left = -1 if limit is None else limit
    while not state.is_terminal():
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(dice))
            continue
        if left == 0:
            break
        left -= 1
        seat = state.to_act()[0]
        if policy is not None:
            state.apply_action(seat, policy(state, seat))
            continue
        options = state.legal_actions(seat)
        state.apply_action(seat, options[int(random.random() * len(options))])
    return state.returns()
