"""The SDK: a bot is a function or an object, and the client keeps it connected."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import requires
from typing import cast

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

import tianming
from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.server.host import MatchHost, Result
from tests.patience import PATIENCE
from tests.server.harness import SLOW, RefereeHarness, running, started_referee
from tianming import fairness
from tianming.bot import AnsweringBot, AnyBot
from tianming_games.registry import load
from tianming_proto.games.dragon.v1 import dragon_pb2
from tianming_proto.v1 import play_pb2 as pb


async def play(
    harness: RefereeHarness,
    bots: Mapping[str, AnyBot],
    matches: int = 1,
    clock: ClockSettings = SLOW,
) -> list[Result]:
    """Matches of Dragon between SDK bots on tasks of this process."""
    tasks = [
        asyncio.create_task(
            tianming.run_async(
                bot, harness.referee.address, harness.referee.identities.admit(BotName(name))
            )
        )
        for name, bot in bots.items()
    ]
    assert not await harness.referee.lobby.wait_for(tuple(map(BotName, bots)), PATIENCE)
    hosts = [
        dragon(harness, tuple(map(BotName, bots)), f"m{number}", clock) for number in range(matches)
    ]
    results = await asyncio.gather(*(host.done for host in hosts))
    await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return results


def dragon(
    harness: RefereeHarness, bots: tuple[BotName, ...], match_id: str, clock: ClockSettings = SLOW
) -> MatchHost:
    """Begin a match of Dragon."""
    settings = MatchSettings(
        match_id=MatchId(match_id),
        game="dragon",
        options=load("dragon").defaults,
        bots=bots,
        seed=bytes(32),
        seed_nonce=bytes(32),
        clock=clock,
    )
    host = harness.referee.host(settings, MemoryFile())
    host.start()
    return host


def first(question: tianming.Question) -> int:
    """Always the first option."""
    return 0


class Batch:
    """Answers a frame at once, and counts."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
        self.sizes.append(len(questions))
        return [question.option_count - 1 for question in questions]


class Thinker:
    """Thinks asynchronously, and is told of starts and ends."""

    def __init__(self) -> None:
        self.started: list[tianming.Match] = []
        self.ended: list[tianming.MatchResult] = []
        self.thinking = 0
        self.most = 0

    async def start(self, match: tianming.Match) -> None:
        self.started.append(match)

    async def choose(self, question: tianming.Question) -> int:
        self.thinking += 1
        self.most = max(self.most, self.thinking)
        await asyncio.sleep(0.001)
        self.thinking -= 1
        return 0

    async def end(self, result: tianming.MatchResult) -> None:
        self.ended.append(result)


class Called:
    """Is called as a function, and thinks asynchronously."""

    async def __call__(self, question: tianming.Question) -> int:
        await asyncio.sleep(0)
        return 0


async def thinking(question: tianming.Question, option: int) -> int:
    """Always the same option, after a while."""
    return await asyncio.sleep(0, option)


class TestShapes:
    """What a bot may be."""

    def test_a_function_and_objects_of_every_shape_play(self) -> None:
        batch, thinker = Batch(), Thinker()
        bots: dict[str, AnyBot] = {"f": first, "batch": batch, "thinker": thinker}
        bots |= {"called": Called(), "partial": partial(thinking, option=0)}

        async def test() -> None:
            async with started_referee() as harness:
                for result in await play(harness, bots, 8):
                    assert [seat.strikes for seat in result.outcome.results] == [0] * 5

        running(test)
        assert max(batch.sizes) > 1
        assert thinker.most > 1
        assert len(thinker.started) == len(thinker.ended) == 8

    def test_a_bot_receives_the_settings_and_the_result(self) -> None:
        thinker = Thinker()

        async def test() -> None:
            async with started_referee() as harness:
                await play(harness, {"thinker": thinker, "f": first})

        running(test)
        (match,), (result,) = thinker.started, thinker.ended
        assert (match.game, match.seat, list(match.bots)) == ("dragon", 0, ["thinker", "f"])
        assert match.options["edition"] == "2007"
        assert match.clock.decision == 20
        assert result.place in (1, 2)
        assert result.fair

    def test_a_question_opens_to_the_games_own_messages(self) -> None:
        seen: list[tianming.Question] = []

        def looking(question: tianming.Question) -> int:
            seen.append(question)
            assert isinstance(question.observation, dragon_pb2.Observation)
            assert len(question.options) == question.option_count
            assert question.observation.seat == question.seat
            return 0

        async def test() -> None:
            async with started_referee() as harness:
                await play(harness, {"looking": looking, "f": first})

        running(test)
        assert seen[0].game == "dragon"
        half = pb.Question(budget=Duration(seconds=1, nanos=500_000_000))
        assert tianming.Question(half, seen[0].match).budget == 1.5
        assert 0 < seen[0].budget <= 55
        assert seen[0].since[0].notation.startswith("events ")

    def test_an_unknown_bot_is_refused_with_its_name(self) -> None:
        with pytest.raises(TypeError, match="is no bot"):
            AnsweringBot(cast("AnyBot", 7))

    def test_a_class_in_place_of_an_object_is_refused_with_the_way_to_one(self) -> None:
        with pytest.raises(
            TypeError, match=r"Batch is a class.* give an object of it, as in Batch"
        ):
            AnsweringBot(cast("AnyBot", Batch))

    @pytest.mark.parametrize(
        ("answers", "sentence"),
        [
            ([], "got a list of length 1 and gave one of length 0: give one answer to each"),
            ([0, 0], "got a list of length 1 and gave one of length 2: give one answer to each"),
            (0, "gave 0, which is no list of answers"),
            (None, "gave None, which is no list of answers"),
        ],
    )
    async def test_a_batch_of_another_length_or_none_is_an_error_of_the_bot(
        self, answers: list[int], sentence: str
    ) -> None:
        class Wrong(Batch):
            def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
                return answers

        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("wrong"))
            dragon(harness, (BotName("wrong"), BotName("wrong")), "m")
            with pytest.raises((TypeError, ValueError), match=f"choose_batch {sentence}"):
                await tianming.run_async(Wrong(), harness.referee.address, token)


