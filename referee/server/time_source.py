"""The fair clock: the host's monotonic clock, without the stalls of the host.

The watchdog beats at every round of the event loop. If there is no beat for the length of a stall,
the process was paused or the loop was busy. The referee could not read messages then, so no clock
counts that time. The clock does not advance until the next beat, even if others read it meanwhile,
such as streams that have much to say. Shorter pauses count; the grace of a match covers them.
"""

import time
from collections.abc import Callable
from typing import Protocol

from referee.match.clock import Instant, Span, seconds

BEAT = seconds(0.02)
"""The time between two beats, at most, while the host is well."""

STALL = seconds(0.1)
"""The time without a beat that counts as a stall."""


class TimeSource(Protocol):
    """The clock of matches; `stalled` is the total time that it has left out so far."""

    @property
    def stalled(self) -> Span:
        """The time that did not count, all in all."""

    @property
    def stalled_at(self) -> Instant:
        """The end of the last stall."""

    def __call__(self) -> Instant:
        """Return the time."""

    def beat(self) -> None:
        """Note that the event loop has come round."""

    def stop_beating(self) -> None:
        """Note that no more beats come; then every reading counts as one."""


class FairClock:
    """Call it to read it. See `TimeSource`."""

    def __init__(self, read: Callable[[], int] = time.monotonic_ns) -> None:
        self.stalled = Span(0)
        self._read = read
        self._seen = read()
        self._beat_at = self._seen
        self._is_beaten = False
        self.stalled_at = Instant(self._seen)

    def __call__(self) -> Instant:
        """Return the time."""
        now = self._read()
        if now - self._beat_at > STALL:
            lost = now - max(self._seen, self._beat_at + BEAT)
            self.stalled = Span(self.stalled + lost)
            self.stalled_at = Instant(now - self.stalled)
            self._beat_at += lost
        self._seen = now
        if not self._is_beaten:
            self._beat_at = now
        return Instant(now - self.stalled)

    def beat(self) -> None:
        """Note that the event loop has come round."""
        self._is_beaten = True
        self()
        self._beat_at = self._seen

    def stop_beating(self) -> None:
        """Note that no more beats come; then every reading counts as one."""
        self._is_beaten = False
