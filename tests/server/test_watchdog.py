"""The watchdog measures a late loop, and reports a stall."""

import asyncio
import time

import pytest
from structlog.testing import capture_logs

from referee.match.clock import SECOND, seconds
from referee.server.time_source import BEAT, FairClock
from referee.server.watchdog import Watchdog


class TestWatchdog:
    """It looks at every beat."""

    async def test_it_counts_by_how_much_the_loop_is_late(self) -> None:
        watchdog = Watchdog(FairClock(), lambda: None)
        watchdog.start()
        while watchdog.lag.count < 3:
            await asyncio.sleep(BEAT / SECOND)
        watchdog.stop()
        assert watchdog.lag.total >= 0
        seen = watchdog.lag.count
        await asyncio.sleep(3 * BEAT / SECOND)
        assert watchdog.lag.count == seen

    async def test_it_reports_a_stall_once(self) -> None:
        reported = asyncio.Event()
        watchdog = Watchdog(FairClock(), reported.set)
        watchdog.start()
        time.sleep(0.5)
        await reported.wait()
        assert watchdog.stalls == 1
        assert watchdog.stalled > seconds(0.3)
        assert watchdog.lag.total > 0.3
        watchdog.stop()

    async def test_each_stall_counts_once_and_a_long_one_is_a_warning(self) -> None:
        now, reported = [0], list[int]()
        clock = FairClock(lambda: now[0])
        watchdog = Watchdog(clock, lambda: reported.append(watchdog.stalled))
        now[0] += seconds(5)
        with capture_logs() as lines:
            watchdog.start()
            await beats(watchdog)
            for passed in (0.52, 1.02):
                now[0] += seconds(passed)
                await beats(watchdog)
            watchdog.stop()
        assert reported == [seconds(0.5), seconds(1.5)]
        assert (watchdog.stalls, watchdog.stalled) == (2, seconds(1.5))
        assert watchdog.lag.total == pytest.approx(1.5)
        assert [(line["event"], line["log_level"], line["seconds"]) for line in lines] == [
            ("host_stalled", "info", 0.5),
            ("host_stalled", "warning", 1),
        ]

    async def test_a_late_echo_is_one_stall_and_a_very_long_one_is_reported_before_its_end(
        self,
    ) -> None:
        now, reported = [0], list[int]()
        clock = FairClock(lambda: now[0])
        watchdog = Watchdog(clock, lambda: reported.append(watchdog.stalled))
        watchdog.start()
        clock.send_echo()
        for _ in range(10):
            now[0] += BEAT
            await beats(watchdog)
        assert reported == []
        clock.receive_echo()
        await beats(watchdog)
        assert reported == [10 * BEAT - seconds(0.1)]
        clock.send_echo()
        while len(reported) < 2:
            now[0] += BEAT
            await beats(watchdog)
        assert clock.is_held
        watchdog.stop()


async def beats(watchdog: Watchdog) -> None:
    """Let it look twice more, at the least."""
    seen = watchdog.lag.count
    while watchdog.lag.count < seen + 2:
        await asyncio.sleep(BEAT / SECOND)
