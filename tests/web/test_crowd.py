"""Crowds: each answer is made once, all get it, and one peer does not delay another."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp

from referee.identifier import MatchId
from referee.web import hub, live, service, steps
from referee.web.fair_worker import FairWorker, Work
from referee.web.sentence import WebSentence
from referee.web.shared_answers import SharedAnswers
from referee.web.web_problem import NotFound, Overloaded, TooMany
from tests.errors import raises
from tests.record.samples import dragon_record, toy_record
from tests.web.browser import Reply, Stream, request, visit
from tests.web.conftest import Pages
from tests.web.test_live import Writer

READERS = 300
STEPS = "/api/v1/matches/m1/steps"
LIVE = "/api/v1/matches/m1/live"


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note each replay that the service begins."""
    begun: list[object] = []
    work = steps.work_on_steps

    def note(match_id: MatchId, *words: Any) -> Any:
        begun.append(match_id)
        return work(match_id, *words)

    monkeypatch.setattr(service, "work_on_steps", note)
    return begun


async def ask_together(app: ASGIApp, target: str, count: int = READERS) -> list[Reply]:
    """Send requests at the same time."""
    return await asyncio.gather(*(request(app, target) for _ in range(count)))


class TestPopularMatch:
    """A link that hundreds follow at once."""

    def test_a_cold_match_is_replayed_once_and_all_get_it(
        self, folder: Path, pages: Pages, replays: list[object]
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        replies = visit(pages(), lambda app: ask_together(app, STEPS))
        assert {reply.status for reply in replies} == {200}
        assert len({reply.body for reply in replies}) == 1
        assert replays == ["m1"]

    def test_a_live_match_is_not_replayed_for_its_readers(
        self, folder: Path, pages: Pages, replays: list[object]
    ) -> None:
        Writer(folder, toy_record()).write(len(toy_record()) - 250)
        replies = visit(pages(), lambda app: ask_together(app, STEPS))
        assert {reply.status for reply in replies} == {200}
        assert replays == []

    def test_the_steps_of_a_live_match_are_those_of_its_record(
        self, folder: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Those of the hub, and those that a replay has; also with a delay."""
        Writer(folder, toy_record()).write(len(toy_record()) - 250)
        for delay in (0, 2):
            by_hub = visit(pages(delay=delay), lambda app: request(app, STEPS)).json()
            with monkeypatch.context() as patch:
                patch.setattr(hub.Hub, "answer", _nothing)
                by_replay = visit(pages(delay=delay), lambda app: request(app, STEPS)).json()
            assert by_hub == by_replay
            assert by_hub["steps"]

    def test_a_match_is_followed_for_a_while_after_its_last_reader(
        self, folder: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun: list[object] = []
        follow = live.LiveMatch.follow

        async def note(self: live.LiveMatch) -> None:
            begun.append(self)
            await follow(self)

        monkeypatch.setattr(live.LiveMatch, "follow", note)
        Writer(folder, toy_record()).write(len(toy_record()) - 250)

        async def use(app: ASGIApp) -> None:
            for _ in range(3):
                assert (await request(app, STEPS)).status == 200

        visit(pages(), use)
        assert len(begun) == 1


async def _nothing(*_: object) -> None:
    """Have no answer."""


class TestSharedAnswers:
    """One computation for each key."""

    def test_a_reader_who_leaves_does_not_take_the_answer_from_the_others(self) -> None:
        async def use() -> tuple[int, int]:
            shared, begun = SharedAnswers(FairWorker()), 0
            gate = asyncio.Event()

            def work() -> Work[int]:
                nonlocal begun
                begun += 1
                while not gate.is_set():
                    yield
                return 7

            tasks = [asyncio.create_task(shared.answer("key", "a", work)) for _ in range(5)]
            await asyncio.sleep(0)
            tasks[0].cancel()
            await asyncio.sleep(0)
            gate.set()
            found = await asyncio.gather(*tasks[1:])
            assert set(found) == {7}
            return begun, await shared.answer("key", "a", work)

        assert asyncio.run(use()) == (1, 7)

    def test_an_error_is_shared_and_not_kept(self) -> None:
        async def use() -> int:
            shared, answers = SharedAnswers(FairWorker()), iter((None, 7))

            def work() -> Work[int]:
                yield
                found = next(answers)
                if found is None:
                    raise NotFound(WebSentence.NOT_LIVE)
                return found

            tasks = [asyncio.create_task(shared.answer("key", "a", work)) for _ in range(5)]
            failed = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(one) for one in failed} == {NotFound}
            return await shared.answer("key", "a", work)

        assert asyncio.run(use()) == 7

    async def test_work_that_nobody_waits_for_ends(self) -> None:
        shared, loop = SharedAnswers(FairWorker()), asyncio.get_running_loop()
        begun, ended = asyncio.Event(), asyncio.Event()

        def work() -> Work[int]:
            loop.call_soon_threadsafe(begun.set)
            try:
                while True:
                    yield
            finally:
                loop.call_soon_threadsafe(ended.set)

        task = asyncio.create_task(shared.answer("key", "a", work))
        await begun.wait()
        task.cancel()
        await ended.wait()


class Busy:
    """A worker with forty jobs of one peer, of which the first runs until `gate` is set."""

    def __init__(self) -> None:
        self.worker = FairWorker()
        self.done: list[str] = []
        self.gate = threading.Event()
        self.jobs = [self.worker.submit("many", self.job("first", self.gate.is_set))]
        self.jobs += [self.worker.submit("many", self.job(str(at))) for at in range(1, 40)]

    def job(self, name: str, is_over: Callable[[], bool] = lambda: True) -> Work[None]:
        """Work that notes its end."""
        yield
        while not is_over():
            yield
        self.done.append(name)

    async def finish(self) -> list[str]:
        """Let all jobs end; return their names in the order of their ends."""
        self.gate.set()
        await asyncio.gather(*(job.future for job in self.jobs))
        return self.done


class TestFairWorker:
    """The peer that has used the least goes first."""

    def test_a_peer_with_one_job_does_not_wait_for_those_of_a_peer_with_many(self) -> None:
        async def use() -> list[str]:
            busy = Busy()
            await busy.worker.submit("one", busy.job("one")).future
            return await busy.finish()

        assert asyncio.run(use())[0] == "one"

    def test_a_job_that_a_quiet_peer_joins_becomes_its_own(self) -> None:
        async def use() -> list[str]:
            busy = Busy()
            busy.worker.join("one", busy.jobs[-1])
            await busy.jobs[-1].future
            return await busy.finish()

        assert asyncio.run(use())[0] == "39"

    def test_a_peer_that_wants_much_gets_less_of_what_both_use(self) -> None:
        """Two endless peers: the one with sixty jobs gets about a tenth of the other's time."""

        def endless(name: str) -> Work[None]:
            while len(parts) < 400:
                parts.append(name)
                time.sleep(0.002)
                yield

        async def use() -> None:
            worker = FairWorker()
            jobs = [worker.submit("many", endless("many")) for _ in range(60)]
            jobs.append(worker.submit("one", endless("one")))
            await asyncio.gather(*(job.future for job in jobs))

        parts: list[str] = []
        asyncio.run(use())
        assert parts.count("one") > 3 * parts.count("many")

    async def test_there_are_limits_for_a_peer_and_for_all(self) -> None:
        def endless() -> Work[None]:
            while True:
                yield

        worker = FairWorker(most=5, most_of_peer=3)
        jobs = [worker.submit("a", endless()) for _ in range(3)]
        with raises(TooMany, WebSentence.TOO_MUCH_WORK, most=3):
            worker.submit("a", endless())
        jobs += [worker.submit("b", endless()) for _ in range(2)]
        with raises(Overloaded, WebSentence.BUSY):
            worker.submit("c", endless())
        await worker.close()
        assert all(job.future.cancelled() for job in jobs)


class TestShares:
    """One peer has a share of the streams, and no more."""

    def test_a_peer_with_too_many_streams_is_refused_and_another_is_not(
        self, folder: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hub.Hub.__init__, "__defaults__", (10, 1))
        Writer(folder, toy_record()).write(len(toy_record()) - 250)
        one, other = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2))

        async def use(app: ASGIApp) -> tuple[Reply, int]:
            async with Stream(app, LIVE, one):
                refused = await request(app, LIVE, headers=one)
                async with Stream(app, LIVE, other) as stream:
                    return refused, int(stream.start["status"])

        refused, again = visit(pages(proxies=("127.0.0.1",)), use)
        assert (refused.status, refused.json()["error"]) == (429, "too_many_streams_of_peer")
        assert refused.headers["retry-after"] == "5"
        assert again == 200