class TestConnection:
    """The client keeps the bot connected, and gives up where that is hopeless."""

    async def test_a_refused_bot_learns_why(self) -> None:
        async with started_referee() as harness:
            with pytest.raises(
                tianming.Refused, match="The call has no token that is known here"
            ) as refused:
                await tianming.run_async(first, harness.referee.address, "wrong")
            assert refused.value.code is grpc.StatusCode.UNAUTHENTICATED

    async def test_a_bot_that_was_there_before_its_referee_says_so_and_connects(
        self, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
    ) -> None:
        address = f"unix:{tmp_path_factory.mktemp('s') / 'r.sock'}"
        bot = asyncio.create_task(tianming.run_async(first, address, "secret"))
        while not [one for one in caplog.records if one.name == "tianming"]:
            await asyncio.sleep(0.01)
        async with started_referee(address=address, tokens={"early": "secret"}) as harness:
            assert not await harness.referee.lobby.wait_for([BotName("early")], PATIENCE)
            said = [one.getMessage() for one in caplog.records if one.name == "tianming"]
            assert said[0].startswith(f"no referee at {address}, trying again (")
            assert "No such file or directory" in said[0]
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)

    async def test_a_bot_returns_to_a_referee_that_was_started_again(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        address = f"unix:{tmp_path_factory.mktemp('s') / 'r.sock'}"
        bot = asyncio.create_task(tianming.run_async(first, address, "secret"))
        for _ in range(2):
            async with started_referee(address=address, tokens={"faithful": "secret"}) as harness:
                assert not await harness.referee.lobby.wait_for([BotName("faithful")], PATIENCE)
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)


class TestDistribution:
    """What the SDK asks of its users."""

    def test_it_depends_on_grpcio_and_what_grpcio_brings(self) -> None:
        """And on protobuf: typing-extensions comes with grpcio. A clone names no sibling."""
        names = {
            re.split(r"[^\w-]", need)[0]
            for distribution in ("tianming", "tianming-proto")
            for need in requires(distribution) or ()
        }
        assert names - {"tianming-proto"} == {"grpcio", "protobuf", "typing-extensions"}

    def test_it_imports_nothing_of_the_referee(self) -> None:
        code = "import sys, tianming; print(any(n.split('.')[0] == 'referee' for n in sys.modules))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        assert done.stdout.strip() == b"False"


class TestFairness:
    """The seed is committed to before the first draw."""

    def test_the_commitment_is_as_documented(self) -> None:
        digest = fairness.commitment(bytes(range(32)), bytes(32)).hex()
        assert digest == "761eb5871ea0cb31eee3c732ea3ecfbcae223b86fd86c60c86f20e52201ac983"

    def test_another_seed_or_nonce_breaks_the_word(self) -> None:
        word = fairness.commitment(b"s" * 32, b"n" * 32)
        assert fairness.keeps_word(word, b"s" * 32, b"n" * 32)
        assert not fairness.keeps_word(word, b"t" * 32, b"n" * 32)
        assert not fairness.keeps_word(word, b"s" * 32, b"m" * 32)
        assert not fairness.keeps_word(b"", b"s" * 32, b"n" * 32)
