"""Frames over real gRPC: what cannot be read or may not be said, and what it costs."""

import asyncio

import grpc
import pytest

from referee.identifier import BotName
from referee.record.reader import parse
from referee.server.limits import Limits
from tests.patience import PATIENCE
from tests.server.harness import SLOW, play_on, started_referee
from tests.server.raw import HELLO
from tianming_games.ground.encoding import field
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

MOST = Limits().max_frame_bytes
MALFORMED = (grpc.StatusCode.INVALID_ARGUMENT, "FRAME_MALFORMED")
TOO_LARGE = (grpc.StatusCode.RESOURCE_EXHAUSTED, "FRAME_TOO_LARGE")
HUGE = (grpc.StatusCode.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LARGE")
POINTS = Limits().max_resume_points
LONG = "x" * Limits().max_message_bytes
CLEAR = "\x1b[2J"
"""What clears a terminal."""


def frame_of(message: pb.BotMessage) -> bytes:
    """A frame with one message."""
    return pb.PlayRequest(messages=[message]).SerializeToString()


def answer(match_id: str = "m1", number: int = 1, note: str = "") -> pb.BotMessage:
    """The first option."""
    return pb.BotMessage(choose=pb.Choose(match_id=match_id, number=number, option=0, note=note))


def resignation(match_id: str) -> pb.BotMessage:
    """A word that gives up a match."""
    return pb.BotMessage(resign=pb.Resign(match_id=match_id))


def farewell(reason: str = "") -> pb.BotMessage:
    """A word that ends a stream."""
    return pb.BotMessage(goodbye=pb.Goodbye(reason=reason))


class TestFrames:
    """What cannot be read ends its stream, and no other."""

    @pytest.mark.parametrize(
        ("data", "end"),
        [
            (b"\xff\xff\xff", MALFORMED),
            (b"\x0a\x05ab", MALFORMED),
            (b"\x0a\x00", MALFORMED),
            (b"\x0a\x04\x12\x02\x0a\xff", MALFORMED),
            (bytes(MOST + 1), TOO_LARGE),
            (bytes(4 * MOST), TOO_LARGE),
            (frame_of(answer(note="x" * MOST)), TOO_LARGE),
            (frame_of(answer(note=LONG)), HUGE),
            (frame_of(answer(LONG)), HUGE),
            (frame_of(resignation(LONG)), HUGE),
            (frame_of(farewell(LONG)), HUGE),
            (frame_of(pb.BotMessage(hello=pb.Hello(user_agent=LONG))), HUGE),
            (frame_of(answer(CLEAR)), MALFORMED),
            (frame_of(resignation(CLEAR)), MALFORMED),
            (frame_of(farewell(CLEAR)), MALFORMED),
        ],
    )
    async def test_what_cannot_be_read_ends_its_stream_only_and_costs_a_strike(
        self, data: bytes, end: tuple[grpc.StatusCode, str]
    ) -> None:
        async with started_referee(Limits(penalty=0)) as harness:
            bad, good = await harness.bot("bad"), await harness.bot("good")
            host = harness.match("bad", "good", strikes=9)
            await bad.send_bytes(data)
            assert (await bad.end())[:2] == end
            back = await harness.bot("bad")
            ended, _ = await asyncio.gather(play_on(good), play_on(back))
            assert ended.outcome.termination == match_pb2.TERMINATION_FINISHED
            assert (await host.done).outcome.results[1].strikes == 0
            bodies = [entry.body for entry in parse(bytes(harness.records["m1"].data), "").entries]
            fault = next(body.fault for body in bodies if body.HasField("fault"))
            assert (fault.seat, fault.number) == (0, 0)
            assert int(fault.fault) == match_pb2.FAULT_MALFORMED
            assert fault.reason

    async def test_the_refusal_of_a_frame_names_the_limit(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("a")
            await raw.send_bytes(bytes(MOST + 1))
            assert await raw.end() == (*TOO_LARGE, {"max_frame_bytes": str(MOST)})

    async def test_the_refusal_of_a_message_names_the_limit(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("a")
            await raw.send_bytes(frame_of(farewell(LONG)))
            assert await raw.end() == (*HUGE, {"max_message_bytes": "4096"})

    async def test_a_message_of_the_limit_is_read(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("a")
            head = farewell(LONG).ByteSize()
            reason = LONG[: 2 * len(LONG) - head]
            assert farewell(reason).ByteSize() == Limits().max_message_bytes
            await raw.send(farewell(reason))
            assert (await raw.end())[0] is grpc.StatusCode.OK

    async def test_many_answers_in_one_frame_are_many_messages(self) -> None:
        async with started_referee() as harness:
            raw, other = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            playing = asyncio.create_task(play_on(other))
            question = await raw.receive("question")
            await raw.send(*[answer(number=question.number, note="x" * 1000)] * 50)
            await play_on(raw)
            assert (await host.done).outcome.results[0].strikes == 0
            await playing

    async def test_a_frame_of_the_limit_is_read(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("a")
            unknown = field(15, bytes(MOST - 4))
            assert len(unknown) == MOST
            await raw.send_bytes(unknown)
            await raw.send(farewell())
            assert (await raw.end())[0] is grpc.StatusCode.OK

    @pytest.mark.parametrize("count", [4 * MOST + 1, 64 * MOST])
    async def test_a_frame_that_is_larger_still_is_ended_by_the_transport(self, count: int) -> None:
        async with started_referee() as harness:
            raw, other = await harness.bot("a"), await harness.bot("b")
            await raw.send_bytes(bytes(count))
            assert await raw.end() == (grpc.StatusCode.RESOURCE_EXHAUSTED, "", {})
            await other.send(farewell())
            assert (await other.end())[0] is grpc.StatusCode.OK

    async def test_a_note_with_a_control_character_costs_a_strike_and_the_stream_continues(
        self,
    ) -> None:
        async with started_referee() as harness:
            bad, good = await harness.bot("bad"), await harness.bot("good")
            harness.match("bad", "good", clock=SLOW)
            playing = asyncio.create_task(play_on(good))
            question = await bad.receive("question")
            await bad.send(answer(number=question.number, note=CLEAR))
            refused = await bad.receive("fault_notice")
            assert refused.fault == match_pb2.FAULT_MALFORMED
            assert "U+001B" in refused.reason
            ended = await play_on(bad)
            assert [result.strikes for result in ended.outcome.results] == [1, 0]
            await playing

    @pytest.mark.parametrize(
        ("hello", "end"),
        [
            (pb.Hello(user_agent="me\x1b]0;you\x07"), MALFORMED),
            (pb.Hello(bot_name=CLEAR), MALFORMED),
            (
                pb.Hello(games=[pb.SupportedGame(name=name) for name in ("dragon", CLEAR)]),
                MALFORMED,
            ),
            (pb.Hello(resume=[pb.ResumePoint(match_id=CLEAR)]), MALFORMED),
            (pb.Hello(bot_name=LONG), HUGE),
            (pb.Hello(games=[pb.SupportedGame(name="dragon")] * 600), HUGE),
            (pb.Hello(bot_name=LONG, resume=[pb.ResumePoint(match_id="m")]), HUGE),
            (pb.Hello(resume=[pb.ResumePoint(match_id=LONG)]), HUGE),
        ],
    )
    async def test_a_bot_that_introduces_itself_badly_is_sent_away(
        self, hello: pb.Hello, end: tuple[grpc.StatusCode, str]
    ) -> None:
        async with started_referee() as harness:
            raw = harness.dial(BotName("a"))
            hello.revision_min = hello.revision_max = 1
            await raw.send(pb.BotMessage(hello=hello))
            assert (await raw.end())[:2] == end

    @pytest.mark.parametrize("count", [POINTS, POINTS + 1, 32_700])
    async def test_a_bot_may_name_so_many_matches_that_it_returns_to_and_no_more(
        self, count: int
    ) -> None:
        async with started_referee() as harness:
            raw = harness.dial(BotName("a"))
            hello = pb.Hello(revision_min=1, revision_max=1, resume=[pb.ResumePoint()] * count)
            await raw.send(pb.BotMessage(hello=hello))
            if count <= POINTS:
                await raw.receive("welcome")
            else:
                assert (await raw.end())[:2] == MALFORMED

    async def test_an_unknown_field_is_ignored(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("a")
            later = pb.BotMessage(pong=pb.Pong(id=1)).SerializeToString() + b"\xba\x3e\x01x"
            await raw.send_bytes(b"\x0a" + bytes([len(later)]) + later)
            await raw.send(farewell())
            code, _, _ = await raw.end()
            assert code is grpc.StatusCode.OK

    async def test_a_match_of_others_is_out_of_reach(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            other_bot = await harness.bot("stranger")
            host = harness.match("a", "b")
            await other_bot.send(answer())
            code, reason, facts = await other_bot.end()
            assert (code, reason) == (grpc.StatusCode.PERMISSION_DENIED, "SEAT_NOT_OWNED")
            assert facts == {"match_id": "m1"}
            await asyncio.gather(play_on(a), play_on(b))
            assert [r.strikes for r in (await host.done).outcome.results] == [0, 0]

    async def test_a_flood_ends_the_stream_and_costs_a_strike(self) -> None:
        async with started_referee(Limits(message_burst=50)) as harness:
            bad, good = await harness.bot("bad"), await harness.bot("good")
            host = harness.match("bad", "good")
            await bad.send(*[pb.BotMessage(pong=pb.Pong(id=7))] * 60)
            code, reason, facts = await bad.end()
            assert (code, reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMIT")
            assert facts == {"messages_per_second": "20"}
            host.resign(BotName("bad"), host.now())
            await play_on(good)
            strikes = [result.strikes for result in (await host.done).outcome.results]
            assert strikes[0] >= 1
            assert strikes[1] == 0

    async def test_a_bot_that_never_reads_is_sent_away_and_may_return(self) -> None:
        limits = Limits(write_timeout=5)
        async with started_referee(limits) as harness:
            deaf, good = harness.dial(BotName("deaf")), await harness.bot("good")
            await deaf.send(HELLO)
            await harness.referee.lobby.wait_for([BotName("deaf")], PATIENCE)
            listening = asyncio.create_task(good.end())
            for number in range(800):
                harness.match("good", "deaf", "deaf", "deaf", match_id=f"m{number}", clock=SLOW)
                if number % 10 == 0:
                    await asyncio.sleep(0.01)
            while "deaf" in harness.referee.lobby.present:
                await asyncio.sleep(0.02)
            assert "good" in harness.referee.lobby.present
            again = await harness.bot("deaf")
            assert (await again.receive("match_started")).match_id == "m0"
            listening.cancel()
