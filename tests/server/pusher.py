"""An attacker that sends as much as HTTP/2 flow control allows, but never the last byte."""

import asyncio
import contextlib
import struct

from tests.server import http2
from tests.server.http2 import Peer

CHUNK = 16_384
WINDOW = 65_535
QUIET = 1.0
"""Seconds without a frame of the server after which the attacker stops."""


class Pusher:
    """A connection with calls that each send a message of `size` bytes.

    `pushed` is the number of bytes that flow control allowed.
    """

    def __init__(self, peer: Peer, calls: int, size: int) -> None:
        self.pushed = 0
        self._peer = peer
        self._head = b"\0" + struct.pack(">I", size)
        self._left = {2 * number + 1: size - 1 for number in range(calls)}
        self._windows = dict.fromkeys(self._left, WINDOW)
        self._initial = WINDOW
        self._window = WINDOW

    async def push(self, path: str, token: str) -> None:
        """Open the calls, and send until all is sent, or the server stops reading."""
        for stream in self._left:
            await self._peer.send(
                http2.call(stream, path, authorization=f"Bearer {token}"), self._begun(stream)
            )
        with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            while any(self._left.values()):
                await self._peer.send(*self._chunks())
                self._received(*await asyncio.wait_for(self._peer.read(), QUIET))

    def _begun(self, stream: int) -> bytes:
        """Return the frame with the head of a message."""
        self._windows[stream] -= len(self._head)
        self._window -= len(self._head)
        return http2.frame(http2.DATA, 0, stream, self._head)

    def _chunks(self) -> list[bytes]:
        """Return DATA frames of the messages, as far as the windows allow."""
        chunks = []
        for stream in self._left:
            while (size := self._room(stream)) > 0:
                chunks.append(http2.frame(http2.DATA, 0, stream, bytes(size)))
                self._left[stream] -= size
                self._windows[stream] -= size
                self._window -= size
                self.pushed += size
        return chunks

    def _room(self, stream: int) -> int:
        return min(CHUNK, self._left[stream], self._windows[stream], self._window)

    def _received(self, kind: int, stream: int, payload: bytes) -> None:
        """Update the windows by a frame of the server."""
        match kind:
            case http2.WINDOW if not stream:
                self._window += int.from_bytes(payload, "big")
            case http2.WINDOW:
                self._windows[stream] += int.from_bytes(payload, "big")
            case http2.RESET:
                self._left[stream] = 0
            case http2.SETTINGS:
                for setting, value in struct.iter_unpack(">HI", payload):
                    if setting == http2.INITIAL_WINDOW:
                        for other in self._windows:
                            self._windows[other] += value - self._initial
                        self._initial = value
