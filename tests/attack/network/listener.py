"""Listen as a bot that attacks the referee which dials it.

python -m tests.attack.network.listener ATTACK

It prints its port, and attacks until it is killed.
"""

import asyncio
import contextlib
import os
import struct
import sys
from collections.abc import Callable, Iterator

from tests.server import http2
from tests.server.http2 import END_HEADERS, END_STREAM, frame

_ACK = frame(http2.SETTINGS, 1, 0)
_ANSWER = b"\x88" + http2.field("content-type", "application/grpc")
_SERVING = b"\0\0\0\0\2\x08\1"
_PAUSE = b""
"""A piece without bytes: wait, so that the referee sees the others first."""

_HELLO = b"\x0a\x06\x0a\x04\x08\x01\x10\x01"


def _fields(count: int) -> bytes:
    return http2.field("x-a", "y" * 100) * count


def _endless(piece: bytes) -> Iterator[bytes]:
    while True:
        yield piece


def _silent() -> Iterator[bytes]:
    yield _PAUSE


def _redirect() -> Iterator[bytes]:
    yield b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\n\r\n"


def _headers(*, acknowledged: bool) -> Iterator[bytes]:
    yield http2.settings() + (_ACK if acknowledged else b"")
    yield frame(http2.HEADERS, 0, 1, _ANSWER)
    yield from _endless(frame(http2.CONTINUATION, 0, 1, _fields(100)))


def _large_headers() -> Iterator[bytes]:
    yield http2.settings() + frame(http2.HEADERS, END_HEADERS, 1, _ANSWER + _fields(60))


def _hpack_bomb() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    indexed = b"\x40" + http2.field("x-a", "y" * 3900)[1:]
    yield frame(http2.HEADERS, END_HEADERS, 1, _ANSWER + indexed + b"\xbe" * 12_000)


def _trailers() -> Iterator[bytes]:
    yield http2.settings() + _ACK + frame(http2.HEADERS, END_HEADERS, 1, _ANSWER)
    end = http2.field("grpc-status", "0") + http2.field("grpc-message", "m" * 15_000)
    yield frame(http2.HEADERS, END_HEADERS | END_STREAM, 1, end)


def _blocks() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    yield from _endless(frame(http2.HEADERS, END_HEADERS, 1, _ANSWER) * 100)


def _pings() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    while True:
        yield frame(http2.PING, 0, 0, os.urandom(8)) * 200


def _settings() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    yield from _endless(http2.settings(65_535) * 200)


def _resets() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    yield from _endless(frame(http2.RESET, 0, 1, bytes(4)) * 200)


def _goaway() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    yield from _endless(frame(http2.AWAY, 0, 0, bytes(8)) * 200)


def _windows() -> Iterator[bytes]:
    yield http2.settings(0) + _ACK
    yield from _endless(frame(http2.WINDOW, 0, 0, struct.pack(">I", 1)) * 200)


def _unknown() -> Iterator[bytes]:
    yield http2.settings() + _ACK
    yield from _endless(frame(200, 0, 0, bytes(16_000)))


def _playing() -> Iterator[bytes]:
    """Answer the health check, and begin the answer to the stream."""
    yield http2.settings() + _ACK + frame(http2.HEADERS, END_HEADERS, 1, _ANSWER)
    yield frame(http2.DATA, 0, 1, _SERVING)
    end = http2.field("grpc-status", "0")
    yield frame(http2.HEADERS, END_HEADERS | END_STREAM, 1, end)
    yield _PAUSE
    yield frame(http2.HEADERS, END_HEADERS, 3, _ANSWER)


def _giant() -> Iterator[bytes]:
    yield from _playing()
    yield frame(http2.DATA, 0, 3, b"\0" + struct.pack(">I", 2**32 - 1))
    yield from _endless(frame(http2.DATA, 0, 3, bytes(16_000)))


def _hellos() -> Iterator[bytes]:
    yield from _playing()
    hello = b"\0" + struct.pack(">I", len(_HELLO)) + _HELLO
    yield from _endless(frame(http2.DATA, 0, 3, hello * 500))


def _empty_frames() -> Iterator[bytes]:
    yield from _playing()
    yield from _endless(frame(http2.DATA, 0, 3) * 500)


def _empty_messages() -> Iterator[bytes]:
    yield from _playing()
    yield from _endless(frame(http2.DATA, 0, 3, bytes(5) * 3000))


ATTACKS: dict[str, Callable[[], Iterator[bytes]]] = {
    "silent": _silent,
    "redirect": _redirect,
    "headers-without-ack": lambda: _headers(acknowledged=False),
    "continuations": lambda: _headers(acknowledged=True),
    "large-headers-without-ack": _large_headers,
    "hpack-bomb": _hpack_bomb,
    "trailers": _trailers,
    "header-blocks": _blocks,
    "pings": _pings,
    "settings": _settings,
    "resets": _resets,
    "goaways": _goaway,
    "windows": _windows,
    "unknown-frames": _unknown,
    "giant-message": _giant,
    "hellos": _hellos,
    "empty-frames": _empty_frames,
    "empty-messages": _empty_messages,
}


class HostileListener:
    """A listener that attacks each caller; `dialled` counts them."""

    def __init__(self, attack: str) -> None:
        self.dialled = 0
        self._pieces = ATTACKS[attack]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Attack one caller, until it hangs up."""
        self.dialled += 1
        reading = asyncio.create_task(_read(reader))
        with contextlib.suppress(OSError):
            for piece in self._pieces():
                writer.write(piece)
                await writer.drain()
                if not piece:
                    await asyncio.sleep(0.3)
            await reading
        reading.cancel()
        writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def listen(attack: str) -> None:
    """Print the port, and attack all callers."""
    async with await asyncio.start_server(HostileListener(attack).serve, "127.0.0.1", 0) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(listen(sys.argv[1]))
