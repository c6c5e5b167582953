"""Build HTTP/2 frames that no client library would send."""

import asyncio
import contextlib
import struct
from collections.abc import Iterator

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, RESET, SETTINGS, PING, AWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1

INITIAL_WINDOW = 4
"""The setting with the initial window size of a stream."""

FIRST_WINDOW = 65_535
"""Bytes that a peer may send on a connection, and on a stream, before any setting."""


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Return a frame of HTTP/2."""
    size = struct.pack(">I", len(payload))[1:]
    return size + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def settings(window: int | None = None) -> bytes:
    """Return a SETTINGS frame, with the initial window size or empty."""
    payload = b"" if window is None else struct.pack(">HI", INITIAL_WINDOW, window)
    return frame(SETTINGS, 0, 0, payload)


def window(stream: int, more: int) -> bytes:
    """Return a WINDOW_UPDATE frame: the peer may send `more` bytes; stream 0 is the connection."""
    return frame(WINDOW, 0, stream, struct.pack(">I", more))


def block(path: str, **more: str) -> bytes:
    """Return the header block of a gRPC call, each field as a literal without indexing."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "localhost",
        "content-type": "application/grpc",
        "te": "trailers",
    } | more
    return _fields(headers)


def _fields(headers: dict[str, str]) -> bytes:
    return b"".join(field(name, value) for name, value in headers.items())


def field(name: str, value: str) -> bytes:
    """Return a field of a header block, as a literal without indexing."""
    return b"\0" + _text(name) + _text(value)


def response(stream: int, flags: int = END_HEADERS, **more: str) -> bytes:
    """Return a HEADERS frame that answers a gRPC call."""
    headers = {":status": "200", "content-type": "application/grpc"} | more
    return frame(HEADERS, flags, stream, _fields(headers))


def call(stream: int, path: str, flags: int = END_HEADERS, **more: str) -> bytes:
    """Return a HEADERS frame that opens a call."""
    return frame(HEADERS, flags, stream, block(path, **more))


def message(stream: int, data: bytes) -> bytes:
    """Return a DATA frame with one gRPC message that ends the client's side."""
    return frame(DATA, END_STREAM, stream, b"\0" + struct.pack(">I", len(data)) + data)


def _text(text: str) -> bytes:
    """Return an HPACK string without Huffman coding, of less than 16,000 bytes, UTF-8 or not."""
    data = text.encode(errors="surrogateescape")
    if len(data) < 127:
        return bytes((len(data),)) + data
    rest = len(data) - 127
    return bytes((127, rest & 127 | 128, rest >> 7)) + data


class Peer:
    """A connection that sends any bytes, and reads frames."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, address: str) -> "Peer":
        """Return a connection to `host:port` or `unix:path`."""
        if address.startswith("unix:"):
            return cls(*await asyncio.open_unix_connection(address.removeprefix("unix:")))
        host, _, port = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def send(self, *frames: bytes) -> bool:
        """Send frames; return whether the connection was still open."""
        if self._writer.is_closing():  # then uvloop's `write` raises no ConnectionError
            return False
        try:
            self._writer.write(b"".join(frames))
            await self._writer.drain()
        except ConnectionError:
            return False
        return True

    async def frames(self) -> list[tuple[int, int, bytes]]:
        """Return kind, stream and payload of each frame until the connection ends."""
        data = bytearray()
        with contextlib.suppress(ConnectionError):
            while got := await self._reader.read(1 << 16):
                data += got
        return list(_frames(bytes(data)))

    async def read(self) -> tuple[int, int, bytes]:
        """Return kind, stream and payload of the next frame."""
        kind, _, stream, payload = await self.read_whole()
        return kind, stream, payload

    async def read_whole(self) -> tuple[int, int, int, bytes]:
        """Return kind, flags, stream and payload of the next frame."""
        head = await self._reader.readexactly(9)
        payload = await self._reader.readexactly(int.from_bytes(head[:3], "big"))
        return head[3], head[4], int.from_bytes(head[5:], "big"), payload

    async def read_preface(self) -> None:
        """Read the first bytes of a client."""
        assert await self._reader.readexactly(len(PREFACE)) == PREFACE

    def close(self) -> None:
        """Cut the connection."""
        self._writer.close()

    async def closed(self) -> None:
        """Wait until the connection is closed, with TLS after its closing message."""
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


def _frames(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    at = 0
    while at + 9 <= len(data):
        size = int.from_bytes(data[at : at + 3], "big")
        kind, stream = data[at + 3], int.from_bytes(data[at + 5 : at + 9], "big")
        yield kind, stream, data[at + 9 : at + 9 + size]
        at += 9 + size
