"""The watchdog: a loop that is late is seen, and one that stood still is told of."""

import asyncio
import time

from referee.match.clock import SECOND, seconds
from referee.server.clock import BEAT, FairClock
from referee.server.watchdog import Watchdog
from tests.server.raw import running


class TestWatchdog:
    """It looks at every beat."""

    def test_it_counts_by_how_much_the_loop_is_late(self) -> None:
        async def test() -> None:
            watchdog = Watchdog(FairClock(), lambda: None)
            watchdog.start()
            while watchdog.lag.count < 3:
                await asyncio.sleep(BEAT / SECOND)
            watchdog.stop()
            assert watchdog.lag.total >= 0
            seen = watchdog.lag.count
            await asyncio.sleep(3 * BEAT / SECOND)
            assert watchdog.lag.count == seen

        running(test)

    def test_it_tells_of_a_stall_once(self) -> None:
        async def test() -> None:
            told = asyncio.Event()
            watchdog = Watchdog(FairClock(), told.set)
            watchdog.start()
            time.sleep(0.5)
            await told.wait()
            assert watchdog.stalls == 1
            assert watchdog.stalled > seconds(0.3)
            assert watchdog.lag.total > 0.3
            watchdog.stop()

        running(test)
