"""The throttle delays unauthenticated calls, up to a number at once."""

import asyncio

from referee.match.clock import Instant
from referee.server.limits import Limits
from referee.server.throttle import Throttle

LIMITS = Limits(refusal_burst=0, refusals_per_second=0, refusal_delay=3600, max_held_refusals=2)


class TestGate:
    """A cancelled call frees its place in the throttle."""

    async def test_a_call_after_a_cancelled_one_waits_too(self) -> None:
        call_throttle = Throttle(LIMITS, lambda: Instant(0))
        for _ in range(3):
            waiting = [asyncio.create_task(call_throttle.refuse()) for _ in range(2)]
            await asyncio.sleep(0)
            await call_throttle.refuse()
            assert not any(each.done() for each in waiting)
            for each in waiting:
                each.cancel()
            await asyncio.wait(waiting)
