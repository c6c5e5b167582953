"""The SDK on a stream that breaks, and with a bot that fails."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
import uvloop
from grpc import StatusCode, aio

import tianming
from referee.identifier import BotName
from tests.patience import PATIENCE
from tests.sdk.test_client import dragon, first
from tests.server.harness import SLOW, running, started_referee
from tianming import answering, backoff, client, connection, program
from tianming.answering import AnswerStream
from tianming.bot import AnsweringBot, AnyBot
from tianming.connection import Connection
from tianming.fairness import commitment
from tianming.session import _MOST_POINTS, _MOST_SILENT, BotSession
from tianming.stop import Stop
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

OVER = aio.AioRpcError(StatusCode.INTERNAL, aio.Metadata(), aio.Metadata())


FINAL = (
    StatusCode.UNAUTHENTICATED,
    StatusCode.PERMISSION_DENIED,
    StatusCode.FAILED_PRECONDITION,
    StatusCode.INVALID_ARGUMENT,
    StatusCode.ABORTED,
    StatusCode.UNIMPLEMENTED,
)


class BrokenCall:
    """A call that is over before an answer is written."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def write(self, frame: pb.PlayRequest) -> None:
        raise self.error


def answers(bot: AnyBot, call: Any) -> AnswerStream:
    """The answers of a bot on a stream."""
    return AnswerStream(AnsweringBot(bot), call, Stop())


async def later(question: tianming.Question) -> int:
    """Thinks beside others."""
    await asyncio.sleep(0)
    return 0


