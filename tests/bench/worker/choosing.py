"""Play a simulated ladder, or random sets, and measure how well its bots are rated."""

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from random import Random

import numpy as np

from referee.identifier import BotName, MatchId
from referee.league.format import Group
from referee.league.format.field import Field
from referee.league.format.ladder import Ladder
from referee.league.pairing import MatchResult, Pairing
from referee.league.statistics.rating.rating import POINTS, Ratings, rate
from tests.bench.sample import job_of, report
from tests.league.play import Play, by_strength, names, result

SEATS = 4
OPEN = 16
"""Sets that are open at the same time."""
NEW = 5
"""Newcomers that join at once."""
SHARP = 100.0
"""The half width of a newcomer's interval in the end, in points."""
LONGEST = 400
"""Sets of the field in which the newcomers play, at most."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The job of the worker.

    Attributes:
        kind: `rating` of a season, `newcomers` to a settled field, or the `cost` of a step.
        seed: the seed of the simulated season.
        bots: the number of bots, without newcomers.
        sets: the sets of each bot.
        deviation: the standard deviation of strengths, in points.
        random: whether opponents are random.
    """

    kind: str
    seed: int
    bots: int
    sets: int
    deviation: float = 200.0
    random: bool = False


class SimulatedSeason:
    """A season of bots with known strengths, in which several sets are open at a time."""

    def __init__(self, job: Choosing) -> None:
        self.bots = names(job.bots + NEW * (job.kind == "newcomers"))
        world = Random(f"world {job.seed}")
        self.strengths = {bot: world.gauss(0, job.deviation / POINTS) for bot in self.bots}
        self.field = Field(SEATS)
        self.here: list[BotName] = []
        self.join(self.bots[: job.bots])
        self.planning = 0.0
        self._dice = Random(f"{job.seed} {job.random}")
        self._play: Play = by_strength(self.strengths, self._dice)
        self._key = blake2b(str(job.seed).encode(), digest_size=32).digest()
        self._open: deque[tuple[int, Group]] = deque()
        self._number = 0
        self.is_random = job.random

    def join(self, bots: Sequence[BotName]) -> None:
        """Add bots."""
        for bot in bots:
            self.field.join(bot)
            self.here.append(bot)

    def play(self, sets: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """Play sets, until `is_over` after one of them."""
        for _ in range(sets):
            if len(self._open) >= OPEN:
                self._end()
            self._number += 1
            began = time.process_time()
            group = self._group()
            self.field.planned(group)
            self.planning += time.process_time() - began
            self._open.append((self._number, group))
            if is_over():
                break

    def end(self) -> Ratings:
        """End all open sets, and return the ratings as published."""
        while self._open:
            self._end()
        return self.ratings()

    def ratings(self, near: Ratings | None = None) -> Ratings:
        """Return the ratings as published; `near` are similar ones of the first of these bots."""
        start = None if near is None else near.strengths[0]
        found = rate(self.field.history.table(), near=start)
        assert found is not None
        return found

    def _group(self) -> Group:
        if self.is_random:
            return tuple(self._dice.sample(self.here, SEATS))
        step = Ladder().next_step(self.field, self.here, self._number, self._key)
        assert step is not None
        return step.group

    def _end(self) -> None:
        number, group = self._open.popleft()
        results = [self._result(number, group[turn:] + group[:turn]) for turn in range(SEATS)]
        began = time.process_time()
        self.field.ended(results)
        self.planning += time.process_time() - began

    def _result(self, number: int, bots: Group) -> MatchResult:
        pairing = Pairing(MatchId(f"{number}"), 1, number, bots, b"")
        return result(pairing, self._play(pairing))


def rating(job: Choosing) -> None:
    """Report the error of the ratings, the cover of their intervals, and the sets of the bots."""
    season = SimulatedSeason(job)
    season.play(job.bots * job.sets // SEATS)
    rows = season.end().rows
    true = np.array([season.strengths[row.bot] for row in rows]) * POINTS
    errors = np.array([row.points for row in rows])
    errors -= errors.mean() + true - true.mean()
    halves = np.array([row.half or math.inf for row in rows])
    sets = np.array([row.sets for row in rows]) / job.sets
    report(
        {
            "square": float((errors**2).mean()),
            "cover": float((np.abs(errors) <= halves).mean()),
            "least": float(sets.min()),
            "most": float(sets.max()),
        }
    )


def newcomers(job: Choosing) -> None:
    """Report how many newcomers were rated sharply within 20 sets, and how long all took."""
    season = SimulatedSeason(job)
    season.play(job.bots * job.sets // SEATS)
    new = season.bots[job.bots :]
    season.join(new)
    field, own, since = season.field, dict[BotName, int](), 0
    near: Ratings | None = None

    def is_over() -> bool:
        nonlocal since, near
        since += 1
        if since % 4 == 0:
            near = season.ratings(near)
            for bot in new:
                half = near[bot].half if bot in near else None
                if half is not None and half < SHARP:
                    own.setdefault(bot, field.sets(bot) - field.open(bot))
        return len(own) == NEW

    season.play(LONGEST, is_over)
    report(
        {
            "in_time": sum(sets <= 20 for sets in own.values()) / NEW,
            "own": float(max(own.get(bot, LONGEST) for bot in new)),
            "field": float(since),
        }
    )


def cost(job: Choosing) -> None:
    """Report the processor time of a set, with the share of all joint fits, in milliseconds."""
    season = SimulatedSeason(replace(job, random=True))
    season.play(job.bots * job.sets // SEATS)
    began = time.process_time()
    season.field.estimate(season.bots[0])
    feeding = season.planning + time.process_time() - began
    season.is_random = False
    before, sets = season.planning, len(season.field.history)
    season.play(200)
    each = (season.planning - before) / 200
    began = time.process_time()
    season.ratings(season.field.history.ratings)
    fit = time.process_time() - began
    report({"set": 1000 * (each + fit / (0.15 * sets)), "fit": fit, "restart": feeding})


if __name__ == "__main__":
    found: Choosing = job_of(Choosing)
    {"rating": rating, "newcomers": newcomers, "cost": cost}[found.kind](found)
