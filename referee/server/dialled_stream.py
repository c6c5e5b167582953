"""A stream that the referee has opened: a `StreamTransport` over a call to a listening bot."""

import asyncio
import contextlib
from typing import NoReturn

import grpc
from grpc import aio

LAST_WORD = 1.0
"""Seconds for a bot to end its side of the stream after the referee has ended its own."""

_UNUSABLE = (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION)
"""Codes of refusals for which another stream of the same bot would be refused as well."""

Call = aio.StreamStreamCall[bytes, bytes]


class DialledStream:
    """One call to a bot. `error` is how the bot or the network ended it, if that was an error."""

    def __init__(self, call: Call, address: str) -> None:
        self.error: aio.AioRpcError | None = None
        self.refusal: str | None = None
        """Why the referee ended the stream, if it did. The call cannot carry it to the bot."""
        self.is_unusable = False
        """Whether the referee refused the bot's first message, so that another try is pointless."""
        self._is_new = True
        self._call = call
        self._address = address

    def invocation_metadata(self) -> None:
        """Return None: the bot sends no token, because the referee has called the bot."""

    async def send_initial_metadata(self, metadata: tuple[()], /) -> None:
        """Do nothing: the bot sends its `Hello` first, and waits for no metadata."""

    async def read(self) -> object:
        """Return the next frame, or no bytes at the end of the stream; set `error` on failure."""
        try:
            return await self._call.read()
        except aio.AioRpcError as error:
            self.error = error
            return None

    async def write(self, message: bytes, /) -> None:
        """Hand a frame to the transport.

        Raises:
            AioRpcError, asyncio.InvalidStateError: when the stream has ended.
        """
        self._is_new = False
        await self._call.write(message)

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: tuple[tuple[str, str | bytes], ...] = (),
    ) -> NoReturn:
        """Record the reason, and close the stream; the client of a call can send no status."""
        self.refusal = details
        self.is_unusable = self._is_new and code in _UNUSABLE
        await self.close()
        raise aio.AbortError

    def peer(self) -> str:
        """Return the address of the bot."""
        return self._address

    def cancelled(self) -> bool:
        """Return whether the stream has ended."""
        return self._call.done()

    async def close(self) -> None:
        """End the referee's side, wait up to `LAST_WORD` for the bot's, then cancel the call."""
        try:
            with contextlib.suppress(TimeoutError, aio.AioRpcError, asyncio.InvalidStateError):
                async with asyncio.timeout(LAST_WORD):
                    await self._call.done_writing()
                    await self._call.code()
        finally:
            self._call.cancel()
