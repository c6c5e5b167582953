"""Group commit: nobody is shown what a loss of power could take back."""

import asyncio
import threading

import grpc
import pytest

from referee.error import StorageError
from referee.match.clock import ClockSettings, Instant, seconds
from referee.record.durability import Durability
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.resume import opened, take_up
from referee.record.verify import verify
from referee.server.commit import GroupCommit
from referee.server.host import MatchHost
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from tests.patience import PATIENCE
from tests.server.harness import RefereeHarness, play_on, started_referee, toy_match
from tests.server.raw import Raw
from tianming_proto.record.v1 import record_pb2 as pb
from tianming_proto.v1 import play_pb2

SHORT = ClockSettings(seconds(0.3), seconds(0), seconds(0), seconds(0), seconds(0))


class Disk(MemoryFile):
    """A disk that syncs when it is let; `synced` is how much of the record it has."""

    def __init__(self, *, open_gate: bool = True, fails: bool = False) -> None:
        super().__init__()
        self.synced = 0
        self.syncs = 0
        self.asked = threading.Event()
        self.gate = threading.Event()
        self._fails = fails
        if open_gate:
            self.gate.set()

    def sync(self) -> None:
        size = len(self.data)
        self.syncs += 1
        self.asked.set()
        assert self.gate.wait(PATIENCE)
        if self._fails:
            raise StorageError(ServerSentence.RECORDS_NOT_SYNCED, why="the disk has failed")
        self.synced = size


class Powered:
    """A referee whose records survive a loss of power. Use `async with`."""

    def __init__(self) -> None:
        self._referee = Referee(
            ServerSettings("127.0.0.1:0", Limits(), durability=Durability.POWER)
        )

    async def __aenter__(self) -> RefereeHarness:
        self._ring = RefereeHarness(await self._referee.__aenter__())
        return self._ring

    async def __aexit__(self, *_: object) -> None:
        await self._ring.close()
        await self._referee.__aexit__()


async def watched(raw: Raw, disk: Disk, shown: list[tuple[bytes, list[str]]]) -> None:
    """Play to the end; note at each question what has been shown so far, and what is on disk."""
    events: list[str] = []
    while (message := await raw.next()).WhichOneof("kind") != "match_ended":
        if message.HasField("question"):
            events += [event.notation for event in message.question.since]
            shown.append((bytes(disk.data[: disk.synced]), list(events)))
            await raw.choose(message.question, 1)


async def play_as_bots_come(harness: RefereeHarness, host: MatchHost, disk: Disk) -> None:
    """Play a match whose bots come while its disk is busy; its record must be sound."""
    host.start()
    await asyncio.to_thread(disk.asked.wait, PATIENCE)
    a, b = await harness.bot("a"), await harness.bot("b")
    disk.gate.set()
    await asyncio.gather(play_on(a), play_on(b))
    assert verify(parse(bytes(disk.data), "disk")).outcome == (await host.done).outcome


