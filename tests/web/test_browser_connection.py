"""Connections of a real server: silence, floods and a taken port."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from referee.error import UnavailableError
from referee.sentence.web import WebSentence
from referee.web import browser_connection, server
from referee.web.assets import Assets
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.errors import raises

REQUEST = b"GET /api/v1/matches HTTP/1.1\r\nHost: x\r\n\r\n"

Use = Callable[[int], Awaitable[None]]


@pytest.fixture
def served(folder: Path, assets: Assets) -> Callable[[Use], None]:
    """Serve the folder on a free port while something is done there."""

    async def run(use: Use) -> None:
        source = RecordsSource("season", folder, [], ShowSettings())
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        with server.listening("127.0.0.1:0") as endpoint:
            serving = asyncio.create_task(
                server.serve_on(source, endpoint, assets, ready.set_result)
            )
            address = await ready
            await use(int(address.rstrip("/").rpartition(":")[2]))
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving

    return lambda use: asyncio.run(run(use))


class TestCaps:
    """What wastes the server's time or room is cut."""

    def test_a_connection_that_says_nothing_is_cut(
        self, served: Callable[[Use], None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(browser_connection, "_PATIENCE", 0.05)

        async def use(port: int) -> None:
            for start in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(start)
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()

        served(use)

    def test_a_connection_too_many_is_cut_and_the_others_stay(
        self, served: Callable[[Use], None], monkeypatch: pytest.MonkeyPatch
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

    @pytest.mark.parametrize(
        "noise",
        [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * (1 << 18),
            b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"\0" * 5000,
        ],
        ids=["tls", "http2", "header", "path", "zeros"],
    )
    def test_noise_is_refused_without_a_traceback(
        self, served: Callable[[Use], None], noise: bytes, capfd: pytest.CaptureFixture[str]
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
