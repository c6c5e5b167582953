"""Training in rounds: play matches on all processors, then learn from them."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from threading import Thread
from typing import Final

from tianming_learn.learned_policy import LearnedPolicy
from tianming_learn.network import Network
from tianming_learn.ppo import Learner
from tianming_learn.practice import PracticeTask, joined, practise

_TASKS: Final = 4
_MATCHES: Final = 32
"""A round plays so many matches in each of its tasks; the result does not depend on processes."""


@dataclass(frozen=True, slots=True)
class Round:
    """A row of the learning curve.

    Attributes:
        number: number of the round, from 1.
        seconds: seconds since the start.
        decisions: decisions since the start.
        is_taught: whether the network copied its teacher in this round.
        wins: share of won matches against the rival; None if there were none.
        policy_loss, value_loss, entropy: means of the round.
    """

    number: int
    seconds: float
    decisions: int
    is_taught: bool
    wins: float | None
    policy_loss: float
    value_loss: float
    entropy: float


class Training:
    """Trains one policy; use it as a context, which ends its processes."""

    def __init__(self, policy: LearnedPolicy, seed: int, processes: int) -> None:
        """Prepare a training.

        Args:
            policy: the policy to start from.
            seed: the seed of all matches and choices.
            processes: number of processes that play.
        """
        self.policy = policy
        self._dice = Random(seed)
        self._learner = Learner(list(policy.network.layers), seed)
        self._began = time.monotonic()
        self._decisions = self._number = 0
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy of a process that plays
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, context, _follow_parent)

    def __enter__(self) -> "Training":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def round(self, *, is_taught: bool) -> Round:
        """Play a round of matches, learn from it, and return its row of the curve."""
        policy = self.policy
        tasks = [
            PracticeTask(
                policy.game.name,
                policy.seats,
                policy.options,
                _MATCHES,
                self._dice.getrandbits(62),
                is_taught,
            )
            for _ in range(_TASKS)
        ]
        seen = joined(list(self._pool.map(partial(practise, network=policy.network), tasks)))
        losses = self._learner.learn(seen, is_taught=is_taught)
        network = Network(self._learner.layers, policy.network.order)
        self.policy = replace(policy, network=network)
        self._number += 1
        self._decisions += len(seen.ids)
        return Round(
            number=self._number,
            seconds=time.monotonic() - self._began,
            decisions=self._decisions,
            is_taught=is_taught,
            wins=float(seen.wins.mean()) if len(seen.wins) else None,
            policy_loss=losses.policy,
            value_loss=losses.value,
            entropy=losses.entropy,
        )


def _follow_parent() -> None:
    """Leave Ctrl-C to the process that trains, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