class TestBrokenStream:
    """The reader of a stream learns why it broke; the writer of an answer continues."""

    @pytest.mark.parametrize("bot", [first, later])
    @pytest.mark.parametrize("error", [OVER, asyncio.InvalidStateError("RPC already finished.")])
    async def test_an_answer_that_finds_no_stream_is_no_error_of_the_bot(
        self, bot: Any, error: Exception
    ) -> None:
        match = tianming.Match("m", "toy", {}, ["a"], 0, tianming.Clock(0, 0, 0, 0, 0), b"")
        question = tianming.Question(pb.Question(match_id="m", number=1, option_count=2), match)
        call: Any = BrokenCall(error)
        stream = answers(bot, call)
        await stream.answer([question])
        await asyncio.gather(*stream._thinking)
        assert not stream.failure.done()

    @pytest.mark.parametrize("code", FINAL)
    def test_a_code_that_is_final_ends_the_run(
        self, code: StatusCode, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ends(monkeypatch, code)

    @pytest.mark.parametrize("code", [code for code in StatusCode if code not in FINAL])
    def test_after_any_other_the_bot_returns_and_says_which(
        self,
        code: StatusCode,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        self.ends(monkeypatch, code, FINAL[0])
        assert f"no referee at unix:x, trying again ({code.name})" in caplog.text

    def ends(self, monkeypatch: pytest.MonkeyPatch, *codes: StatusCode) -> None:
        """A run whose streams end with these codes ends with the last of them."""
        left = list(codes)

        async def play(*_: object) -> None:
            raise aio.AioRpcError(left.pop(0), aio.Metadata(), aio.Metadata())

        async def test() -> None:
            monkeypatch.setattr(BotSession, "play", play)
            monkeypatch.setattr(backoff, "_FIRST", 0)
            with pytest.raises(tianming.Refused) as refused:
                await tianming.run_async(first, "unix:x", "t")
            assert not left
            assert refused.value.code is codes[-1]
            assert refused.value.reason == "no reason was given"

        running(test)


class TestWaits:
    """A bot that finds no referee comes back less and less often, until a stream has lasted."""

    def waits(
        self,
        monkeypatch: pytest.MonkeyPatch,
        *streams: tuple[float, bool],
        chance: Callable[[float, float], float] = max,
        patience: float = 300,
    ) -> list[float]:
        """The seconds it waits after streams that last so long, each with a welcome or none."""
        left, clock, waits = list(streams), [0.0], list[float]()

        async def play(self: Any, *_: object) -> None:
            if not left:
                raise aio.AioRpcError(FINAL[0], aio.Metadata(), aio.Metadata())
            lasted, self.was_welcome = left.pop(0)
            clock[0] += lasted

        async def rest(_: Any, seconds: float) -> None:
            waits.append(seconds)
            clock[0] += seconds

        monkeypatch.setattr(BotSession, "play", play)
        monkeypatch.setattr(connection, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        monkeypatch.setattr(backoff, "random", SimpleNamespace(uniform=chance))
        monkeypatch.setattr(Connection, "_rest", rest)
        with pytest.raises((tianming.Refused, tianming.Unreachable)) as end:
            uvloop.run(self.keep(patience))
        self.ended = str(end.value)
        return waits

    async def keep(self, patience: float) -> None:
        await Connection(AnsweringBot(first), "unix:x", "t", Stop()).keep(patience)

    @pytest.mark.parametrize(("chance", "share"), [(max, 1.0), (min, 0.5)])
    def test_each_wait_is_twice_the_last_to_a_bound_and_shortened_by_chance(
        self,
        chance: Callable[[float, float], float],
        share: float,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        waits = self.waits(monkeypatch, *[(1.0, True), (9.0, False)] * 4, chance=chance)
        longest = [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
        assert waits == pytest.approx([share * wait for wait in longest])
        assert caplog.text.count("no referee at unix:x, trying again") == 1

    def test_a_long_stream_resets_the_delays(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        waits = self.waits(monkeypatch, (1.0, True), (1.0, True), (5.1, True), (1.0, True))
        assert waits == pytest.approx([0.2, 0.4, 0.2, 0.4])
        assert caplog.text.count("no referee at unix:x, trying again") == 2

    async def test_only_a_stream_with_a_welcome_counts(self) -> None:
        kept, call = session(first), ShortCall("m")
        await kept.play(call, "x")
        assert kept.was_welcome
        await kept.play(call, "x")
        assert not kept.was_welcome

    def test_a_bot_that_was_never_welcomed_gives_up_in_the_end(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        waits = self.waits(monkeypatch, *[(1.0, False)] * 9, patience=4.5)
        assert waits == pytest.approx([0.2, 0.4, 0.8])
        assert self.ended.startswith("no referee at unix:x for 4.5 s: start the referee, or check ")

    def test_a_bot_that_was_welcomed_once_never_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        streams = [(1.0, True), *[(1.0, False)] * 9]
        assert len(self.waits(monkeypatch, *streams, patience=4.5)) == len(streams)
        assert "refused the bot" in self.ended


class TestRun:
    """`run` takes what it is given, else the environment, and ends a program well."""

    @pytest.mark.parametrize(
        ("given", "environment", "place"),
        [
            (("unix:a", "one"), ("unix:b", "two"), ("unix:a", "one")),
            ((None, None), ("unix:b", "two"), ("unix:b", "two")),
            ((None, None), ("", ""), ("127.0.0.1:50051", "")),
        ],
    )
    def test_what_is_given_goes_before_the_environment(
        self,
        given: tuple[str | None, str | None],
        environment: tuple[str, str],
        place: tuple[str, str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        hellos: list[tuple[str, str, pb.Hello]] = []

        class Refusing(Connection):
            async def keep(self, patience: float) -> None:
                hellos.append((self._address, self._token, self._session._hello()))
                raise tianming.Refused(FINAL[1], "go away")

        monkeypatch.setattr(client, "Connection", Refusing)
        for variable, value in zip(("SERVER", "TOKEN"), environment, strict=True):
            monkeypatch.setenv(f"TIANMING_{variable}", value)
        with pytest.raises(SystemExit) as end:
            tianming.run(first, *given, games=["toy"], max_matches=2, name="ann", version="7")
        assert end.value.code == 1
        said = "the referee refused the bot: go away (PERMISSION_DENIED)\n"
        assert capsys.readouterr() == ("", said)
        ((address, token, hello),) = hellos
        assert (address, token) == place
        assert ([game.name for game in hello.games], hello.max_matches) == (["toy"], 2)
        assert (hello.bot_name, hello.bot_version) == ("ann", "7")

    async def test_the_time_to_wait_may_be_an_argument(self) -> None:
        with pytest.raises(tianming.Unreachable, match=r"no referee at .* for 0\.25 s: start"):
            await tianming.run_async(first, "unix:/nowhere.sock", wait=0.25)

    @pytest.mark.parametrize(
        ("variable", "value", "sentence"),
        [
            ("SERVER", "nowhere", '"nowhere" is no address of a referee (TIANMING_SERVER): give '),
            ("TOKEN", "a b", "the token (token=, or TIANMING_TOKEN) has characters that no token"),
            ("WAIT", "long", 'TIANMING_WAIT is "long": give a number of seconds'),
            ("CA", "nofile", "TIANMING_CA is 'nofile', which cannot be read: No such file"),
        ],
    )
    def test_an_unusable_variable_is_reported_in_a_sentence(
        self,
        variable: str,
        value: str,
        sentence: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setenv("TIANMING_SERVER", "https://127.0.0.1:1")
        monkeypatch.setenv(f"TIANMING_{variable}", value)
        with pytest.raises(SystemExit) as end:
            tianming.run(first)
        assert end.value.code == 1
        assert capsys.readouterr().err.startswith(sentence)

    def test_a_second_ctrl_c_ends_a_program_at_once(self) -> None:
        async def play(_: Stop) -> None:
            raise KeyboardInterrupt

        with pytest.raises(SystemExit) as end:
            program.main(play)
        assert end.value.code == 130


class Written:
    """A call that keeps what is written."""

    def __init__(self) -> None:
        self.frames: list[pb.PlayRequest] = []

    async def write(self, frame: pb.PlayRequest) -> None:
        self.frames.append(frame)


class Thinker:
    """A bot that thinks until it is stopped."""

    def __init__(self) -> None:
        self.begun, self.stopped = asyncio.Event(), asyncio.Event()

    async def choose(self, question: tianming.Question) -> int:
        """Never come to an end."""
        self.begun.set()
        try:
            return await asyncio.Future()
        finally:
            self.stopped.set()


class TestStream:
    """What one stream has to do with the answers of a bot."""

    match = tianming.Match("m", "toy", {}, ["a"], 0, tianming.Clock(0, 0, 0, 0, 0), b"")
    question = tianming.Question(pb.Question(match_id="m", number=1, option_count=2), match)

    async def test_a_note_is_cut_to_what_the_welcome_says(self) -> None:
        call: Any = Written()
        stream = answers(lambda _: tianming.Choice(0, "because"), call)
        limits = pb.Limits(max_frame_bytes=1 << 16, max_note_characters=3)
        welcome = pb.RefereeMessage(welcome=pb.Welcome(limits=limits))
        await session(first)._handle(welcome, stream, "x")
        await stream.answer([self.question])
        assert [frame.messages[0].choose.note for frame in call.frames] == ["bec"]

    async def test_a_pong_has_the_number_of_its_ping(self) -> None:
        call: Any = Written()
        ping = pb.RefereeMessage(ping=pb.Ping(id=7))
        await session(first)._handle(ping, answers(first, call), "x")
        assert [frame.messages[0].pong.id for frame in call.frames] == [7]

    @pytest.mark.parametrize(("patience", "frames"), [(-1.0, 3), (60.0, 1)])
    async def test_answers_of_a_bot_that_thinks_do_not_wait_for_the_rest_of_their_frame(
        self, patience: float, frames: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(answering, "_FLUSH_AFTER", patience)
        call: Any = Written()
        await answers(first, call).answer([self.question] * 3)
        assert len(call.frames) == frames
        assert sum(len(frame.messages) for frame in call.frames) == 3

    async def test_a_batch_is_asked_at_once_also_where_it_is_waited_for(self) -> None:
        asked: list[int] = []

        class Batch:
            def choose(self, question: tianming.Question) -> int:
                raise AssertionError("a bot that has both is asked for a batch")

            async def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
                asked.append(len(questions))
                return [0] * len(questions)

        call: Any = Written()
        await answers(Batch(), call).answer([self.question] * 3)
        await asyncio.sleep(0)
        assert (asked, len(call.frames)) == ([3], 1)

    async def test_nobody_thinks_on_for_a_stream_that_is_over(self) -> None:
        bot = Thinker()
        call: Any = Written()
        stream = answers(bot, call)
        await stream.answer([self.question])
        await bot.begun.wait()
        stream.close()
        await asyncio.wait_for(bot.stopped.wait(), PATIENCE)

    async def test_a_bot_thinks_no_more_when_its_run_has_ended(self) -> None:
        bot = Thinker()
        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("a"))
            harness.match("a", "a", clock=SLOW)
            run = asyncio.create_task(tianming.run_async(bot, harness.referee.address, token))
            await bot.begun.wait()
            run.cancel()
            await asyncio.wait_for(bot.stopped.wait(), PATIENCE)


class ShortCall:
    """A call that welcomes the bot, puts a question in each of some matches, and is cut."""

    def __init__(self, *matches: str) -> None:
        said = [pb.RefereeMessage(welcome=pb.Welcome())]
        for name in matches:
            said.append(pb.RefereeMessage(match_started=pb.MatchStarted(match_id=name)))
            question = pb.Question(match_id=name, number=1, option_count=2)
            said.append(pb.RefereeMessage(question=question))
        self.frames = [pb.PlayResponse(messages=said)]

    async def read(self) -> object:
        return self.frames.pop() if self.frames else aio.EOF

    async def write(self, frame: pb.PlayRequest) -> None:
        """Every answer is welcome."""

    async def done_writing(self) -> None:
        """Nothing follows."""


def session(bot: AnyBot) -> BotSession:
    """A session of a bot that has not said anything yet."""
    return BotSession(AnsweringBot(bot), Stop())


class Starts:
    """Keeps the matches that it was told of."""

    def __init__(self) -> None:
        self.matches: list[tianming.Match] = []

    def start(self, match: tianming.Match) -> None:
        self.matches.append(match)

    def choose(self, question: tianming.Question) -> int:
        return 0


class TestMatches:
    """What is kept of matches from one stream to the next."""

    def streams(self, bot: Starts, *named: Sequence[str]) -> BotSession:
        """A session after some streams, each with the matches it names."""
        kept: list[BotSession] = []

        async def test() -> None:
            kept.append(session(bot))
            for names in named:
                await kept[0].play(ShortCall(*names), "x")

        running(test)
        return kept[0]

    def test_the_number_of_kept_ends_is_bounded(self) -> None:
        most = _MOST_SILENT
        kept = self.streams(Starts(), *([f"m{number}"] for number in range(3 * most)), [], [])
        assert len(kept._matches) == len(kept._next_events) == most
        assert list(kept._matches)[-1] == (f"m{3 * most - 1}", 0)

    def test_those_that_are_named_again_stay_however_many_they_are(self) -> None:
        bot, names = Starts(), [f"m{number}" for number in range(2 * _MOST_SILENT)]
        kept = self.streams(bot, names, names, names)
        assert [match.match_id for match in bot.matches] == names
        assert list(kept._matches.values()) == bot.matches

    @pytest.mark.parametrize(("places", "ends"), [((2, 1), [2, 1]), ((), [None, None])])
    def test_each_seat_of_the_bot_receives_the_end_of_its_match(
        self, places: Sequence[int], ends: list[int | None]
    ) -> None:
        received: list[tianming.MatchResult] = []

        class Ends(Starts):
            def end(self, result: tianming.MatchResult) -> None:
                received.append(result)

        async def test() -> None:
            kept = session(Ends())
            word = commitment(b"seed", b"nonce")
            for seat, said in enumerate((word, b"another")):
                await kept._started(pb.MatchStarted(match_id="m", seat=seat, seed_commitment=said))
            results = [
                match_pb2.SeatResult(seat=seat, place=place) for seat, place in enumerate(places)
            ]
            outcome = match_pb2.Outcome(results=results)
            await kept._ended(
                pb.MatchEnded(
                    match_id="m",
                    outcome=outcome,
                    seed=b"seed",
                    seed_nonce=b"nonce",
                    record_digest=b"digest",
                )
            )

        running(test)
        assert [result.match.seat for result in received] == [0, 1]
        assert [result.place for result in received] == ends
        assert [result.fair for result in received] == [True, False]
        assert {result.record_digest for result in received} == {b"digest"}

    def test_a_forgotten_match_that_is_named_again_starts_again(self) -> None:
        bot, others = Starts(), [f"m{number}" for number in range(_MOST_SILENT)]
        self.streams(bot, ["old"], others, [], ["old"])
        assert [match.match_id for match in bot.matches] == ["old", *others, "old"]


class TestHello:
    """A bot says who it is, and what it speaks."""

    class Called(Starts):
        """Has a name of its own."""

        name = "jade"

    @pytest.mark.parametrize(
        ("bot", "name"), [(first, "first"), (Starts(), "Starts"), (Called(), "jade")]
    )
    def test_it_has_a_name_and_the_one_revision_that_it_knows(self, bot: Any, name: str) -> None:
        hello = TestMatches().streams(bot)._hello()
        assert (hello.revision_min, hello.revision_max, hello.bot_name) == (1, 1, name)
        assert hello.user_agent == f"tianming-python/{tianming.__version__}"


class TestResume:
    """When it comes back, the bot says up to where it had been asked."""

    def test_the_matches_that_began_last_are_named_and_none_that_has_ended(self) -> None:
        most = _MOST_POINTS
        kept = TestMatches().streams(Starts(), [f"m{number}" for number in range(most + 2)])
        points = [(point.match_id, point.next_event) for point in kept._hello().resume]
        assert points == [(f"m{number}", 0) for number in range(2, most + 2)]

        since = [match_pb2.Event(index=7)]
        asked = kept._asked(pb.Question(match_id="m9", number=5, option_count=2, since=since))
        assert asked is not None
        assert asked.number == 5
        assert pb.ResumePoint(match_id="m9", next_event=8) in kept._hello().resume

        running(lambda: kept._ended(pb.MatchEnded(match_id="m7")))
        names = [point.match_id for point in kept._hello().resume]
        assert names == [f"m{number}" for number in range(1, most + 2) if number != 7]


class TestBotFails:
    """What goes wrong in a bot is what its author sees."""

    async def test_an_error_of_an_asynchronous_bot_ends_the_run_with_that_error(self) -> None:
        async def choose(question: tianming.Question) -> int:
            raise ValueError("lost its mind")

        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("mad"))
            dragon(harness, (BotName("mad"), BotName("mad")), "m")
            with pytest.raises(ValueError, match="lost its mind") as error:
                await tianming.run_async(choose, harness.referee.address, token)
            note = "the bot failed in choose: ValueError: lost its mind"
            assert error.value.__notes__ == [note]

    @pytest.mark.parametrize("answer", [None, -1, "1", 0.5, 99, 2**32])
    async def test_an_answer_that_is_no_index_is_named(self, answer: Any) -> None:
        most: list[int] = []

        def odd(question: tianming.Question) -> Any:
            most.append(question.option_count - 1)
            return answer

        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("odd"))
            dragon(harness, (BotName("odd"), BotName("odd")), "m")
            with pytest.raises(
                (TypeError, ValueError), match=r"choose gave .* to question 1"
            ) as error:
                await tianming.run_async(odd, harness.referee.address, token)
            assert str(error.value).endswith(f": give 0 to {most[0]}")
