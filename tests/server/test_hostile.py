"""Hostile peers on real sockets: whatever they send, matches go on and health answers."""

import asyncio
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import grpc
import pytest
import uvloop
from grpc import aio
from grpc_health.v1 import health_pb2

from referee.identifier import BotName
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.unauthenticated import UnauthenticatedCalls
from tests.patience import PATIENCE
from tests.server import http2
from tests.server.harness import SLOW, RefereeHarness, health, play_on, started_referee
from tests.server.http2 import Peer
from tests.server.raw import METHOD, Raw

SERVING = health_pb2.HealthCheckResponse.SERVING
FILES = 11_000
"""Open files that the test with the most sockets uses, where it may: two for each."""

WATCH = "/grpc.health.v1.Health/Watch"
CHECK = "/grpc.health.v1.Health/Check"

HELLO = http2.PREFACE + http2.settings()


def opened(*streams: int) -> bytes:
    """Calls of `Play` without a token."""
    return b"".join(http2.call(stream, METHOD) for stream in streams)


NOISE = {
    "random bytes": Random(1).randbytes(3000),
    "HTTP/1": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + Random(2).randbytes(500),
    "half a preface": http2.PREFACE[:10],
    "a frame of no kind": HELLO + http2.frame(200, 255, 7, b"x" * 100),
    "a frame that is too long": HELLO + b"\xff\xff\xff\0\0\0\0\0\1" + bytes(70_000),
    "a window that is too large": HELLO + http2.settings(window=0xFFFFFFFF),
    "a window that overflows": HELLO
    + opened(1)
    + http2.frame(http2.WINDOW, 0, 0, b"\x7f\xff\xff\xff") * 3,
    "a stream with an even number": HELLO + http2.call(2, METHOD),
    "a stream from the past": HELLO + opened(9, 3),
    "data of no stream": HELLO + http2.message(5, b"x"),
    "headers that are no HPACK": HELLO + http2.frame(http2.HEADERS, 4, 1, b"\xff" * 200),
    "headers without an end": HELLO + http2.call(1, METHOD, flags=0),
    "headers that go on and on": HELLO
    + http2.call(1, METHOD, flags=0)
    + http2.frame(http2.CONTINUATION, 0, 1, b"\0\x01a\x01b" * 2500) * 5,
    "a header of 15 KB": HELLO + http2.call(1, METHOD, x="y" * 15_000),
    "streams opened and reset": HELLO
    + b"".join(
        http2.call(stream, METHOD) + http2.frame(http2.RESET, 0, stream, b"\0\0\0\x08")
        for stream in range(1, 1000, 2)
    ),
    "streams that never speak": HELLO + b"".join(http2.call(s, CHECK) for s in range(1, 199, 2)),
    "more streams than there may be": HELLO + opened(*range(1, 999, 2)),
    "a flood of pings": HELLO + http2.frame(http2.PING, 0, 0, bytes(8)) * 2000,
    "a flood of settings": HELLO + http2.settings(window=1) * 2000,
    "a flood of empty data": HELLO + opened(1) + http2.frame(http2.DATA, 0, 1) * 2000,
    "a message of 4 GiB": HELLO + opened(1) + http2.frame(http2.DATA, 0, 1, b"\0\xff\xff\xff\xff"),
    "a message that is compressed garbage": HELLO
    + http2.call(1, CHECK)
    + http2.frame(http2.DATA, 1, 1, b"\1\0\0\0\4abcd"),
    "garbage for the health": HELLO + http2.call(1, CHECK) + http2.message(1, b"\xff" * 50),
    "garbage to watch": HELLO + http2.call(1, WATCH) + http2.message(1, b"\xff" * 50),
    "a method that is not there": HELLO + http2.call(1, "/x.Y/Z") + http2.message(1, b""),
    "good-bye": HELLO + http2.frame(http2.AWAY, 0, 0, bytes(8)) + opened(1),
}

UNREADABLE = HELLO + http2.call(1, "/\udcff/Z") + http2.message(1, b"")
"""A call whose path is no UTF-8; gRPC 1.83 writes a traceback where its peer is gone at once."""


async def is_well(address: str) -> bool:
    """Whether health answers on a new connection."""
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with aio.insecure_channel(address, own) as channel:
        return await health(channel) == SERVING


