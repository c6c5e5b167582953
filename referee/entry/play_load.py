"""Let builds wait while they make play late.

The season process measures how late its own thread wakes up, and sends that to the build process.
What is late on a busy machine is usual on another one. So lateness while a submission is worked on
is compared with lateness while none is. The queue always moves: one submission begins after at
most `MOST_REST`, and the others when play does not suffer.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

PERIOD: Final = 1.0
"""Seconds of which the season process sends the mean lateness."""

MOST_REST: Final = 10.0
"""Seconds without work at most, after work that made play late."""

_RATIO: Final = 1.2
_LEAST: Final = 0.005
"""Play suffers if it is later than usual by both: this factor, and these seconds."""

_CALM_WEIGHT: Final = 0.2
_LOADED_WEIGHT: Final = 0.4
"""The weights of a new measurement in a mean. The usual lateness changes slowly."""


class PlayLoad:
    """Whether play suffers from the work on submissions."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._running = 0
        self._began = 0.0
        self._rest_until = 0.0
        self._calm: float | None = None
        self._loaded: float | None = None
        self._has_suffered = False

    def note(self, late: float) -> None:
        """Note the mean lateness of the last moment, in seconds."""
        if not self._running:
            self._calm = _mean(self._calm, late, _CALM_WEIGHT)
        elif self._clock() - self._began >= PERIOD:  # else it is of a time before the work
            self._loaded = _mean(self._loaded, late, _LOADED_WEIGHT)
            self._has_suffered |= self.is_suffering

    @property
    def is_suffering(self) -> bool:
        """Whether play is later now than without this work."""
        if self._calm is None or self._loaded is None:
            return False
        return self._loaded > self._calm * _RATIO + _LEAST

    @property
    def may_begin(self) -> bool:
        """Whether work on one more submission may begin."""
        if self._running:
            return not self.is_suffering
        return self._clock() >= self._rest_until

    @contextmanager
    def working(self) -> Iterator[None]:
        """Work on a submission inside the block."""
        if not self._running:
            self._began, self._loaded, self._has_suffered = self._clock(), None, False
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._end()

    def _end(self) -> None:
        """Let play rest for the time in which it was late, up to the maximum."""
        now = self._clock()
        rest = min(now - self._began, MOST_REST) if self._has_suffered else 0.0
        self._rest_until, self._loaded = now + rest, None


def _mean(before: float | None, new: float, weight: float) -> float:
    return new if before is None else before + weight * (new - before)
