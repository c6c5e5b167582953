"""Count simulations a second: of our search, and of OpenSpiel's search in Python."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tianming_adapters.openspiel
from tests.bench import core
from tests.bench.sample import job_of, report
from tianming_bots.greedy import POLICIES
from tianming_bots.search.thinking_time import SimulationCount
from tianming_bots.search.tree import Search
from tianming_games.registry import load
from tianming_games.rollout import draw
from tianming_games.state import CHANCE

assert tianming_adapters.openspiel  # its import registers the games

_SIMULATIONS = 20
"""Simulations of each search."""

_STEPS = 40
"""Random decisions from the beginning to the positions that are searched."""


@dataclass(frozen=True, slots=True)
class Simulating:
    """The job of the worker: searches in a game for some seconds each, on one core."""

    game: str
    seats: int
    seconds: float
    core: int


def main(job: Simulating) -> None:
    """Search in each way until the time is up."""
    core.pin(job.core)
    report(
        {
            "ours": _speed(job.seconds, lambda seed: _search(job, seed)),
            "openspiel": _speed(job.seconds, lambda seed: _openspiel(job, seed)),
        }
    )


def _speed(seconds: float, search: Callable[[int], tuple[int, float]]) -> float:
    """Return the simulations per second of processor time, after one search to warm up."""
    search(0)
    seed = simulations = 0
    used = 0.0
    while used < seconds:
        seed += 1
        count, took = search(seed)
        simulations += count
        used += took
    return simulations / used


def _search(job: Simulating, seed: int) -> tuple[int, float]:
    """Search in a position of a random match; return the simulations, and their time."""
    dice = random.Random(seed)
    state: Any = load(job.game).begin(job.seats)
    left = _STEPS
    while left or state.current_player == CHANCE or len(state.legal_actions(_actor(state))) == 1:
        if state.current_player == CHANCE:
            draw(state, dice)
        else:
            state.apply_action(_actor(state), dice.choice(state.legal_actions(_actor(state))))
            left = max(0, left - 1)
    search = Search(state, _actor(state), POLICIES[job.game], dice)
    began = time.process_time()
    return search.run(SimulationCount(_SIMULATIONS)).nodes, time.process_time() - began


def _actor(state: Any) -> int:
    seat: int = state.to_act()[0]
    return seat


def _openspiel(job: Simulating, seed: int) -> tuple[int, float]:
    """Search in such a position with the search of OpenSpiel and random rollouts."""
    dice, numbers = random.Random(seed), np.random.RandomState(seed)
    game = pyspiel.load_game(f"tianming_{job.game}", {"players": job.seats})
    state, left = game.new_initial_state(), _STEPS
    while left or state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(values, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            left = max(0, left - 1)
    bot = _bot(game, job.game, numbers)
    began = time.process_time()
    bot.step(state)
    return _SIMULATIONS, time.process_time() - began


def _bot(game: Any, name: str, numbers: np.random.RandomState) -> Any:
    """Return the search for a game: on information sets if the game hides something."""
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    if not load(name).facts.hidden:
        return mcts.MCTSBot(game, 2.0, _SIMULATIONS, evaluator, random_state=numbers)
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=_SIMULATIONS,
        random_state=numbers,
        allow_inconsistent_action_sets=True,
    )


if __name__ == "__main__":
    main(job_of(Simulating))
