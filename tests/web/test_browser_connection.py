"""Connections of a real server: silence, floods and a taken port."""

import asyncio
import contextlib
import socket
from pathlib import Path

import pytest

from referee.error import UnavailableError
from referee.web import browser_connection, server
from referee.web.sentence import WebSentence
from tests.errors import raises
from tests.web.conftest import Served

REQUEST = b"GET /api/v1/matches HTTP/1.1\r\nHost: localhost\r\n\r\n"


class TestCaps:
    """What wastes the server's time or room is cut."""

    def test_a_connection_that_says_nothing_is_cut(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(browser_connection, "_PATIENCE", 0.05)

        async def use(port: int) -> None:
            for start in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(start)
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()

        served(use)

    def test_a_connection_too_many_is_cut_and_the_others_stay(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(browser_connection, "MOST_CONNECTIONS", 2)

        async def use(port: int) -> None:
            pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()
            pairs[0][1].write(REQUEST)
            assert await pairs[0][0].readline() == b"HTTP/1.1 200 OK\r\n"
            for _, other in pairs:
                other.close()

        served(use)

    def test_a_peer_with_too_many_connections_is_refused_in_words(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another peer still has a place."""
        monkeypatch.setattr(browser_connection, "MOST_CONNECTIONS_OF_PEER", 2)

        async def use(port: int) -> None:
            pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
            assert b"retry-after: 5\r\n" in answer
            assert b"too_many_connections" in answer
            pairs.append((reader, writer))
            far = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            far[1].write(REQUEST)
            assert await far[0].readline() == b"HTTP/1.1 200 OK\r\n"
            for _, other in (*pairs, far):
                other.close()

        served(use)

    @pytest.mark.parametrize("limit", ["MOST_CONNECTIONS", "MOST_CONNECTIONS_OF_PEER"])
    @pytest.mark.parametrize("start", [b"", b"GET / HT", REQUEST])
    def test_a_connection_without_a_request_makes_room_for_a_new_one(
        self, served: Served, monkeypatch: pytest.MonkeyPatch, limit: str, start: bytes
    ) -> None:
        """So one client that holds all connections and sends nothing keeps nobody out."""
        monkeypatch.setattr(browser_connection, limit, 3)
        monkeypatch.setattr(browser_connection, "_GRACE", 0.0)

        async def use(port: int) -> None:
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            for reader, writer in silent:
                writer.write(start)
                if start == REQUEST:
                    await reader.readuntil(b"}")
            for _ in range(2):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(REQUEST)
                assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
                silent.append((reader, writer))
            for _, other in silent:
                other.close()

        served(use)

    def test_requests_of_one_peer_take_turns_with_those_of_another(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One that sends many requests at once has one parsed in each turn of the loop."""
        order: list[str] = []
        go_on = browser_connection.BrowserConnection.go_on

        def note(self: browser_connection.BrowserConnection) -> None:
            assert self.client is not None
            order.append(self.client[0])
            go_on(self)

        monkeypatch.setattr(browser_connection.BrowserConnection, "go_on", note)

        async def use(port: int) -> None:
            many = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
            far = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            for _, writer in (*many, far):
                writer.write(REQUEST)
            for reader, writer in (*many, far):
                assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
                writer.close()

        served(use)
        assert len(order) == 21
        assert order.index("127.0.0.2") < 10

    def test_an_event_does_not_wait_for_the_next_one(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No connection collects small packets, and each is cut if its reader takes nothing."""
        options: list[tuple[int, int]] = []
        made = browser_connection.BrowserConnection.connection_made

        def note(self: browser_connection.BrowserConnection, transport: asyncio.Transport) -> None:
            made(self, transport)
            endpoint = transport.get_extra_info("socket")
            options.append(
                (
                    endpoint.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY),
                    endpoint.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
                )
            )

        monkeypatch.setattr(browser_connection.BrowserConnection, "connection_made", note)

        async def use(port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            await reader.readline()
            writer.close()

        served(use)
        assert options == [(1, 60_000)]

    @pytest.mark.parametrize(
        "noise",
        [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (1 << 18),
            b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"\0" * 5000,
        ],
        ids=["tls", "http2", "header", "path", "zeros"],
    )
    def test_noise_is_refused_without_a_traceback(
        self, served: Served, noise: bytes, capfd: pytest.CaptureFixture[str]
    ) -> None:
        async def use(port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = b""
            with contextlib.suppress(ConnectionError):
                writer.write(noise)
                answer = await reader.read()
            assert b"Traceback" not in answer
            assert answer[:10] in (b"", b"HTTP/1.1 4")
            writer.close()

        served(use)
        assert "Traceback" not in capfd.readouterr().err


class TestAddress:
    """A server that cannot listen says why."""

    def test_a_port_that_is_taken_is_said(self) -> None:
        with server.listening("127.0.0.1:0") as endpoint:
            port = endpoint.getsockname()[1]
            with (
                raises(UnavailableError, WebSentence.CANNOT_LISTEN, address=f"127.0.0.1:{port}"),
                server.listening(f"127.0.0.1:{port}"),
            ):
                pass

    def test_a_unix_socket_leaves_no_file(self, tmp_path: Path) -> None:
        with server.listening(f"unix:{tmp_path}/s"):
            assert (tmp_path / "s").exists()
        assert not (tmp_path / "s").exists()
