"""The fair clock: the host's monotonic clock, minus the stalls of the host.

The watchdog beats every 20 ms on the event loop. If there is no beat for the length of a stall,
the process was paused or the loop was busy. The referee could not read messages then, so the clock
does not count that time. Until the next beat, the clock does not advance, even if others read it.
Shorter pauses count; the grace of a match covers them.

The threads of gRPC may be late while the event loop is not. So the referee sends itself messages
through gRPC (`GrpcEcho`). While one of them takes longer than a stall, the clock does not advance.
"""

import time
from collections.abc import Callable
from typing import Final

from referee.match.clock import Instant, Span, seconds

BEAT: Final = seconds(0.02)
"""Maximum time between two beats, if the host does not stall."""

STALL: Final = seconds(0.1)
"""A longer time than this without a beat is a stall."""


_NONE: Final = -1
"""The time of an echo that is not on its way."""


class FairClock:
    """The clock of matches, over a monotonic clock `read` in nanoseconds.

    `stalled` is the total time that it has left out so far, `stalled_at` its time at the end of the
    last stall.
    """

    def __init__(self, read: Callable[[], int] = time.monotonic_ns) -> None:
        self.stalled = Span(0)
        self.beats = 0
        """The number of beats so far; two of them show that the event loop has run in between."""
        self._read = read
        self._seen = read()
        self._beat_at = self._seen
        self._is_beaten = False
        self._echo_at = _NONE
        self.is_held = False
        """Whether the clock does not advance now, because an echo through gRPC is late."""
        self.stalled_at = Instant(self._seen)

    def __call__(self) -> Instant:
        """Return the time."""
        now, alive_at = self._read(), self._beat_at
        if self._echo_at != _NONE:
            alive_at = min(alive_at, self._echo_at)
        if now - alive_at > STALL:
            lost = now - max(self._seen, alive_at + BEAT)
            self.stalled = Span(self.stalled + lost)
            self.stalled_at = Instant(now - self.stalled)
            self._beat_at = min(now, self._beat_at + lost)
            if self._echo_at != _NONE:
                self._echo_at += lost
                self.is_held = True
        self._seen = now
        if not self._is_beaten:
            self._beat_at = now
        return Instant(now - self.stalled)

    def beat(self) -> None:
        """Note that the event loop is running."""
        self._is_beaten = True
        self.beats += 1
        self()
        self._beat_at = self._seen

    def send_echo(self) -> None:
        """Note that a message to the referee itself goes to gRPC."""
        self()
        self._echo_at = self._seen

    def receive_echo(self) -> None:
        """Note that the message has arrived, or that none is on its way."""
        self()
        self._echo_at = _NONE
        self.is_held = False

    def stop_beating(self) -> None:
        """Note that no more beats come; from now on, every reading counts as a beat."""
        self._is_beaten = False
