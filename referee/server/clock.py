"""The fair clock: the host's monotonic clock, without the stalls of the host.

The watchdog looks at it at every beat of the event loop. Where nobody has for as long as a
stall takes, the process was paused or the loop was held up: no bot could have been heard,
so that time is nobody's, and the clock continues as if one beat had passed. What is shorter
than a stall counts; the grace of a match is there for it.
"""

import time
from collections.abc import Callable
from typing import Protocol

from referee.match.clock import Instant, Span, seconds

BEAT = seconds(0.02)
"""The time between two looks at the clock, at most, while the host is well."""

STALL = seconds(0.1)
"""The time between two looks from which on the host stood still."""


class Clock(Protocol):
    """What tells the time to matches; `stalled` is what it left out so far, all in all."""

    @property
    def stalled(self) -> Span:
        """The time that did not count, all in all."""

    @property
    def stalled_at(self) -> Instant:
        """The end of the last stall."""

    def __call__(self) -> Instant:
        """The time."""


class FairClock:
    """Call it to read it. See `Clock`."""

    def __init__(self, read: Callable[[], int] = time.monotonic_ns) -> None:
        self.stalled = Span(0)
        self._read = read
        self._seen = read()
        self.stalled_at = Instant(self._seen)

    def __call__(self) -> Instant:
        """The time."""
        now = self._read()
        passed, self._seen = now - self._seen, now
        if passed > STALL:
            self.stalled = Span(self.stalled + passed - BEAT)
            self.stalled_at = Instant(now - self.stalled)
        return Instant(now - self.stalled)
