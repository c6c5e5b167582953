"""Relay the bytes of one connection: from a client through the filter to gRPC, and back."""

import asyncio
import os
import socket
import time
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Final, cast

from referee.match.clock import Instant
from referee.server.front.filter import FrameFilter, ViolationError

_READ: Final = 1 << 14
"""Maximum bytes of one read."""

_HIGH: Final = 1 << 15
"""High-water mark of each write buffer, in bytes: above it, the other side is not read."""

_LINGER: Final = 2.0
"""Seconds for a client to read the last bytes."""

_RETRY: Final = 0.01
"""Seconds between two tries to connect to gRPC, whose accept queue may be full."""

Reach = Callable[[], Awaitable[socket.socket]]
"""Returns the connected Unix socket to gRPC; raises `OSError` if there is none."""

_BUFFER: Final = bytearray(_READ)
"""The read buffer that all connections share: each copies its bytes at once."""


class _Pause(Enum):
    """Why a client is not read."""

    TOKENS = auto()
    CONNECTING = auto()
    UNREAD = auto()


def now() -> Instant:
    """Return the time of the monotonic clock."""
    return Instant(time.monotonic_ns())


class _Side(asyncio.BufferedProtocol):
    """One side of a connection, which reads into the shared buffer."""

    def get_buffer(self, sizehint: int) -> bytearray:
        return _BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.received(bytes(_BUFFER[:nbytes]))

    def received(self, data: bytes) -> None:
        """Handle bytes from this side."""
        raise NotImplementedError


class Client(_Side):
    """The peer's side of a connection, which also controls the side of gRPC.

    It calls `closed` once, with the reason if the front closed the connection, else with "".
    """

    def __init__(
        self,
        filter_: FrameFilter,
        reach: Reach,
        handshake_timeout: float,
        closed: Callable[[str], None],
    ) -> None:
        """Relay one connection.

        Args:
            filter_: decides which bytes pass.
            reach: connects to gRPC, once the peer has begun HTTP/2.
            handshake_timeout: maximum seconds until the peer has begun HTTP/2.
            closed: called at the end.
        """
        self._filter = filter_
        self._reach = reach
        self._timeout = handshake_timeout
        self._closed = closed
        self._reason = ""
        self._pauses: set[_Pause] = set()
        self._upstream: Upstream | None = None
        self._first = b""
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._has_begun = False
        self._connecting: asyncio.Task[None] | None = None

    # -- the peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(_HIGH)
        self._timer = self._loop.call_later(
            self._timeout, self._refuse, "the connection did not begin in time"
        )

    def received(self, data: bytes) -> None:
        try:
            passed = self._filter.receive(data, now())
        except ViolationError as violation:
            self._refuse(str(violation))
            return
        if self._filter.is_http2 and not self._has_begun:
            self._has_begun = True
            self._set_timer(None)
            self.connect()
        if passed:
            self._pass(passed)
        if self._filter.wait:
            self._pause(_Pause.TOKENS)
            self._set_timer(self._loop.call_later(self._filter.wait, self._go_on))

    def _go_on(self) -> None:
        """Continue after a wait for tokens."""
        self._resume(_Pause.TOKENS)
        if not self._transport.is_closing():
            self.received(b"")

    def _pass(self, data: bytes) -> None:
        if self._upstream is None:
            self._first += data
        else:
            self._upstream.transport.write(data)

    def pause_writing(self) -> None:
        if self._upstream is not None:
            self._upstream.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._upstream is not None:
            self._upstream.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_timer(None)
        if self._connecting is not None:
            self._connecting.cancel()
        if self._upstream is not None:
            self._upstream.transport.close()
        self._closed(self._reason)

    def _refuse(self, reason: str) -> None:
        """Close the connection at once, for a reason."""
        self._reason = reason
        self._set_timer(None)
        self._transport.abort()

    # -- gRPC

    def connect(self) -> None:
        """Begin to connect to gRPC, unless it has begun; do not read the peer meanwhile."""
        if self._connecting is None:
            self._pause(_Pause.CONNECTING)
            self._connecting = self._loop.create_task(self._connect())

    async def _connect(self) -> None:
        """Connect to gRPC, and send the bytes received so far."""
        try:
            end = await self._reach()
            _, upstream = await self._loop.create_unix_connection(lambda: Upstream(self), sock=end)
        except OSError:
            self._transport.abort()
            return
        self._upstream = upstream
        upstream.transport.write(self._first)
        self._first = b""
        self._resume(_Pause.CONNECTING)

    def answer(self, data: bytes) -> None:
        """Send bytes of gRPC to the client."""
        self._transport.write(data)

    def hurry(self, is_slow: bool) -> None:
        """Pause reading the client while gRPC is slow to read, or resume."""
        if is_slow:
            self._pause(_Pause.UNREAD)
        else:
            self._resume(_Pause.UNREAD)

    def finish(self) -> None:
        """Close the connection after the client has read the last bytes, or after `_LINGER`."""
        self._transport.close()
        self._set_timer(self._loop.call_later(_LINGER, self._transport.abort))

    # -- both

    def _pause(self, why: _Pause) -> None:
        if not self._pauses and not self._transport.is_closing():
            self._transport.pause_reading()
        self._pauses.add(why)

    def _resume(self, why: _Pause) -> None:
        if why in self._pauses:
            self._pauses.discard(why)
            if not self._pauses and not self._transport.is_closing():
                self._transport.resume_reading()

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer


class Upstream(_Side):
    """The side of gRPC of a connection."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(_HIGH)

    def received(self, data: bytes) -> None:
        self._client.answer(data)

    def pause_writing(self) -> None:
        self._client.hurry(is_slow=True)

    def resume_writing(self) -> None:
        self._client.hurry(is_slow=False)

    def connection_lost(self, exc: Exception | None) -> None:
        self._client.finish()


async def reach_backend(backend: str, name: str) -> socket.socket:
    """Connect to gRPC at a path; both paths are relative to the working folder.

    `name` is the path to which this end is bound, and which gRPC reports as its peer.

    Raises:
        OSError: when gRPC does not listen there.
    """
    end = _bound(name)
    try:
        while True:
            try:
                end.connect(backend)
                return end
            except BlockingIOError:
                await asyncio.sleep(_RETRY)
    except BaseException:
        end.close()
        raise


def _bound(name: str) -> socket.socket:
    """Return a Unix socket that is bound to a path, and remove the file at once."""
    end = socket.socket(socket.AF_UNIX)
    try:
        end.setblocking(False)
        end.bind(name)
        os.unlink(name)
    except BaseException:
        end.close()
        raise
    return end
