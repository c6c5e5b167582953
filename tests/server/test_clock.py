"""The fair clock: a stall of the host is nobody's time, and is written down."""

import asyncio
import time

from referee.match.clock import SECOND, seconds
from referee.record.reader import parse
from referee.record.verify import verify
from referee.server.clock import BEAT, STALL, FairClock
from tests.server.raw import arena, play_on, running


class TestFairClock:
    """The clock does not run while the host stands still."""

    def test_it_runs_with_the_time_as_long_as_it_is_looked_at(self) -> None:
        readings = [n * SECOND // 10 for n in range(50)]
        clock = FairClock(iter(readings).__next__)
        assert [clock() for _ in range(49)] == readings[1:]
        assert clock.stalled == 0

    def test_it_stands_still_while_nobody_looks(self) -> None:
        times = iter([0, SECOND // 10, 10 * SECOND, 10 * SECOND + 5])
        clock = FairClock(times.__next__)
        before = clock()
        assert clock() - before == BEAT
        assert clock.stalled == 10 * SECOND - SECOND // 10 - BEAT
        assert clock() - before == BEAT + 5

    def test_a_stall_is_told_from_the_time_between_two_beats(self) -> None:
        assert 2 * BEAT <= STALL <= seconds(0.5)


class TestStall:
    """A fault of ours is never booked as a bot's."""

    def test_a_stall_of_the_host_strikes_nobody_and_stands_in_the_record(self) -> None:
        async def test() -> None:
            async with arena() as ring:
                a, b = await ring.bot("a"), await ring.bot("b")
                host = ring.match("a", "b")
                question = await b.hear("question")
                await b.choose(question)
                time.sleep(1)
                await asyncio.gather(play_on(a), play_on(b))
                outcome = (await host.done).outcome
                assert [result.strikes for result in outcome.results] == [0, 0]
                record = parse(bytes(ring.records["m1"].data), "memory")
                assert verify(record).outcome == outcome
                notes = [e.body.note.text for e in record.entries if e.body.HasField("note")]
                (note,) = notes
                assert note.startswith("The host stood still for ")

        running(test)

    def test_the_clock_runs_on_while_the_referee_drains(self) -> None:
        async def test() -> None:
            async with arena() as ring:
                await ring.bot("a")
                host = ring.match("a", "b")
                began = time.monotonic()
                stopping = asyncio.create_task(ring.referee.stop(20))
                await host.done
                assert time.monotonic() - began < 4
                await stopping

        running(test)