class TestGroupCommit:
    """Files are brought to disk together, off the event loop."""

    async def test_files_that_wait_go_together(self) -> None:
        commits, first = GroupCommit(), Disk(open_gate=False)
        done: list[Exception | None] = []
        commits.request(first, done.append)
        await asyncio.to_thread(first.asked.wait, PATIENCE)
        others = [Disk() for _ in range(50)]
        for disk in others:
            commits.request(disk, done.append)
        first.gate.set()
        while len(done) < 51:
            await asyncio.sleep(0.01)
        assert done == [None] * 51
        assert commits.rounds == 2
        assert [disk.syncs for disk in others] == [1] * 50

    async def test_only_the_affected_match_receives_a_failure(self) -> None:
        commits = GroupCommit()
        done: list[Exception | None] = []
        commits.request(Disk(fails=True), done.append)
        commits.request(Disk(), done.append)
        while len(done) < 2:
            await asyncio.sleep(0.01)
        assert isinstance(done[0], StorageError)
        assert done[1] is None

    async def test_if_no_thread_can_start_the_commit_fails_with_the_reason(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_thread(thread: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        commits = GroupCommit()
        ends: asyncio.Queue[Exception | None] = asyncio.Queue()
        with monkeypatch.context() as broken:
            broken.setattr(threading.Thread, "start", no_thread)
            for _ in range(2):
                commits.request(Disk(), ends.put_nowait)
            for _ in range(2):
                assert isinstance(await asyncio.wait_for(ends.get(), PATIENCE), StorageError)
        commits.request(Disk(), ends.put_nowait)
        assert await asyncio.wait_for(ends.get(), PATIENCE) is None
        commits.close()

    async def test_a_match_that_fails_in_its_callback_delays_no_other(self) -> None:
        def fail(failure: Exception | None) -> None:
            raise ZeroDivisionError("a bug in one match")

        commits = GroupCommit()
        done: list[Exception | None] = []
        for _ in range(2):
            commits.request(Disk(), fail)
            commits.request(Disk(), done.append)
            written_before = len(done)
            while len(done) == written_before:
                await asyncio.sleep(0.01)
        assert done == [None, None]


class TestPower:
    """A decision is on disk before anybody is shown it."""

    async def test_a_match_is_announced_after_its_header_is_on_disk(self) -> None:
        async with Powered() as harness:
            a, _ = await harness.bot("a"), await harness.bot("b")
            disk = Disk(open_gate=False)
            harness.referee.host(toy_match("a", "b"), disk).start()
            await asyncio.to_thread(disk.asked.wait, PATIENCE)
            first = asyncio.create_task(a.receive("match_started"))
            await asyncio.sleep(0.2)
            assert not first.done()
            disk.gate.set()
            assert (await first).match_id == "m1"

    async def test_a_choice_is_on_disk_before_the_next_seat_is_shown_it(self) -> None:
        async with Powered() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            disk = Disk()
            harness.referee.host(toy_match("a", "b"), disk).start()
            question = await b.receive("question")
            disk.asked.clear()
            disk.gate.clear()
            await b.choose(question, 2)
            await asyncio.to_thread(disk.asked.wait, PATIENCE)
            receiving = asyncio.create_task(a.receive("question"))
            await asyncio.sleep(0.2)
            assert not receiving.done()
            disk.gate.set()
            shown = [event.notation for event in (await receiving).since]
            assert "take 2" in shown
            on_disk = parse(bytes(disk.data[: disk.synced]), "disk")
            chosen = [e.body.chosen for e in on_disk.entries if e.body.HasField("chosen")]
            assert chosen[-1].option == 2

    async def test_whatever_was_shown_survives_a_loss_of_power(self) -> None:
        async with Powered() as harness:
            disk = Disk()
            shown: list[tuple[bytes, list[str]]] = []
            host = harness.referee.host(toy_match("a", "b"), disk)
            players = [watched(await harness.bot(name), disk, shown) for name in ("a", "b")]
            host.start()
            await asyncio.gather(*players)
        assert len(shown) == 5
        for on_disk, events in shown:
            left = opened(on_disk + bytes(512), "disk", MemoryFile())
            match, _ = take_up(left, Instant(0), 0.0)
            assert [event.notation for event in match.history][: len(events)] == events

    async def test_a_match_continues_in_order_while_its_bots_return(self) -> None:
        async with Powered() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            first = Disk()
            host = harness.referee.host(toy_match("a", "b"), first)
            host.start()
            await b.choose(await b.receive("question"), 2)
            await a.receive("question")
        entries = parse(bytes(first.data), "disk").entries
        cut = next(entry.offset for entry in entries if entry.body.asked.number == 2)
        disk = Disk(open_gate=False)
        disk.append(bytes(first.data[:cut]))
        left = opened(bytes(disk.data), "disk", disk)
        async with Powered() as harness:
            host = harness.referee.resume(left)
            await play_as_bots_come(harness, host, disk)

    async def test_a_match_that_started_durable_resumes_durable_at_any_referee(self) -> None:
        first, disk = Disk(), Disk()
        async with Powered() as harness:
            harness.referee.host(toy_match("a", "b"), first).start()
            await (await harness.bot("b")).receive("question")
        on_disk = bytes(first.data[: first.synced])
        disk.append(on_disk)
        async with started_referee() as harness:
            harness.referee.resume(opened(on_disk, "disk", disk)).start()
            assert await asyncio.to_thread(disk.asked.wait, PATIENCE)

    async def test_a_disk_that_takes_longer_than_a_budget_strikes_nobody(self) -> None:
        async with Powered() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            disk = Disk()
            host = harness.referee.host(toy_match("a", "b", clock=SHORT), disk)
            host.start()
            question = await b.receive("question")
            disk.asked.clear()
            disk.gate.clear()
            await b.choose(question, 2)
            await asyncio.to_thread(disk.asked.wait, PATIENCE)
            await asyncio.sleep(0.8)
            disk.gate.set()
            await asyncio.gather(play_on(a), play_on(b))
            outcome = (await host.done).outcome
            assert [result.strikes for result in outcome.results] == [0, 0]
            record = parse(bytes(disk.data), "disk")
            assert verify(record).outcome == outcome
            assert record.header.durability == pb.RECORD_DURABILITY_POWER

    async def test_a_bot_that_comes_while_the_disk_is_busy_is_asked_afterwards(self) -> None:
        async with Powered() as harness:
            disk = Disk(open_gate=False)
            host = harness.referee.host(toy_match("a", "b"), disk)
            await play_as_bots_come(harness, host, disk)

    async def test_answers_that_come_while_the_disk_is_busy_are_free_once_for_each_question(
        self,
    ) -> None:
        async with Powered() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            disk = Disk()
            host = harness.referee.host(toy_match("a", "b"), disk)
            host.start()
            first = await b.receive("question")
            disk.asked.clear()
            disk.gate.clear()
            await b.choose(first, 2)
            await asyncio.to_thread(disk.asked.wait, PATIENCE)
            unseen = play_pb2.Choose(match_id="m1", number=first.number + 1, option=0)
            await a.send(*[play_pb2.BotMessage(choose=unseen)] * 1000)
            code, reason, _ = await a.end()
            assert (code, reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMIT")
            disk.gate.set()
            a = await harness.bot("a")
            await asyncio.gather(play_on(a), play_on(b))
            outcome = (await host.done).outcome
            assert [result.strikes for result in outcome.results] == [1, 0]
            assert verify(parse(bytes(disk.data), "disk")).outcome == outcome

    async def test_nobody_is_shown_what_the_disk_has_refused(self) -> None:
        async with Powered() as harness:
            a, _ = await harness.bot("a"), await harness.bot("b")
            disk = Disk(fails=True)
            host = harness.referee.host(toy_match("a", "b"), disk)
            host.start()
            with pytest.raises(StorageError):
                await host.done
            received = asyncio.create_task(a.receive("match_started"))
            await asyncio.sleep(0.2)
            assert not received.done()
            assert disk.syncs == 1
            received.cancel()
