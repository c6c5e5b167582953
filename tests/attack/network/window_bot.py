"""A bot that reads frame by frame, by HTTP/2 flow control, to stop its own clock.

It lets the referee send the five bytes before the next gRPC message, which tell its length. A short
message is a ping, and a question waits behind it. The bot leaves the ping unread for a while.
"""

import asyncio
import struct
import time
from enum import Enum, auto
from typing import Final

from grpc_reflection.v1alpha import reflection, reflection_pb2

from tests.attack.network import grpc_call
from tests.server import http2
from tests.server.http2 import ACK, DATA, HEADERS, PING, SETTINGS, Peer, frame
from tianming_proto.v1 import play_pb2 as pb

_PREFIX: Final = 5
"""Bytes before a gRPC message: whether it is compressed, and its length."""

_SHORT: Final = 12
"""Maximum bytes of a frame that has only a ping."""

_PLENTY: Final = 1 << 20
"""A window that no test uses up."""

_REFLECT: Final = f"/{reflection.SERVICE_NAME}/ServerReflectionInfo"

_REST: Final = 0.05
"""Seconds from a question to its answer, so that another ping is due."""

_HOLDS: Final = 2
"""Number of questions before which the bot holds a ping."""

_UNIMPLEMENTED: Final = "12"


class Way(Enum):
    """How the bot keeps the referee from sending."""

    STREAM = auto()
    """By the window of its stream."""
    CONNECTION = auto()
    """By the window of its connection."""
    TRICKLE = auto()
    """By the window of its stream, which it opens by one byte at a time."""


class WindowBot:
    """A bot on its own connection.

    `held` has for each question the seconds for which the bot held the frame before it, if it did.
    """

    def __init__(self, peer: Peer, way: Way, span: float) -> None:
        """Prepare a bot that holds each ping before a question for `span` seconds."""
        self.held: dict[int, float] = {}
        self._peer = peer
        self._way = way
        self._span = span
        self._stream = 1
        self._data = b""
        self._allowed = self._read = 0
        self._is_waiting = False
        self._last = 0.0

    # -- the two ways to a stream

    async def call(self, token: str) -> None:
        """Open a stream to the referee, and play until a match has ended."""
        if self._way is Way.CONNECTION:
            await self._peer.send(http2.PREFACE, http2.settings(_PLENTY))
            await self._use_up_connection()
        else:
            await self._peer.send(http2.PREFACE, http2.settings(_PREFIX), http2.window(0, _PLENTY))
        await self._peer.send(
            http2.call(self._stream, grpc_call.METHOD, authorization=f"Bearer {token}")
        )
        await self._play()

    async def serve(self) -> None:
        """Accept the stream of a referee that has dialled, and play until a match has ended."""
        await self._peer.read_preface()
        await self._peer.send(http2.settings(_PREFIX), http2.window(0, _PLENTY))
        health = await self._opened()
        end = http2.END_STREAM | http2.END_HEADERS
        await self._peer.send(http2.response(health, end, **{"grpc-status": _UNIMPLEMENTED}))
        self._stream = await self._opened()
        await self._peer.send(http2.response(self._stream))
        await self._play()

    async def _opened(self) -> int:
        """Return the number of the next stream that the peer opens."""
        while True:
            kind, stream, _ = await self._next_frame()
            if kind == HEADERS:
                return stream

    async def _use_up_connection(self) -> None:
        """Use up the window of the connection, except for a prefix, on calls about the services."""
        request = reflection_pb2.ServerReflectionRequest(
            file_containing_symbol="tianming.v1.RefereeService"
        ).SerializeToString()
        await self._peer.send(http2.call(self._stream, _REFLECT))
        left = http2.FIRST_WINDOW
        while left > 0:
            await self._peer.send(grpc_call.data(self._stream, request))
            await self._receive(_PREFIX)
            size = _PREFIX + struct.unpack(">I", self._data[1:_PREFIX])[0]
            if size > left - _PREFIX:
                await self._peer.send(http2.window(0, size + _PREFIX - left))
                left = size
            await self._receive(size)
            self._data = self._data[size:]
            left -= size
        self._stream += 2

    # -- playing

    async def _play(self) -> None:
        """Play until a match has ended, then close the connection."""
        try:
            await self._play_on()
        finally:
            self._peer.close()
            await self._peer.closed()

    async def _play_on(self) -> None:
        """Send `Hello`, and choose option 0 of every question."""
        self._allowed, self._read = _PREFIX, 0
        await self._say(pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1)))
        while True:
            for message in await self._messages():
                match message.WhichOneof("kind"):
                    case "ping":
                        await self._say(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
                    case "question":
                        await self._answer(message.question)
                    case "match_ended":
                        return

    async def _answer(self, question: pb.Question) -> None:
        if self._last:
            self.held[question.number] = self._last
        await asyncio.sleep(_REST)
        choose = pb.Choose(match_id=question.match_id, number=question.number, option=0)
        await self._say(pb.BotMessage(choose=choose))
        self._is_waiting, self._last = True, 0.0

    async def _say(self, *messages: pb.BotMessage) -> None:
        data = pb.PlayRequest(messages=messages).SerializeToString()
        await self._peer.send(grpc_call.data(self._stream, data))

    async def _messages(self) -> list[pb.RefereeMessage]:
        """Return the messages of the next frame; hold it if it may be a ping before a question."""
        await self._receive(_PREFIX)
        size = _PREFIX + struct.unpack(">I", self._data[1:_PREFIX])[0]
        if self._is_waiting and size - _PREFIX <= _SHORT and len(self.held) < _HOLDS:
            await self._hold(size)
        await self._allow(self._read + size + _PREFIX)
        await self._receive(size)
        data, self._data = self._data[_PREFIX:size], self._data[size:]
        self._read += size
        messages = list(pb.PlayResponse.FromString(data).messages)
        self._is_waiting &= all(message.WhichOneof("kind") == "ping" for message in messages)
        return messages

    async def _hold(self, size: int) -> None:
        """Leave a frame of `size` bytes unread for a while, or take it by the byte."""
        since = time.monotonic()
        steps = size - _PREFIX if self._way is Way.TRICKLE else 1
        for step in range(steps):
            await self._allow(self._read + _PREFIX + step)
            await asyncio.sleep(self._span / steps)
        self._last += time.monotonic() - since

    async def _allow(self, total: int) -> None:
        """Let the referee send `total` bytes since the start of the stream."""
        if total > self._allowed:
            stream = 0 if self._way is Way.CONNECTION else self._stream
            await self._peer.send(http2.window(stream, total - self._allowed))
            self._allowed = total

    # -- reading

    async def _receive(self, size: int) -> None:
        """Read until there are `size` bytes of the stream."""
        while len(self._data) < size:
            kind, stream, payload = await self._next_frame()
            if kind == DATA and stream == self._stream:
                self._data += payload

    async def _next_frame(self) -> tuple[int, int, bytes]:
        """Return kind, stream and payload of the next frame; acknowledge settings and pings."""
        kind, flags, stream, payload = await self._peer.read_whole()
        if kind in (SETTINGS, PING) and not flags & ACK:
            await self._peer.send(frame(kind, ACK, 0, payload if kind == PING else b""))
        return kind, stream, payload
