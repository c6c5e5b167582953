"""Play a state on by a policy, and value its end for each seat."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tianming_bots.policy import Policy
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.state import CHANCE

_STEPS = 8
"""Steps between two looks at the time."""


class Simulation:
    """Plays states of one game on, by its policy, or at random without one."""

    def __init__(self, policy: Policy, dice: Random) -> None:
        self.policy = policy
        self.dice = dice

    def play(self, state: Any, chance: Chance, until: float, is_over: Callable[[], bool]) -> None:
        """Play on to a time of the game's own clock, to the end, or until the time is over."""
        clock, steps = self.policy.clock, 0
        while not state.is_terminal() and clock(state) < until:
            draw(state, chance)
            actors = state.to_act()
            if actors:
                seat = actors[0]
                state.apply_action(seat, self._option(state, seat))
            steps += 1
            if steps % _STEPS == 0 and is_over():
                return

    def _option(self, state: Any, seat: int) -> Action:
        options: Sequence[Action] = state.legal_actions(seat)
        if len(options) == 1:
            return options[0]
        if self.dice.random() < self.policy.noise:
            return options[int(self.dice.random() * len(options))]
        worths = self.policy.worths(state, seat, options)
        return options[worths.index(max(worths))]

    def results(self, state: Any) -> list[float]:
        """Return for each seat the expected result, from 0 for a loss to 1 for a win.

        At the end of the game, half of it is the result itself; the rest says how clear it was.
        """
        policy = self.policy
        points = policy.values(state)
        found = [_logistic(_lead(points, seat) / policy.scale) for seat in range(len(points))]
        if state.is_terminal():
            places: list[int] = state.places()
            win = 1 / places.count(1)
            found = [(own + win * (p == 1)) / 2 for own, p in zip(found, places, strict=True)]
        return found


def random_policy(game: Game[Any], dice: Random) -> Policy:
    """Return the policy for a game without one: any option, to the end of the game."""
    scale = max(1.0, game.facts.most - game.facts.least) / 10

    def worths(state: Any, seat: int, options: Sequence[Action]) -> list[float]:
        worth = [0.0] * len(options)
        worth[int(dice.random() * len(options))] = 1.0
        return worth

    return Policy(
        worths=worths,
        spread=math.inf,
        values=lambda state: [float(points) for points in state.returns()],
        scale=scale,
        clock=lambda state: 0.0,
        horizon=math.inf,
        noise=0.0,
    )


def draw(state: Any, chance: Chance) -> None:
    """Apply the draws that come before the next decision."""
    while state.current_player == CHANCE:
        state.apply_draw(state.sample_draw(chance))


def _lead(points: Sequence[float], seat: int) -> float:
    """Return how far a seat is before its best rival and the mean of its rivals."""
    rivals = [*points[:seat], *points[seat + 1 :]]
    if not rivals:
        return points[seat]
    return points[seat] - max(rivals) / 2 - sum(rivals) / len(rivals) / 2


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
