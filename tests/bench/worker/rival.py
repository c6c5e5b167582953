"""Measure random play of Catanatron, the Python implementation with the most similar rules."""

import importlib
import time
from dataclasses import dataclass
from typing import Any

from tests.bench import core
from tests.bench.sample import job_of, report

_rival: Any = importlib.import_module("catanatron")

_LONGEST = 1000
"""Number of turns after which Catanatron ends a game."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The job of the worker: random play with a number of seats for some seconds, on one core."""

    seats: int
    seconds: float
    core: int


def main(job: Rival) -> None:
    """Play until the time is up."""
    core.pin(job.core)
    decisions = choices = 0
    _play(job.seats)
    began = time.process_time()
    while time.process_time() - began < job.seconds:
        played, chosen = _play(job.seats)
        decisions += played
        choices += chosen
    spent = time.process_time() - began
    report({"decisions": decisions / spent, "choices": choices / spent})


def _play(seats: int) -> tuple[int, int]:
    """Play once; return the number of decisions, and of those with two or more options."""
    game = _rival.Game([_rival.RandomPlayer(color) for color in list(_rival.Color)[:seats]])
    decisions = choices = 0
    while game.winning_color() is None and game.state.num_turns < _LONGEST:
        choices += len(game.state.playable_actions) > 1
        decisions += 1
        game.play_tick()
    return decisions, choices


if __name__ == "__main__":
    main(job_of(Rival))
