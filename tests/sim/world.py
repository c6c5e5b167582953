"""The world of a simulation: its time, its dice, and what will happen when.

Time is whole nanoseconds and passes only from one event to the next. Nothing else in a
simulation knows a time or rolls dice, so that one seed is one course of events.
"""

import itertools
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random

from referee.match.clock import SECOND

START = 1_000 * SECOND
"""When the world begins."""

Happening = Callable[[], None]


class World:
    """Events in the order of their times; those of one instant in the order of their making."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = START
        self._events: list[tuple[int, int, Happening]] = []
        self._number = itertools.count()

    def dice(self, name: str) -> Random:
        """Dice of their own for a part of the world: what one rolls changes no other's."""
        return Random(f"{self.seed} {name}")

    def at(self, time: int, what: Happening) -> None:
        """Let something happen at a time, or now where that has passed."""
        heappush(self._events, (max(time, self.now), next(self._number), what))

    def after(self, span: int, what: Happening) -> None:
        """Let something happen so many nanoseconds from now."""
        self.at(self.now + span, what)

    @property
    def next(self) -> int | None:
        """The time of the next event."""
        return self._events[0][0] if self._events else None

    def step(self) -> None:
        """Go on to the next event, and let it happen."""
        self.now, _, what = heappop(self._events)
        what()

    def pass_until(self, time: int) -> None:
        """Let everything happen that comes before a time, and go on to that time."""
        while self._events and self._events[0][0] < time:
            self.step()
        self.now = max(self.now, time)


def span(dice: Random, least: float, most: float) -> int:
    """A span between two numbers of seconds, short ones as likely as long ones."""
    growth: float = (most / least) ** dice.random()
    return round(least * growth * SECOND)
