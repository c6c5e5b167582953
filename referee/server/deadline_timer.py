"""The deadline timer of a match."""

import asyncio
from collections.abc import Callable

from referee.match.clock import SECOND, Instant
from referee.server.time_source import FairClock


class DeadlineTimer:
    """Calls a function when a deadline has passed, or somewhat before.

    A later deadline sets no new timer: the old one fires early, and the function sets the next
    deadline. So most questions cost no timer.
    """

    def __init__(self, clock: FairClock, ring: Callable[[], None]) -> None:
        """Create the timer, without a deadline.

        Args:
            clock: the clock of the match.
            ring: called at a deadline; it sets the next one.
        """
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._rings_for = Instant(0)

    def set(self, deadline: Instant | None) -> None:
        """Set the next deadline; None cancels the timer."""
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
        """Cancel the timer."""
        self.set(None)

    def close(self) -> None:
        """Cancel the timer, and release the function that it calls."""
        self.cancel()
        self._ring = _ignore

    def _rang(self) -> None:
        self._handle = None
        self._ring()


def _ignore() -> None:
    """Set no deadline: the match is over."""
