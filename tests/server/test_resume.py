"""A killed referee resumes its matches with the returning bots."""

import asyncio
from pathlib import Path

from referee.error import UsageError
from referee.match.outcome import Termination
from referee.record.file import RecordFile
from referee.record.reader import read
from referee.record.resume import OpenRecord, reopen
from referee.record.verify import verify
from referee.server.host import Result
from referee.server.sentence import ServerSentence
from tests.errors import raises
from tests.server.harness import SLOW, RefereeHarness, play_on, started_referee, toy_match
from tests.server.raw import Raw


async def killed(folder: Path, answers: int) -> OpenRecord:
    """What a referee leaves that is killed after so many answers."""
    (folder / "first").mkdir()
    async with started_referee() as harness:
        bots = {name: await harness.bot(name) for name in ("a", "b")}
        host = harness.referee.host(
            toy_match("a", "b"), RecordFile(folder / "first" / "m1.tianming")
        )
        host.start()
        for number in range(answers):
            name = "b" if number % 2 == 0 else "a"
            await bots[name].choose(await bots[name].receive("question"), 1)
        await bots["b" if answers % 2 == 0 else "a"].receive("question")
        host.flush()
        data = (folder / "first" / "m1.tianming.part").read_bytes()
    (folder / "m1.tianming.part").write_bytes(data)
    left = reopen(folder / "m1.tianming")
    assert left is not None
    return left


async def back(harness: RefereeHarness, *names: str) -> list[Raw]:
    """Bots that have found the referee again."""
    return [await harness.bot(name) for name in names]


async def played_on(left: OpenRecord) -> Result:
    """How a match ends that a referee resumes when its bots are there already."""
    async with started_referee() as harness:
        a, b = await back(harness, "a", "b")
        host = harness.referee.resume(left)
        host.start()
        await asyncio.gather(play_on(a), play_on(b))
        return await host.done


class TestResume:
    """A decision shown to anyone survives the end of the referee."""

    async def test_a_match_continues_with_the_bots_that_return(self, tmp_path: Path) -> None:
        left = await killed(tmp_path, answers=1)
        async with started_referee() as harness:
            host = harness.referee.resume(left)
            host.start()
            a, b = await back(harness, "a", "b")
            assert (await a.receive("match_started")).match_id == "m1"
            question = await a.receive("question")
            assert question.number == 2
            assert [event.notation for event in question.since][-2:] == ["take 1", "die 6"]
            await a.choose(question, 2)
            ended, _ = await asyncio.gather(play_on(a), play_on(b))
            result = await host.done
            assert result.outcome.termination is Termination.FINISHED
            record = read(tmp_path / "m1.tianming")
            assert verify(record).outcome == result.outcome
            assert record.digest == ended.record_digest == result.digest

    async def test_bots_that_are_there_already_are_asked_at_once(self, tmp_path: Path) -> None:
        outcome = (await played_on(await killed(tmp_path, answers=0))).outcome
        assert [result.strikes for result in outcome.results] == [0, 0]
        assert verify(read(tmp_path / "m1.tianming")).outcome == outcome

    async def test_a_sealed_record_is_finished_and_its_end_is_sent(self, tmp_path: Path) -> None:
        digest = (await played_on(await killed(tmp_path, answers=1))).digest
        (tmp_path / "m1.tianming").rename(tmp_path / "m1.tianming.part")
        sealed = reopen(tmp_path / "m1.tianming")
        assert sealed is not None
        async with started_referee() as harness:
            (again,) = await back(harness, "a")
            host = harness.referee.resume(sealed)
            host.start()
            assert (await again.receive("match_ended")).record_digest == digest
            assert (await host.done).digest == digest
            assert read(tmp_path / "m1.tianming").digest == digest

    async def test_a_match_is_not_taken_in_twice(self, tmp_path: Path) -> None:
        left = await killed(tmp_path, answers=0)
        async with started_referee() as harness:
            harness.match("a", "b", match_id="m1", clock=SLOW)
            with raises(UsageError, ServerSentence.MATCH_IN_PLAY):
                harness.referee.resume(left)
