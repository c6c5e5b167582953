"""A stream that ends lets the frame that is on its way go out: no status goes beside it."""

import asyncio

import grpc
import pytest
from grpc.aio import AbortError

from referee.identifier import BotName
from referee.server import stream
from referee.server.identity import Identities
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.stream import PlayStreams
from referee.server.throttle import Throttle
from referee.server.time_source import FairClock
from tests.server.raw import HELLO
from tests.server.transport import Call
from tianming_proto.v1 import play_pb2 as pb


class Pipe(Call):
    """A transport whose writes take as long as the test wants."""

    def __init__(self, token: str, *frames: pb.BotMessage) -> None:
        super().__init__(token)
        self.free = asyncio.Event()
        self.writing = asyncio.Event()
        self.calls: list[str] = []
        self._frames = [pb.PlayRequest(messages=[one]).SerializeToString() for one in frames]

    async def read(self) -> object:
        if len(self._frames) == 1:
            await self.writing.wait()
        return self._frames.pop(0) if self._frames else None

    async def write(self, message: bytes) -> None:
        self.writing.set()
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.calls.append("cut")
            raise
        self.calls.append("frame")

    def aborted(self, code: grpc.StatusCode, details: str) -> None:
        self.calls.append(code.name)


class Broken(Pipe):
    """A transport that breaks under its first frame."""

    async def write(self, message: bytes) -> None:
        raise grpc.aio.InternalError


GOODBYE = pb.BotMessage(goodbye=pb.Goodbye())


def streams() -> tuple[PlayStreams, str]:
    """The streams of a referee without a server, and a token."""
    clock = FairClock(lambda: 0)
    identities, log_lines = Identities(), RateLimitedLog(Limits(), clock)
    token = identities.admit(BotName("a"))
    return PlayStreams(
        Lobby(Limits(), log_lines), identities, log_lines, clock, Throttle(Limits(), clock)
    ), token


async def writing(last: pb.BotMessage) -> tuple[Pipe, asyncio.Task[None]]:
    """A stream whose bot has sent its last message while a frame is on its way to it."""
    served, token = streams()
    pipe = Pipe(token, HELLO, last)
    playing = asyncio.create_task(served.play(None, pipe))
    await pipe.writing.wait()
    for _ in range(20):
        await asyncio.sleep(0)
    return pipe, playing


class TestEnd:
    """The end of a stream while a frame is on its way."""

    async def test_a_frame_that_is_being_written_goes_out_before_the_end(self) -> None:
        pipe, playing = await writing(GOODBYE)
        assert not playing.done()
        pipe.free.set()
        await playing
        assert pipe.calls == ["frame"]

    async def test_a_refusal_waits_for_the_frame_too(self) -> None:
        pipe, playing = await writing(HELLO)
        pipe.free.set()
        with pytest.raises(AbortError):
            await playing
        assert pipe.calls == ["frame", "INVALID_ARGUMENT"]

    async def test_nothing_is_left_of_a_stream_whose_bot_goes_while_it_ends(self) -> None:
        before = asyncio.all_tasks()
        pipe, playing = await writing(HELLO)
        playing.cancel()
        await asyncio.wait((playing,))
        assert pipe.calls == ["cut"]
        assert asyncio.all_tasks() == before

    async def test_a_frame_that_breaks_with_its_stream_is_no_fault_of_ours(self) -> None:
        served, token = streams()
        pipe = Broken(token, HELLO, GOODBYE)
        await served.play(None, pipe)
        assert pipe.calls == []

    async def test_the_violation_is_reported_although_a_frame_broke(self) -> None:
        served, token = streams()
        pipe = Broken(token, HELLO, HELLO)
        pipe.writing.set()
        with pytest.raises(AbortError):
            await served.play(None, pipe)
        assert pipe.calls == ["INVALID_ARGUMENT"]

    async def test_a_frame_that_never_goes_out_is_cut(self) -> None:
        served, token = streams()
        pipe = Pipe(token, HELLO, GOODBYE)
        await served.play(None, pipe)
        assert pipe.calls == ["cut"]
        assert Limits().write_timeout > stream.LAST_WRITE
