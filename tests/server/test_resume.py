"""A killed referee resumes its matches with the returning bots."""

import asyncio
from pathlib import Path

from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.match.outcome import Termination
from referee.match.settings import MatchSettings
from referee.record.file import RecordFile
from referee.record.reader import read
from referee.record.resume import OpenRecord, reopen
from referee.record.verify import verify
from referee.sentence.server import ServerSentence
from tests.errors import raises
from tests.server.raw import SLOW, MatchRunner, Raw, arena, play_on, running


def settings(*bots: str) -> MatchSettings:
    """A match of the toy game."""
    options = {"together": "no", "broken": "no"}
    return MatchSettings(
        MatchId("m1"), "toy", options, tuple(map(BotName, bots)), bytes(32), bytes(32), SLOW
    )


async def killed(folder: Path, answers: int) -> OpenRecord:
    """What a referee leaves that is killed after so many answers."""
    (folder / "first").mkdir()
    async with arena() as ring:
        bots = {name: await ring.bot(name) for name in ("a", "b")}
        host = ring.referee.host(settings("a", "b"), RecordFile(folder / "first" / "m1.tianming"))
        host.start()
        for number in range(answers):
            name = "b" if number % 2 == 0 else "a"
            await bots[name].choose(await bots[name].hear("question"), 1)
        await bots["b" if answers % 2 == 0 else "a"].hear("question")
        host.flush()
        data = (folder / "first" / "m1.tianming.part").read_bytes()
    (folder / "m1.tianming.part").write_bytes(data)
    left = reopen(folder / "m1.tianming")
    assert left is not None
    return left


async def back(ring: MatchRunner, *names: str) -> list[Raw]:
    """Bots that have found the referee again."""
    return [await ring.bot(name) for name in names]


class TestResume:
    """A decision shown to anyone survives the end of the referee."""

    def test_a_match_goes_on_with_the_bots_that_come_back(self, tmp_path: Path) -> None:
        async def test() -> None:
            left = await killed(tmp_path, answers=1)
            async with arena() as ring:
                host = ring.referee.resume(left)
                host.start()
                a, b = await back(ring, "a", "b")
                assert (await a.hear("match_started")).match_id == "m1"
                question = await a.hear("question")
                assert question.number == 2
                assert [event.notation for event in question.since][-2:] == ["take 1", "die 6"]
                await a.choose(question, 2)
                ended, _ = await asyncio.gather(play_on(a), play_on(b))
                result = await host.done
                assert result.outcome.termination is Termination.FINISHED
                record = read(tmp_path / "m1.tianming")
                assert verify(record).outcome == result.outcome
                assert record.digest == ended.record_digest == result.digest

        running(test)

    def test_bots_that_are_there_already_are_asked_at_once(self, tmp_path: Path) -> None:
        async def test() -> None:
            left = await killed(tmp_path, answers=0)
            async with arena() as ring:
                a, b = await back(ring, "a", "b")
                host = ring.referee.resume(left)
                host.start()
                await asyncio.gather(play_on(a), play_on(b))
                outcome = (await host.done).outcome
                assert [result.strikes for result in outcome.results] == [0, 0]
                assert verify(read(tmp_path / "m1.tianming")).outcome == outcome

        running(test)

    def test_a_sealed_record_is_finished_and_told(self, tmp_path: Path) -> None:
        async def test() -> None:
            left = await killed(tmp_path, answers=1)
            async with arena() as ring:
                a, b = await back(ring, "a", "b")
                host = ring.referee.resume(left)
                host.start()
                await asyncio.gather(play_on(a), play_on(b))
                digest = (await host.done).digest
            (tmp_path / "m1.tianming").rename(tmp_path / "m1.tianming.part")
            sealed = reopen(tmp_path / "m1.tianming")
            assert sealed is not None
            async with arena() as ring:
                (again,) = await back(ring, "a")
                host = ring.referee.resume(sealed)
                host.start()
                assert (await again.hear("match_ended")).record_digest == digest
                assert (await host.done).digest == digest
                assert read(tmp_path / "m1.tianming").digest == digest

        running(test)

    def test_a_match_is_not_taken_in_twice(self, tmp_path: Path) -> None:
        async def test() -> None:
            left = await killed(tmp_path, answers=0)
            async with arena() as ring:
                ring.match("a", "b", match_id="m1", clock=SLOW)
                with raises(UsageError, ServerSentence.MATCH_IN_PLAY):
                    ring.referee.resume(left)

        running(test)
