"""The watchdog: measures at every beat how late the event loop is, and detects stalls."""

import asyncio
from collections.abc import Callable

from referee.event_log import structlog
from referee.match.clock import SECOND, Span, seconds
from referee.server.histogram import Histogram
from referee.server.time_source import BEAT, FairClock

log = structlog.get_logger()

LAGS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Bucket bounds for the lag of the event loop, in seconds."""


LONG = seconds(1)
"""A stall of at least this length is logged as a warning, and reported before its end."""


class Watchdog:
    """Beats the clock, and calls `on_stall` after each stall of the host.

    `lag` is the delay of each beat, which is the delay of all work on the loop. `stalls` is the
    number of stalls, and `stalled` their total length.
    """

    def __init__(self, clock: FairClock, on_stall: Callable[[], None]) -> None:
        self.lag = Histogram(LAGS)
        self.stalls = 0
        self.stalled = Span(0)
        self._clock = clock
        self._on_stall = on_stall
        self._known = clock.stalled
        self._due = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat, on the running event loop."""
        self._clock.beat()
        self._known = self._clock.stalled
        self._set()

    def stop(self) -> None:
        """Stop beating."""
        if self._timer is not None:
            self._timer.cancel()
        self._clock.stop_beating()

    def _set(self) -> None:
        self._due = self._now() + BEAT
        self._timer = asyncio.get_running_loop().call_later(BEAT / SECOND, self._beat)

    def _now(self) -> int:
        """Return the time of the host in nanoseconds, which includes stalls."""
        return self._clock() + self._clock.stalled

    def _beat(self) -> None:
        """Beat. A timer calls it, because timers run before tasks that wake at the same time."""
        self._clock.beat()
        self.lag.observe(max(0, self._now() - self._due) / SECOND)
        self._set()
        stall = Span(self._clock.stalled - self._known)
        if stall >= LONG or (stall and not self._clock.is_held):
            self._known = self._clock.stalled
            self.stalls += 1
            self.stalled = Span(self.stalled + stall)
            log_stall = log.warning if stall >= LONG else log.info
            log_stall("host_stalled", seconds=stall / SECOND)
            self._on_stall()
