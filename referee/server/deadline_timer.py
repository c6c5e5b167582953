"""The timer of a match: it rings when the first deadline has passed."""

import asyncio
from collections.abc import Callable

from referee.match.clock import SECOND, Instant
from referee.server.time_source import TimeSource


class DeadlineTimer:
    """Calls a function when a deadline has passed, or somewhat before.

    A timer that rings too early is only set again, so that most questions cost none.
    """

    def __init__(self, clock: TimeSource, ring: Callable[[], None]) -> None:
        """Set no deadline yet.

        Args:
            clock: tells the time.
            ring: called at a deadline; it sets the next one.
        """
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._rings_for = Instant(0)

    def set(self, deadline: Instant | None) -> None:
        """Ring when a deadline has passed; None for none."""
        if self._handle is not None:
            if deadline is not None and self._rings_for <= deadline:
                return
            self._handle.cancel()
            self._handle = None
        if deadline is None:
            return
        wait = max(0, deadline - self._clock() + 1) / SECOND
        self._rings_for = deadline
        self._handle = asyncio.get_running_loop().call_later(wait, self._rang)

    def cancel(self) -> None:
        """Ring no more."""
        self.set(None)

    def _rang(self) -> None:
        self._handle = None
        self._ring()
