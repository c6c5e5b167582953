"""Every channel argument of the server has an effect: gRPC ignores a wrong name in silence.

`grpc.so_reuseport` is tested with the port that is taken, and
`grpc.max_receive_message_length` with the frame over the limit, in `test_frames.py`;
`grpc.max_concurrent_streams` in `test_limits.py`.
"""

import asyncio
import signal
import socket
import subprocess
import sys

import grpc
from grpc import aio
from grpc_health.v1 import health_pb2

from referee.identifier import BotName
from referee.server.channel import server_arguments
from referee.server.limits import Limits
from tests.patience import PATIENCE
from tests.server.cable import cable
from tests.server.harness import SLOW, RefereeHarness, health, play_on, started_referee
from tests.server.raw import METHOD, Raw, stream


def connect(harness: RefereeHarness) -> socket.socket:
    """A connection that says nothing."""
    host, _, port = harness.referee.address.rpartition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


async def closed(raw: socket.socket) -> bool:
    """Whether the other side closes a silent connection, within twenty seconds."""
    loop = asyncio.get_running_loop()
    raw.setblocking(False)
    async with asyncio.timeout(PATIENCE):
        while await loop.sock_recv(raw, 1024):
            pass
    return True


class TestCaps:
    """What costs too much is refused early."""

    async def test_metadata_over_the_limit_is_refused(self) -> None:
        async with started_referee() as harness:
            ends = [await harness.dial_with("x" * 9000).end() for _ in range(25)]
            assert {code for code, _, _ in ends} == {grpc.StatusCode.RESOURCE_EXHAUSTED}

    async def test_metadata_over_the_soft_limit_is_refused_the_likelier_the_larger_it_is(
        self,
    ) -> None:
        async with started_referee(Limits(refusal_delay=0)) as harness:
            ends = [await harness.dial_with("x" * 6500).end() for _ in range(25)]
            assert grpc.StatusCode.RESOURCE_EXHAUSTED in {code for code, _, _ in ends}
            assert (await harness.dial_with("x" * 3000).end())[1] == "TOKEN_INVALID"

    async def test_metadata_over_the_limit_is_refused_at_once_and_keeps_no_stream(self) -> None:
        async with started_referee(Limits(refusal_delay=2 * PATIENCE)) as harness:
            for _ in range(20):
                await harness.dial_with("x" * 9000).end()

    async def test_connections_over_the_cap_are_refused_and_the_others_served(self) -> None:
        async with started_referee(Limits(max_connections=3)) as harness:
            bots = [await harness.bot(name) for name in "abc"]
            code, _, _ = await harness.dial(BotName("d")).end()
            assert code is grpc.StatusCode.UNAVAILABLE
            assert len(harness.referee.lobby.present) == len(bots)

    async def test_sockets_that_never_speak_are_closed_and_health_still_answers(self) -> None:
        async with started_referee(Limits(handshake_timeout=5)) as harness:
            silent = [connect(harness) for _ in range(100)]
            async with aio.insecure_channel(harness.referee.address) as channel:
                assert await health(channel) == health_pb2.HealthCheckResponse.SERVING
            assert all(await asyncio.gather(*(closed(raw) for raw in silent)))
            for raw in silent:
                raw.close()

    async def test_a_connection_without_a_stream_is_closed(self) -> None:
        async with started_referee(Limits(idle_timeout=1)) as harness:
            raw = connect(harness)
            raw.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
            assert await closed(raw)
            raw.close()

    async def test_http_1_and_tls_garbage_do_not_disturb(self) -> None:
        async with started_referee() as harness:
            for garbage in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\xff" * 50):
                raw = connect(harness)
                raw.sendall(garbage)
                assert await closed(raw)
                raw.close()
            await harness.bot("a")

    async def test_an_unread_stream_buffers_little(self) -> None:
        never = asyncio.Event()

        async def deaf(_: object, __: object) -> None:
            await never.wait()

        server = aio.server(options=server_arguments(Limits()))
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(deaf)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("deaf", {"Play": handler}),)
        )
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = stream(channel, "/deaf/Play")
            sent = 0
            try:
                async with asyncio.timeout(1):
                    while True:
                        await call.write(bytes(1000))
                        sent += 1000
            except TimeoutError:
                pass
            assert sent <= Limits().lookahead_bytes
        await server.stop(0)


class TestLiveness:
    """A peer that is gone is found, one that is there is left alone."""

    async def test_a_frozen_peer_is_found_within_two_heartbeats(self) -> None:
        async with started_referee(Limits(ping_interval=1, ping_timeout=5)) as harness:
            token = harness.referee.identities.admit(BotName("frozen"))
            command = [sys.executable, "-m", "tests.server.idle_bot"]
            with subprocess.Popen([*command, harness.referee.address, token]) as process:
                assert not await harness.referee.lobby.wait_for([BotName("frozen")], PATIENCE)
                await asyncio.sleep(2.5)
                assert "frozen" in harness.referee.lobby.present
                process.send_signal(signal.SIGSTOP)
                async with asyncio.timeout(PATIENCE):
                    while "frozen" in harness.referee.lobby.present:
                        await asyncio.sleep(0.05)
                process.kill()

    async def test_a_bot_whose_cable_was_pulled_is_found_and_the_clock_decides(self) -> None:
        limits = Limits(ping_interval=1, ping_timeout=5)
        async with started_referee(limits) as harness, cable(harness.referee.address) as line:
            good, token = (
                await harness.bot("good"),
                harness.referee.identities.admit(BotName("cut")),
            )
            cut = Raw(line.address, token)
            await cut.hello()
            host = harness.match("good", "cut", clock=SLOW)
            await cut.receive("question")
            line.pull()
            async with asyncio.timeout(PATIENCE):
                while "cut" in harness.referee.lobby.present:
                    await asyncio.sleep(0.05)
            assert not host.done.done()
            back = harness.dial_with(token)
            await back.hello()
            await asyncio.gather(play_on(good), play_on(back))
            assert [r.strikes for r in (await host.done).outcome.results] == [0, 0]
            await cut.close()

    async def test_a_client_may_ping_as_often_as_is_published(self) -> None:
        async with started_referee(Limits(least_ping_interval=0.5)) as harness:
            token = harness.referee.identities.admit(BotName("a"))
            arguments = [("grpc.keepalive_time_ms", 1000), ("grpc.http2.max_pings_without_data", 0)]
            async with aio.insecure_channel(harness.referee.address, arguments) as channel:
                call = stream(channel, METHOD, (("authorization", f"Bearer {token}"),))
                await call.write(b"\x0a\x06\x0a\x04\x08\x01\x10\x01")
                assert isinstance(await call.read(), bytes)
                await asyncio.sleep(6)
                assert not call.done()
