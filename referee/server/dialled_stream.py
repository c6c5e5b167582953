"""A stream that the referee has opened: a `Transport` over a call to a bot that listens."""

import asyncio
import contextlib
from typing import NoReturn

import grpc
from grpc import aio

LAST_WORD = 1.0
"""Seconds that a bot has to end its side, when the referee has ended its own."""

_UNUSABLE = (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION)
"""Why a stream is refused that another one of the same bot would not mend."""

Call = aio.StreamStreamCall[bytes, bytes]


class DialledStream:
    """One call to a bot. `error` is how the bot or the network ended it, if not well."""

    def __init__(self, call: Call, address: str) -> None:
        self.error: aio.AioRpcError | None = None
        self.refusal: str | None = None
        """Why the referee has ended it, if it did. The call cannot carry the reason to the bot."""
        self.is_unusable = False
        """Whether that was because the bot began with no hello, or with none for this referee."""
        self._is_new = True
        self._call = call
        self._address = address

    def invocation_metadata(self) -> None:
        """The bot shows no token: the referee has called it."""

    async def send_initial_metadata(self, metadata: tuple[()], /) -> None:
        """The bot does not wait for them: it says hello first."""

    async def read(self) -> object:
        """The next frame; no bytes at the end of the stream, however it comes."""
        try:
            return await self._call.read()
        except aio.AioRpcError as error:
            self.error = error
            return None

    async def write(self, message: bytes, /) -> None:
        """Hand a frame over; raises when the stream is over."""
        self._is_new = False
        await self._call.write(message)

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: tuple[tuple[str, str | bytes], ...] = (),
    ) -> NoReturn:
        """End the stream: one that has opened it can send no status."""
        self.refusal = details
        self.is_unusable = self._is_new and code in _UNUSABLE
        await self.close()
        raise aio.AbortError

    def peer(self) -> str:
        """The address of the bot."""
        return self._address

    def cancelled(self) -> bool:
        """Whether the stream is over."""
        return self._call.done()

    async def close(self) -> None:
        """End the referee's side, and soon the bot's, whatever it does."""
        try:
            with contextlib.suppress(TimeoutError, aio.AioRpcError, asyncio.InvalidStateError):
                async with asyncio.timeout(LAST_WORD):
                    await self._call.done_writing()
                    await self._call.code()
        finally:
            self._call.cancel()
