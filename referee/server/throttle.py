"""Throttle unauthenticated calls, so that guessing secrets is slow and costs the referee little.

All callers with a wrong secret share one token bucket.
"""

import asyncio
from collections.abc import Callable

from referee.match.clock import Instant
from referee.server.limits import Limits
from referee.server.token_bucket import TokenBucket


class Throttle:
    """Delays refusals."""

    def __init__(self, limits: Limits, clock: Callable[[], Instant]) -> None:
        self._limits = limits
        self._clock = clock
        self._refusals = TokenBucket(limits.refusal_burst, limits.refusals_per_second, clock())
        self._held = 0

    async def refuse(self) -> None:
        """Wait before a wrong secret is refused, if such calls exceed their rate."""
        if not self._refusals.take(self._clock()):
            await self.hold()

    async def hold(self) -> None:
        """Wait for `refusal_delay`, unless too many calls wait already."""
        limits = self._limits
        if self._held >= limits.max_held_refusals:
            return
        self._held += 1
        try:
            await asyncio.sleep(limits.refusal_delay)
        finally:
            self._held -= 1
