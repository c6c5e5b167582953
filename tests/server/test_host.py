"""The host of a match: what fails around a match, and what is kept of it."""

import asyncio
import gc
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import pytest

from referee.error import StorageError
from referee.identifier import BotName, SessionId
from referee.match.match import Match
from referee.match.outcome import Termination
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.sentence import RecordSentence
from referee.record.verify import sealed_outcome
from referee.server.host import MatchHost
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from referee.server.time_source import FairClock
from tests.match import toy
from tests.match.toy import TOY, ToyState, ToyWire
from tests.patience import PATIENCE
from tests.server.harness import SLOW, play_all, play_on, running, started_referee, toy_match
from tianming_games.action import Action
from tianming_proto.v1 import play_pb2 as pb


class TestWatcher:
    """Whoever looks on harms nobody."""

    async def test_a_watcher_that_fails_sees_no_more_and_the_match_continues(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            seen = []

            def look(match: Match) -> None:
                seen.append(match)
                raise BrokenPipeError

            host.watch(look)
            await asyncio.gather(play_on(a), play_on(b))
            assert (await host.done).outcome.termination is Termination.FINISHED
            assert len(seen) == 1


class Failing(MemoryFile):
    """A disk that refuses once, from some append on or at the end."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at
        self.finished = False

    def append(self, data: bytes) -> None:
        self.at -= 1
        if not self.at:
            raise StorageError(RecordSentence.RECORD_DISK_FULL, path="m1.tianming")
        super().append(data)

    def finish(self) -> None:
        self.finished = True


class Bursting(MemoryFile):
    """A file whose end fails in a way nobody has thought of."""

    def finish(self) -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")


class TestStorage:
    """No result without a durable record."""

    async def test_nothing_happens_in_a_match_whose_record_has_failed(self) -> None:
        async with started_referee() as harness:
            await harness.bot("a")
            file = Failing(at=2)
            host = harness.referee.host(toy_match("a", "a"), file)
            host.start()
            host.resign(BotName("a"), host.now())
            with pytest.raises(StorageError):
                await host.done
            await asyncio.sleep(0.1)
            assert not file.finished

    async def test_an_end_that_fails_in_any_way_is_no_result(self) -> None:
        async with started_referee() as harness:
            host = harness.referee.host(toy_match("a", "b"), Bursting())
            host.start()
            host.void("The test is over.")
            with pytest.raises(RuntimeError):
                await asyncio.wait_for(host.done, PATIENCE)

    async def test_a_record_that_fails_when_nobody_waits_is_in_the_log_only(self) -> None:
        said: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: said.append(what))
        async with started_referee() as harness:
            host = harness.referee.host(toy_match("a", "b"), Bursting())
            host.start()
            failed = asyncio.Event()
            host.done.add_done_callback(lambda _: failed.set())
            host.void("The test is over.")
            await asyncio.wait_for(failed.wait(), PATIENCE)
        del host
        gc.collect()
        assert said == []


def fails(*_: object) -> NoReturn:
    """A bug in the rules."""
    raise ZeroDivisionError("a bug in the rules")


class TestQuestions:
    """A question that was put is soon in the record, though nobody waits for that."""

    async def test_it_is_in_the_file_while_its_bot_thinks(self) -> None:
        async with started_referee() as harness:
            a, _ = await harness.bot("a"), await harness.bot("b")
            harness.match("b", "a", clock=SLOW)
            await a.receive("question")
            while (
                not parse(bytes(harness.records["m1"].data), "m1")
                .entries[-1]
                .body.HasField("asked")
            ):
                await asyncio.sleep(0.01)


class TestRules:
    """A bug in the rules makes a match void, wherever it shows."""

    @pytest.mark.parametrize(
        ("method", "bug"),
        [("canonical_bytes", fails), ("returns", lambda state: [1 << 31] * state.seats)],
    )
    async def test_at_the_seal(
        self, method: str, bug: Callable[..., object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ToyState, method, bug)
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            ended, _ = await asyncio.gather(play_on(a), play_on(b))
            assert "incident" in ended.outcome.reason
            outcome = (await host.done).outcome
            assert outcome.termination is Termination.VOID
            record = parse(bytes(harness.records["m1"].data), "memory")
            assert sealed_outcome(record) == outcome

    async def test_beside_a_question_that_is_written_while_its_bot_thinks(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The sixteenth question has the state's digest beside it."""
        plain, bugs = ToyState.canonical_bytes, [fails]

        def once(state: ToyState) -> bytes:
            return bugs.pop()() if bugs else plain(state)

        monkeypatch.setattr(toy, "ROUNDS", 9)
        monkeypatch.setattr(ToyState, "canonical_bytes", once)
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            await asyncio.gather(play_on(a), play_on(b))
            assert bugs == []
            assert (await host.done).outcome.termination is Termination.VOID

    async def test_while_a_question_waits_that_cannot_be_written(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The sixteenth question has the state's digest beside it; the next one breaks."""
        position = ToyWire.position

        def asked(wire: ToyWire, state: ToyState, seat: int, options: Sequence[Action]) -> bytes:
            return (
                fails() if (state.round, seat) == (5, 2) else position(wire, state, seat, options)
            )

        monkeypatch.setattr(toy, "ROUNDS", 9)
        monkeypatch.setattr(ToyState, "canonical_bytes", fails)
        monkeypatch.setattr(ToyWire, "position", asked)
        async with started_referee() as harness:
            bots = [await harness.bot(name) for name in "abc"]
            host = harness.match("a", "b", "c", clock=SLOW, options={"together": "yes"})
            await asyncio.gather(*(play_on(bot) for bot in bots))
            assert (await host.done).outcome.termination is Termination.VOID


class TestMemory:
    """A match that is over takes no room."""

    def test_a_match_is_forgotten_when_it_has_ended(self) -> None:
        """Without the garbage collector: a match has no reference cycle."""

        def hosts() -> set[int]:
            return {id(one) for one in gc.get_objects() if isinstance(one, MatchHost)}

        async def test() -> None:
            async with started_referee() as harness:
                a, b = await harness.bot("a"), await harness.bot("b")
                harness.match("a", "b", clock=SLOW)
                await asyncio.gather(play_on(a), play_on(b))
                while hosts() - of_other_tests:
                    await asyncio.sleep(0.01)

        gc.collect()
        gc.disable()
        of_other_tests = hosts()
        try:
            running(test)
        finally:
            gc.enable()


class TestPace:
    """Questions that wait, because people look on, cost a bot nothing."""

    async def test_a_question_that_nobody_has_to_answer_any_more_is_not_put(self) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            host = harness.referee.host(toy_match("a", "a"), MemoryFile())
            host.pace = 0.1
            host.start()
            host.resign(BotName("a"), host.now())
            await asyncio.sleep(0.3)
            (_,) = await play_all(a, 1)
            await harness.referee.stop(0)
            assert await a.read() is None

    async def test_a_bot_that_connects_while_its_question_waits_gets_it_once(self) -> None:
        limits, clock = Limits(), FairClock()
        host = MatchHost(toy_match("a", "a"), TOY, MemoryFile(), clock, 0.0)
        lobby = Lobby(limits, RateLimitedLog(limits, clock))
        session = Session(SessionId("s1"), BotName("a"), lobby, limits, clock())
        host.pace = 0.01
        host.start()
        host.enter(session, clock(), None)
        await asyncio.sleep(0.05)
        messages = pb.PlayResponse.FromString(session.frame(clock())).messages
        assert [message.WhichOneof("kind") for message in messages].count("question") == 1


class TestStopped:
    """A match whose referee stops stays as its record has it: no bot is away, or late, for that."""

    async def test_nothing_happens_to_it_while_the_streams_end_and_after(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            file = MemoryFile()
            host = harness.referee.host(toy_match("a", "b"), file)
            host.start()
            await asyncio.gather(a.receive("match_started"), b.receive("match_started"))
            host.flush()
            written = bytes(file.data)
            await harness.referee.stop(0)
            await asyncio.gather(a.end(), b.end())
            host.resign(BotName("a"), host.now())
            host.look()
            assert bytes(file.data) == written
            assert host.done.cancelled()
