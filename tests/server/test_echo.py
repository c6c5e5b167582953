"""The echo through gRPC: it is sent again and again, and a late one holds the clock."""

import asyncio

from referee.match.clock import SECOND
from referee.server.echo import PAUSE, GrpcEcho
from referee.server.time_source import STALL, FairClock


class CountingClock:
    """A fair clock that counts the echoes."""

    def __init__(self) -> None:
        self.echoes = 0
        self.fair = FairClock()

    def send_echo(self) -> None:
        """Wait for the echo."""
        self.fair.send_echo()

    def receive_echo(self) -> None:
        """Count the echo."""
        self.echoes += 1
        self.fair.receive_echo()


class TestEcho:
    """The clock waits for the echo."""

    async def test_echoes_return_until_it_is_stopped(self) -> None:
        clock = CountingClock()
        echo = GrpcEcho(clock)
        await echo.start()
        while clock.echoes < 3:
            await asyncio.sleep(PAUSE)
        await echo.stop()
        seen = clock.echoes
        await asyncio.sleep(3 * PAUSE)
        assert clock.echoes == seen
        assert not clock.fair.is_held

    async def test_without_an_echo_the_clock_stands_still(self) -> None:
        clock = FairClock()
        clock.send_echo()
        while not clock.is_held:
            clock.beat()
            await asyncio.sleep(STALL / SECOND / 10)
        before = clock()
        await asyncio.sleep(STALL / SECOND)
        assert clock() == before
        clock.receive_echo()
        assert clock.stalled > 0
