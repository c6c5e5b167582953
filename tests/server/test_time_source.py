"""The fair clock: a stall of the host is nobody's time, and is written down."""

import asyncio
import itertools
import re
import time
from dataclasses import replace

import pytest

from referee.match.clock import SECOND, ClockSettings, Instant, Span, seconds
from referee.match.outcome import Termination
from referee.record.reader import parse
from referee.record.verify import verify
from referee.server.time_source import BEAT, STALL, FairClock
from tests.patience import PATIENCE
from tests.server.harness import QUICK, play_on, started_referee


class TestFairClock:
    """The clock does not run during a stall of the host."""

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
        assert clock.stalled_at - before == BEAT
        assert clock() - before == BEAT + 5

    def test_it_stands_still_without_a_beat_although_others_look(self) -> None:
        now = [0]
        clock = FairClock(lambda: now[0])
        clock.beat()
        seen = []
        for now[0] in range(0, SECOND, SECOND // 1000):
            seen.append(clock())
        clock.beat()
        assert seen == sorted(seen)
        assert seen[-1] == Instant(STALL)
        assert clock.stalled == now[0] - STALL
        now[0] += 5
        assert clock() == Instant(STALL + 5)

    def test_without_beats_every_look_is_one(self) -> None:
        now = [0]
        clock = FairClock(lambda: now[0])
        clock.beat()
        clock.stop_beating()
        for now[0] in range(0, SECOND, SECOND // 20):
            clock()
        assert clock.stalled == 0

    def test_it_stands_still_while_an_echo_through_grpc_is_late(self) -> None:
        now = [0]
        clock = FairClock(lambda: now[0])
        clock.beat()
        clock.send_echo()
        for now[0] in range(0, SECOND, SECOND // 50):
            clock.beat()
        assert clock() == Instant(STALL)
        assert clock.is_held
        clock.receive_echo()
        assert clock.stalled == now[0] - STALL
        assert not clock.is_held
        now[0] += 5
        assert clock() == Instant(STALL + 5)

    def test_an_echo_in_time_costs_nothing(self) -> None:
        now = [0]
        clock = FairClock(lambda: now[0])
        for _ in range(50):
            clock.beat()
            clock.send_echo()
            now[0] += STALL // 2
            clock.beat()
            clock.receive_echo()
        assert clock.stalled == 0

    def test_a_late_echo_and_a_late_loop_are_credited_once(self) -> None:
        now = [0]
        clock = FairClock(lambda: now[0])
        clock.beat()
        clock.send_echo()
        now[0] = 10 * SECOND
        clock.beat()
        now[0] += 5
        clock.receive_echo()
        assert clock.stalled == 10 * SECOND - BEAT
        assert clock() == Instant(BEAT + 5)

    def test_a_stall_is_longer_than_two_beats_and_no_longer_than_the_grace(self) -> None:
        assert 2 * BEAT <= STALL <= ClockSettings().grace


class TestStall:
    """A fault of ours is never booked as a bot's."""

    async def test_a_stall_of_the_host_strikes_nobody_and_stands_in_the_record(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=QUICK)
            question = await b.receive("question")
            await b.choose(question)
            time.sleep(1)
            await asyncio.gather(play_on(a), play_on(b))
            outcome = (await host.done).outcome
            assert [result.strikes for result in outcome.results] == [0, 0]
            record = parse(bytes(harness.records["m1"].data), "memory")
            assert verify(record).outcome == outcome
            stalls = [e.body.stall.span_ns for e in record.entries if e.body.HasField("stall")]
            assert sum(stalls) > seconds(0.8)

    async def test_a_loop_that_another_peer_keeps_busy_strikes_nobody(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=QUICK)
            question = await b.receive("question")
            await b.choose(question)

            def keep_busy() -> None:
                time.sleep(0.002)
                host.now()

            for _ in range(500):
                asyncio.get_running_loop().call_soon(keep_busy)
            await asyncio.gather(play_on(a), play_on(b))
            outcome = (await host.done).outcome
            assert [result.strikes for result in outcome.results] == [0, 0]
            assert verify(parse(bytes(harness.records["m1"].data), "memory")).outcome == outcome

    async def test_it_stands_in_the_record_while_its_bot_still_thinks(self) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            harness.match("a", "b", clock=ClockSettings(decision=seconds(60), bank=seconds(0)))
            await a.receive("match_started")
            time.sleep(0.3)
            while not any(
                entry.body.HasField("stall")
                for entry in parse(bytes(harness.records["m1"].data), "m1").entries
            ):
                await asyncio.sleep(0.01)

    async def test_a_stall_over_the_limit_makes_the_match_void(self) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            host = harness.match("a", "b", clock=replace(QUICK, stall=seconds(0.5)))
            await a.receive("match_started")
            time.sleep(1)
            ended = await a.receive("match_ended")
            outcome = (await host.done).outcome
            assert outcome.termination is Termination.VOID
            assert re.match(
                r"The referee's machine stalled for \d+\.\d+ s in total", outcome.reason
            )
            assert ended.outcome.reason == outcome.reason
            assert list(ended.outcome.results) == []
            assert verify(parse(bytes(harness.records["m1"].data), "m1")).outcome == outcome

    async def test_a_stall_before_the_match_is_not_the_matchs(self) -> None:
        async with started_referee() as harness:
            harness.match("a", "b", match_id="first")
            time.sleep(0.5)
            harness.match("a", "b", match_id="second", clock=replace(QUICK, stall=Span(0)))
            record = parse(bytes(harness.records["second"].data), "second")
            assert not any(entry.body.HasField("stall") for entry in record.entries)

    async def test_the_clock_runs_on_while_the_referee_drains(self) -> None:
        async with started_referee() as harness:
            await harness.bot("a")
            host = harness.match("a", "b", clock=QUICK)
            stopping = asyncio.create_task(harness.referee.stop(2 * PATIENCE))
            await host.done
            await stopping


class TestWallClock:
    """The time of day decides nothing."""

    async def test_a_wall_clock_that_jumps_changes_no_verdict(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jumps = itertools.cycle((0.0, 4e9, 1.0, 2e9))
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            monkeypatch.setattr(time, "time", lambda: next(jumps))
            host = harness.match("a", "b", clock=ClockSettings(decision=seconds(20)))
            await asyncio.gather(play_on(a), play_on(b))
            outcome = (await host.done).outcome
            assert [result.strikes for result in outcome.results] == [0, 0]
            record = parse(bytes(harness.records["m1"].data), "m1")
            assert verify(record).outcome == outcome
            assert record.seal is not None
            assert 0 <= record.seal.at_ns < seconds(30)
