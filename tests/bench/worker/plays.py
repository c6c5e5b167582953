"""Measure random play of one of our games, and the cost of operations on its states."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import randrange
from statistics import median
from typing import Any

from referee.game_check.random_play import seed_bytes
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load
from tianming_games.state import CHANCE, State

_MICRO = 1e6
_MILLI = 1e3


@dataclass(frozen=True, slots=True)
class Plays:
    """The job of the worker: random play of a game for some seconds, on one core."""

    game: str
    seats: int
    options: dict[str, str]
    seconds: float
    core: int


def main(job: Plays) -> None:
    """Play until the time is up, then measure operations and the slowest decision."""
    core.pin(job.core)
    game = load(job.game)
    play_once(game, job, 0)
    report({**_speed(game, job), **_costs(game, job), "slowest": _slowest(game, job) * _MILLI})


def _speed(game: Game[Any], job: Plays) -> Result:
    decisions = choices = seed = 0
    began = time.process_time()
    while time.process_time() - began < job.seconds:
        played, chosen = play_once(game, job, seed)
        decisions += played
        choices += chosen
        seed += 1
    spent = time.process_time() - began
    return {"decisions": decisions / spent, "choices": choices / spent}


def play_once(game: Game[Any], job: Plays, seed: int) -> tuple[int, int]:
    """Play once; return the number of decisions, and of those with two or more options."""
    state = game.begin(job.seats, job.options)
    decisions = choices = draws = 0
    while not state.is_terminal():
        to_act = state.to_act()
        if to_act:
            legal = state.legal_actions(to_act[0])
            choices += len(legal) > 1
            decisions += 1
            state.apply_action(to_act[0], legal[randrange(len(legal))])
        else:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(seed), f"draw {draws}")))
            draws += 1
    return decisions, choices


def _slowest(game: Game[Any], job: Plays) -> float:
    """Return the time of the slowest step of some plays, in seconds, including its options.

    Each play is measured twice, and each decision counts with its faster time, so that a pause of
    the machine does not look like a slow rule.
    """
    worst = 0.0
    for seed in range(max(1, round(job.seconds * 4))):
        first, second = _times(game, job, seed), _times(game, job, seed)
        worst = max(worst, *map(min, first, second))
    return worst


def _times(game: Game[Any], job: Plays, seed: int) -> list[float]:
    """Return the seconds of each step of one play, which is the same in every call."""
    state, chooser = game.begin(job.seats, job.options), Chance(seed_bytes(seed), "choices")
    times = []
    draws = 0
    while not state.is_terminal():
        began = time.perf_counter()
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(seed), f"draw {draws}")))
            draws += 1
        else:
            seat = state.to_act()[0]
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[chooser.below(len(legal))])
        times.append(time.perf_counter() - began)
    return times


def _costs(game: Game[Any], job: Plays) -> Result:
    """Return microseconds of each operation: the median over the decisions of one play."""
    state, chooser = game.begin(job.seats, job.options), Chance(seed_bytes(1), "choices")
    times: dict[str, list[float]] = {}
    wire = game.wire()
    draws = 0
    while not state.is_terminal():
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(1), f"draw {draws}")))
            draws += 1
            continue
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        began = time.perf_counter()
        wire.position(state, seat, legal)
        times.setdefault("question", []).append(time.perf_counter() - began)
        for name, operation in _operations(state, seat).items():
            times.setdefault(name, []).append(_best(operation))
        state.apply_action(seat, legal[chooser.below(len(legal))])
    return {name: median(each) * _MICRO for name, each in times.items()}


def _operations(state: State, seat: int) -> dict[str, Callable[[], object]]:
    deal = Chance(seed_bytes(2), "resample")
    return {
        "clone": state.clone,
        "observation": lambda: state.observation(seat),
        "canonical_bytes": state.canonical_bytes,
        "resample": lambda: state.resample(seat, deal),
    }


def _best(operation: Callable[[], object]) -> float:
    """Return the time of the faster of two calls, in seconds."""
    times = []
    for _ in range(2):
        began = time.perf_counter()
        operation()
        times.append(time.perf_counter() - began)
    return min(times)


if __name__ == "__main__":
    main(job_of(Plays))