async def play_well(harness: RefereeHarness, bots: tuple[Raw, Raw], name: str) -> None:
    """A match in which nobody makes a fault."""
    host = harness.match("a", "b", match_id=name, clock=SLOW)
    await asyncio.gather(*(play_on(bot) for bot in bots))
    assert [result.strikes for result in (await host.done).outcome.results] == [0, 0]


class TestNoise:
    """Bytes that are no gRPC, or the worst of it."""

    @pytest.mark.parametrize("noise", list(NOISE))
    async def test_matches_continue_and_health_answers(self, noise: str) -> None:
        async with started_referee() as harness:
            bots = await harness.bot("a"), await harness.bot("b")
            peers = [await Peer.connect(harness.referee.address) for _ in range(4)]
            for number, peer in enumerate(peers):
                await peer.send(NOISE[noise])
                await play_well(harness, bots, f"m{number}")
            assert await is_well(harness.referee.address)
            for peer in peers:
                peer.close()
            await play_well(harness, bots, "last")

    async def test_a_path_that_is_no_text_ends_its_call_and_no_server(self) -> None:
        async with started_referee() as harness:
            bots = await harness.bot("a"), await harness.bot("b")
            peers = [await Peer.connect(harness.referee.address) for _ in range(4)]
            for peer in peers:
                await peer.send(UNREADABLE)
                while (await peer.read())[0] != http2.HEADERS:
                    pass
                peer.close()
            assert await is_well(harness.referee.address)
            await play_well(harness, bots, "m1")


class TestSlow:
    """Peers that take their time have little of it."""

    async def test_a_preface_byte_by_byte_is_cut_off(self) -> None:
        async with started_referee(Limits(handshake_timeout=5)) as harness:
            peer = await Peer.connect(harness.referee.address)
            for byte in http2.PREFACE[:-1]:
                if not await peer.send(bytes((byte,))):
                    break
                await asyncio.sleep(1)
            assert await asyncio.wait_for(peer.frames(), PATIENCE) is not None
            assert not [frame for frame in await peer.frames() if frame[0] == http2.HEADERS]
            assert await is_well(harness.referee.address)
            peer.close()

    async def test_a_frame_of_a_bot_that_never_ends_is_not_waited_for(self) -> None:
        async with started_referee(Limits(hello_timeout=5)) as harness:
            token = harness.referee.identities.admit(BotName("a"))
            peer = await Peer.connect(harness.referee.address)
            await peer.send(
                HELLO,
                http2.call(1, METHOD, authorization=f"Bearer {token}"),
                http2.frame(http2.DATA, 0, 1, b"\0\0\0\xff\xffx"),
            )
            async with asyncio.timeout(PATIENCE):
                while (got := await peer.read())[:2] != (http2.HEADERS, 1):
                    assert got[0] != http2.DATA
            peer.close()

    async def test_one_who_watches_and_lets_nothing_through_does_not_hold_up_the_end(self) -> None:
        async with Referee(ServerSettings("127.0.0.1:0")) as referee:
            peer = await Peer.connect(referee.address)
            await peer.send(
                http2.PREFACE, http2.settings(window=0), http2.call(1, WATCH), http2.message(1, b"")
            )
            await read_once(peer)
            await asyncio.wait_for(referee.stop(0), PATIENCE)
            peer.close()

    async def test_health_is_not_serving_while_the_referee_drains(self) -> None:
        async with started_referee(Limits(write_timeout=5)) as harness:
            bots = await harness.bot("a"), await harness.bot("b")
            harness.match("a", "b", clock=SLOW)
            peer = await Peer.connect(harness.referee.address)
            watching = http2.call(1, WATCH) + http2.message(1, b"")
            await peer.send(http2.PREFACE, http2.settings(window=0), watching)
            await read_once(peer)
            stopping = asyncio.create_task(harness.referee.stop(60))
            async with aio.insecure_channel(harness.referee.address) as channel:
                while (status := await health(channel)) == SERVING:
                    await asyncio.sleep(0.05)
            assert status == health_pb2.HealthCheckResponse.NOT_SERVING
            assert not stopping.done()
            stopping.cancel()
            await asyncio.wait((stopping,), timeout=PATIENCE)
            assert stopping.cancelled()
            for bot in bots:
                assert (await bot.end())[1] == "DRAINING"
            peer.close()

    async def test_one_who_watches_and_lets_nothing_through_keeps_no_other_waiting(self) -> None:

        async def watched(channel: aio.Channel) -> object:
            watch: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(WATCH)
            call = watch(b"", timeout=PATIENCE)
            try:
                return await call.read()
            except aio.AioRpcError as error:
                return error.code()
            finally:
                call.cancel()

        async with started_referee(Limits(write_timeout=5, max_unauthenticated_calls=2)) as harness:
            peer = await Peer.connect(harness.referee.address)
            watching = [http2.call(s, WATCH) + http2.message(s, b"") for s in (1, 3)]
            await peer.send(http2.PREFACE, http2.settings(window=0), *watching)
            await read_once(peer)
            async with aio.insecure_channel(harness.referee.address) as channel:
                while (word := await watched(channel)) is grpc.StatusCode.RESOURCE_EXHAUSTED:
                    await asyncio.sleep(0.05)
                assert isinstance(word, bytes)
                assert health_pb2.HealthCheckResponse.FromString(word).status == SERVING
            peer.close()

    @pytest.mark.parametrize("path", [CHECK, WATCH])
    async def test_a_request_that_does_not_come_is_not_waited_for(self, path: str) -> None:
        async with started_referee(Limits(request_timeout=5)) as harness:
            peer = await Peer.connect(harness.referee.address)
            unfinished = http2.frame(http2.DATA, 0, 1, b"\0\0\0\1\0abc")
            await peer.send(HELLO, http2.call(1, path), unfinished)
            while (await peer.read())[:2] != (http2.HEADERS, 1):
                pass
            assert await is_well(harness.referee.address)
            peer.close()

    async def test_a_request_that_goes_by_itself_ends_no_other(self) -> None:
        class Silent:
            async def read(self) -> None:
                await asyncio.Event().wait()

        callers: Any = UnauthenticatedCalls(
            Limits(max_unauthenticated_requests=1, request_timeout=0), ""
        )
        first = asyncio.create_task(callers._request(Silent()))
        for _ in range(2):
            await asyncio.sleep(0)
        for request in (callers._request(Silent()), first):
            with pytest.raises(Exception, match="The request did not come"):
                await request

    async def test_of_many_requests_that_do_not_come_the_oldest_goes_first(self) -> None:
        async with started_referee(Limits(max_unauthenticated_requests=3)) as harness:
            peer = await Peer.connect(harness.referee.address)
            unfinished = [http2.call(stream, CHECK) for stream in (1, 3, 5, 7, 9)]
            await peer.send(HELLO, *unfinished)
            gone: list[int] = []
            while len(gone) < 2:
                kind, stream, _ = await peer.read()
                gone += [stream] if kind == http2.HEADERS else []
            assert gone == [1, 3]
            assert await is_well(harness.referee.address)
            while (await peer.read())[:2] != (http2.HEADERS, 5):
                pass
            peer.close()


