"""The world of a simulation: its time, its random generators, and its future events.

Time is in whole nanoseconds, and advances only from one event to the next. A simulation has no
other source of time or randomness. So a seed determines the course of events.
"""

import itertools
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random

from referee.match.clock import SECOND

START = 1_000 * SECOND
"""The time at which the world begins, in nanoseconds."""

Callback = Callable[[], None]


class World:
    """Runs events in the order of their times; events of the same time in order of creation."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = START
        self._events: list[tuple[int, int, Callback]] = []
        self._number = itertools.count()

    def dice(self, name: str) -> Random:
        """Return the random generator of a part of the world, independent of all others."""
        return Random(f"{self.seed} {name}")

    def at(self, time: int, what: Callback) -> None:
        """Schedule an event at a time, or now if that time has passed."""
        heappush(self._events, (max(time, self.now), next(self._number), what))

    def after(self, span: int, what: Callback) -> None:
        """Schedule an event after `span` nanoseconds."""
        self.at(self.now + span, what)

    @property
    def next(self) -> int | None:
        """The time of the next event; None if there is none."""
        return self._events[0][0] if self._events else None

    def step(self) -> None:
        """Advance to the next event, and run it."""
        self.now, _, what = heappop(self._events)
        what()

    def pass_until(self, time: int) -> None:
        """Run all events before a time, and advance to that time."""
        while self._events and self._events[0][0] < time:
            self.step()
        self.now = max(self.now, time)


def span(dice: Random, least: float, most: float) -> int:
    """Return a random span in nanoseconds, log-uniform from `least` to `most` seconds."""
    growth: float = (most / least) ** dice.random()
    return round(least * growth * SECOND)
