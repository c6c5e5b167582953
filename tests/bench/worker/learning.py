"""Measure random play by the bare rules, by self-play in arrays, and by two adapters."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

import tianming_adapters.openspiel
from tests.bench import core
from tests.bench.sample import job_of, report
from tests.bench.worker.plays import Plays, play_once
from tianming_adapters.pettingzoo import TurnEnv
from tianming_adapters.self_play import SelfPlay
from tianming_games.registry import load

assert tianming_adapters.openspiel  # its import registers the games


@dataclass(frozen=True, slots=True)
class Learning:
    """The job of the worker: random play of a game for some seconds each, on one core."""

    game: str
    seats: int
    matches: int
    seconds: float
    core: int


def main(job: Learning) -> None:
    """Play in each way until the time is up."""
    core.pin(job.core)
    plays = Plays(job.game, job.seats, {}, job.seconds, job.core)
    rules = load(job.game)
    with SelfPlay(job.game, job.seats, matches=job.matches, processes=1) as play:
        numbers = np.random.default_rng(1)
        self_play = _speed(job.seconds, lambda _: _step(play, numbers))
    env = TurnEnv(job.game, job.seats)
    game = pyspiel.load_game(f"tianming_{job.game}", {"players": job.seats})
    report(
        {
            "bare": _speed(job.seconds, lambda seed: play_once(rules, plays, seed)[0]),
            "self_play": self_play,
            "aec": _speed(job.seconds, lambda seed: _agents(env, seed)),
            "openspiel": _speed(job.seconds, lambda seed: _nodes(game, seed)),
        }
    )


def _speed(seconds: float, play: Callable[[int], int]) -> float:
    """Return the steps per second of processor time, after one call to warm up."""
    play(0)
    steps = calls = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        calls += 1
        steps += play(calls)
    return steps / (time.process_time() - began)


def _step(play: SelfPlay, numbers: np.random.Generator) -> int:
    play.step(play.random_actions(numbers))
    return len(play.seats)


def _agents(env: TurnEnv, seed: int) -> int:
    """Play a match with PettingZoo; return the number of steps."""
    env.reset(seed=seed)
    steps = 0
    for _ in env.agent_iter():
        observed, _, is_over, _, _ = env.last()
        if is_over:
            return steps
        env.step(random.choice(observed["action_mask"].nonzero()[0]))
        steps += 1
    return steps


def _nodes(game: Any, seed: int) -> int:
    """Play a match with OpenSpiel; return the number of steps, with those of chance."""
    choose = random.Random(seed)
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(values, weights)[0])
        else:
            state.apply_action(choose.choice(state.legal_actions()))
        steps += 1
    return steps


if __name__ == "__main__":
    main(job_of(Learning))
