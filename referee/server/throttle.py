"""Throttle unauthenticated calls, so that trying secrets is slow and costs little.

All callers with a wrong secret share one token bucket, whatever they ask for.
"""

import asyncio
from collections.abc import Callable

from referee.match.clock import Instant
from referee.server.limits import Limits
from referee.server.token_bucket import TokenBucket


class Throttle:
    """Delays the answers to calls that are refused."""

    def __init__(self, limits: Limits, clock: Callable[[], Instant]) -> None:
        self._limits = limits
        self._clock = clock
        self._refusals = TokenBucket(limits.refusal_burst, limits.refusals_per_second, clock())
        self._held = 0

    async def refuse(self) -> None:
        """Wait as long as a caller with a wrong secret must."""
        if not self._refusals.take(self._clock()):
            await self.hold()

    async def hold(self) -> None:
        """Wait, unless too many wait already."""
        limits = self._limits
        if self._held >= limits.max_held_refusals:
            return
        self._held += 1
        try:
            await asyncio.sleep(limits.refusal_delay)
        finally:
            self._held -= 1
