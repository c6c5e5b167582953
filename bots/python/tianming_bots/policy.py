"""A policy of one game: what each option is worth, and what a state is worth to each seat.

A greedy bot takes the option that is worth most. A search plays its simulations with the same
worths, and stops them early at the values. A policy reads only what the acting seat may know, so a
state that is built from a question gives the same worths as the referee's own state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tianming_games.action import Action

Worths = Callable[[Any, int, Sequence[Action]], list[float]]
"""From a state, an acting seat and its options to the worth of each option."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A hand-made evaluation of one game.

    Attributes:
        worths: the function that returns the worth of each option, in points.
        spread: points that make an option notably better than another.
        values: the function that returns the points that each seat is likely to end with.
        scale: lead in such points that makes a win likely.
        clock: the function that returns the time of a state, which grows during a game.
        horizon: time after which a simulation stops.
        noise: how often a simulation plays any option in place of the one that is worth most.
    """

    worths: Worths
    spread: float
    values: Callable[[Any], list[float]]
    scale: float
    clock: Callable[[Any], float]
    horizon: float
    noise: float

    def choose(self, state: Any, seat: int) -> int:
        """Return the index of the option that is worth most, the first of equals."""
        worths = self.worths(state, seat, state.legal_actions(seat))
        return worths.index(max(worths))

    def act(self, state: Any, seat: int) -> Action:
        """Return the action that `choose` takes."""
        action: Action = state.legal_actions(seat)[self.choose(state, seat)]
        return action
