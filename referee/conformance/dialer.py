"""A stream to a listening bot: the suite calls `BotService.Serve`, and the bot serves it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Self

import grpc
from grpc import aio

from referee.conformance.bot import BotUnderTest, Timeouts
from referee.conformance.scripted_stream import ScriptedStream
from referee.conformance.sentence import ConformanceSentence
from referee.error import UnavailableError
from tianming.channel import channel_to, check_address, target_of
from tianming_proto.v1 import play_pb2 as pb

if TYPE_CHECKING:
    from referee.conformance.transcript import Transcript
    from referee.server.refusal import StreamRefused

    Call = aio.StreamStreamCall[bytes, bytes]

_SERVE = f"/{pb.DESCRIPTOR.services_by_name['BotService'].full_name}/Serve"


class BotCallStream(ScriptedStream):
    """A stream that the suite opened."""

    def __init__(
        self, transcript: Transcript, patience: float, channel: aio.Channel, token: str
    ) -> None:
        super().__init__(transcript.open("referee", ""), transcript, patience)
        self._channel = channel
        self._call: Call = self._channel.stream_stream(_SERVE)(
            metadata=(("authorization", f"Bearer {token}"),)
        )
        self._error: aio.AioRpcError | None = None
        self._reading = asyncio.create_task(self._read())

    async def error(self) -> aio.AioRpcError | None:
        """Wait for the end of the stream; return why it ended, None for `OK`."""
        await self.over.wait()
        return self._error

    async def _read(self) -> None:
        try:
            async for data in self._call:
                self._received(data)
        except aio.AioRpcError as error:
            self._error = error
            why = f"{error.code().name}: {error.details()}"
            self._transcript.end(self.number, "bot", why)
            self._closed(is_lost=True)
        else:
            self._closed(is_lost=False)

    async def _write(self, data: bytes) -> None:
        with contextlib.suppress(aio.AioRpcError, aio.BaseError, asyncio.InvalidStateError):
            await self._call.write(data)

    async def end(self) -> None:
        self._transcript.half_close(self.number, "referee")
        with contextlib.suppress(aio.AioRpcError, aio.BaseError, asyncio.InvalidStateError):
            await self._call.done_writing()

    async def refuse(self, why: StreamRefused) -> None:
        """Cancel the call, because a client has no other way to end it."""
        self._transcript.end(self.number, "referee", "CANCELLED")
        self._call.cancel()

    async def close(self) -> None:
        self._call.cancel()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self._channel.close()


class ServingBot(BotUnderTest):
    """A bot that listens at an address.

    Attributes:
        address: the address.
        credentials: credentials for TLS; None for those that the address and the environment name.
    """

    def __init__(
        self,
        address: str,
        token: str,
        patience: Timeouts,
        transcript: Transcript | None = None,
    ) -> None:
        """Set the address of the bot, and the token that it expects.

        Raises:
            ValueError: if the address is malformed.
        """
        super().__init__(patience)
        check_address(address, "of a bot (--address)")
        self.address = address
        self.transcript = transcript or self.transcript
        self.credentials: grpc.ChannelCredentials | None = None
        self._token = token
        self._streams: list[ScriptedStream] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for stream in self._streams:
            await stream.close()
        self._streams.clear()

    async def connect(self) -> ScriptedStream:
        return self.dial()

    def dial(self) -> BotCallStream:
        """Open a stream to the bot."""
        stream = BotCallStream(self.transcript, self.patience.step, self._channel(), self._token)
        self._streams.append(stream)
        return stream

    def _channel(self) -> aio.Channel:
        if self.credentials is None:
            return channel_to(self.address)
        return aio.secure_channel(target_of(self.address)[0], self.credentials)

    def report(self) -> list[str]:
        return []


async def check_reachable(address: str, seconds: float) -> None:
    """Raise `UnavailableError` if no server accepts a connection within `seconds`."""
    async with channel_to(address) as channel:
        try:
            async with asyncio.timeout(seconds):
                await channel.channel_ready()
        except TimeoutError:
            raise UnavailableError(ConformanceSentence.NOBODY_LISTENS, address=address) from None
