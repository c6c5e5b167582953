"""Calls of the front to listening bots: when it reads, what it shares, and how a call fails."""

import asyncio
import socket
from pathlib import Path

import pytest

from referee.match.clock import Instant
from referee.server.front.bot_filter import BotFrameFilter
from referee.server.front.call import call_settings
from referee.server.front.filter import Bounds
from referee.server.front.outgoing import BotSide, OutgoingCalls
from referee.server.front.setting import CallSettings, CallState
from referee.server.limits import Limits
from referee.server.token_bucket import TokenBucket
from tests.server import http2


async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Begin as a server of HTTP/2 does, and send without an end."""
    writer.write(http2.settings())
    try:
        while True:
            writer.write(http2.frame(http2.DATA, 0, 1, bytes(16_000)))
            await writer.drain()
    except OSError:
        writer.transport.abort()


async def nobody() -> socket.socket:
    """Wait for gRPC, which never connects."""
    await asyncio.Event().wait()
    raise AssertionError


class TestReading:
    async def test_a_bot_is_not_read_before_grpc_has_connected(self) -> None:
        tokens = (TokenBucket(1e9, 1e9, Instant(0)) for _ in range(3))
        filter_ = BotFrameFilter(Bounds(1 << 14, 1 << 14, 64), *tokens)
        side = BotSide(filter_, nobody, 20, lambda _: None)
        async with await asyncio.start_server(flood, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            loop = asyncio.get_running_loop()
            transport, _ = await loop.create_connection(lambda: side, "127.0.0.1", port)
            await asyncio.sleep(0.2)
            is_reading = transport.is_reading()
            transport.abort()
        assert not is_reading


class TestCall:
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Work in a folder for sockets, as the process does."""
        monkeypatch.chdir(tmp_path)

    def settings(self, target: str, timeout: float = 5) -> CallSettings:
        return call_settings("call-1", target, None, Limits(handshake_timeout=timeout))

    async def test_a_call_that_nobody_uses_ends_and_leaves_no_socket(self, tmp_path: Path) -> None:
        states = asyncio.Queue[CallState]()
        calls = OutgoingCalls(states.put_nowait)
        async with await asyncio.start_server(flood, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            calls.call(self.settings(f"127.0.0.1:{port}", 0.5))
            assert (await states.get()).is_open
            assert not (await states.get()).is_open
            assert calls.is_idle
            assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("target", ["127.0.0.1:1", "unix:/nowhere/at/all.sock"])
    async def test_a_bot_that_is_not_there_is_named_and_leaves_no_socket(
        self, target: str, tmp_path: Path
    ) -> None:
        states = asyncio.Queue[CallState]()
        calls = OutgoingCalls(states.put_nowait)
        calls.call(self.settings(target))
        state = await states.get()
        assert not state.is_open
        assert state.why in {"Connection refused", "No such file or directory"}
        assert calls.is_idle
        assert list(tmp_path.iterdir()) == []

    async def test_a_bot_that_does_not_answer_is_given_up_in_time(self) -> None:
        states = asyncio.Queue[CallState]()
        calls = OutgoingCalls(states.put_nowait)
        with socket.socket() as full:
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            waiting = [socket.socket() for _ in range(4)]
            for each in waiting:
                each.setblocking(False)
                each.connect_ex(full.getsockname())
            calls.call(self.settings(f"127.0.0.1:{full.getsockname()[1]}", 0.3))
            state = await states.get()
            for each in waiting:
                each.close()
        assert state.why == "it did not answer within 0.3 s"