async def read_once(peer: Peer) -> None:
    """Wait until the other side has heard what the peer sent, and begun to act on it."""
    await peer.send(http2.frame(http2.PING, 0, 0, bytes(8)))
    while (await peer.read())[0] != http2.PING:
        pass
    await asyncio.sleep(0.2)


@asynccontextmanager
async def silent(address: str, count: int) -> AsyncIterator[list[Peer]]:
    """So many connections that say nothing."""
    peers: list[Peer] = []
    for _ in range(count // 100):
        peers += await asyncio.gather(*(Peer.connect(address) for _ in range(100)))
    try:
        yield peers
    finally:
        for peer in peers:
            peer.close()


class TestSilence:
    """Thousands of sockets that say nothing."""

    def test_a_match_continues_and_each_listener_has_its_own_limit(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        room = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        count = (room - 1000) // 2

        async def test() -> None:
            settings = ServerSettings("127.0.0.1:0", extra_listeners=("127.0.0.1:0",))
            async with Referee(settings) as referee:
                harness = RefereeHarness(referee)
                bots = await harness.bot("a"), await harness.bot("b")
                async with silent(referee.address, count):
                    assert referee.extra_listeners[0] != referee.address
                    assert await is_well(referee.extra_listeners[0])
                    await play_well(harness, bots, "m1")
                await harness.close()

        resource.setrlimit(resource.RLIMIT_NOFILE, (room, hard))
        try:
            uvloop.run(asyncio.wait_for(test(), PATIENCE))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
