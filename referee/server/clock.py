"""The fair clock: the host's monotonic clock, without the time in which the host stood still.

Somebody looks at it at every beat of the event loop. Where nobody has for longer than a
stall takes, the process was paused or the loop was held up: no bot could have been heard,
so that time is nobody's, and the clock goes on as if one beat had passed.
"""

import time
from collections.abc import Callable

from referee.match.clock import Instant, Span, seconds

BEAT = seconds(0.1)
"""The time between two looks at the clock, at most, while the host is well."""

STALL = seconds(0.25)
"""The time between two looks from which on the host stood still."""


class FairClock:
    """Call it to read it. `stalled` is the time that did not count, all in all."""

    def __init__(self, read: Callable[[], int] = time.monotonic_ns) -> None:
        self.stalled = Span(0)
        self._read = read
        self._seen = read()

    def __call__(self) -> Instant:
        """The time."""
        now = self._read()
        passed, self._seen = now - self._seen, now
        if passed > STALL:
            self.stalled = Span(self.stalled + passed - BEAT)
        return Instant(now - self.stalled)
