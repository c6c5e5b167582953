"""Connections of browsers: how many there are, and how long one may be silent.

uvicorn waits for the first request of a connection for as long as it takes. Anybody may open
these connections, so each has a time in which its requests must be complete, and the kernel
cuts one that does not read what it asked for.
"""

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS: Final = 2_000
"""Connections that are open at once, at most."""

_PATIENCE: Final = 10.0
"""Seconds in which a request must be complete."""

_UNREAD: Final = 60_000
"""Milliseconds after which a connection ends whose other side takes nothing."""

_BUFFER: Final = 1 << 15
"""Bytes that wait for one reader, at most, beside those that the kernel keeps."""


class BrowserConnection(H11Protocol):
    """One connection, which is cut when it wastes time or there are too many."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or cut it where there is no room for one more."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=_BUFFER)
        _prepare(transport.get_extra_info("socket"))
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request; the clock runs until it is complete."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """The next request of the connection has the same time."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(_PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _prepare(endpoint: Any) -> None:
    """Let a connection of TCP send events at once, and end when its other side takes nothing."""
    if endpoint is not None and endpoint.family in (socket.AF_INET, socket.AF_INET6):
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
