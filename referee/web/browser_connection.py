"""Limits on the connections of browsers: their number, and how long each may be idle.

uvicorn waits without limit for the first request of a connection, and anybody may open
connections. So each request has a time limit, and the kernel closes a connection whose client
does not read the response.
"""

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS: Final = 2_000
"""Maximum of open connections."""

_PATIENCE: Final = 10.0
"""Seconds in which the head of a request must arrive."""

_UNREAD: Final = 60_000
"""Milliseconds for which sent data may stay unread before the kernel closes the connection."""

_BUFFER: Final = 1 << 15
"""Bytes that are buffered for one client, in addition to the kernel's buffer."""


class BrowserConnection(H11Protocol):
    """A connection that is closed if a request takes too long, or if too many are open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it if too many are open."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=_BUFFER)
        _prepare(transport.get_extra_info("socket"))
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Receive bytes of a request, and stop its timer once its head is complete."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Start the timer of the next request."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
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
    """Set up a TCP connection to send events without delay, and to end if its client stalls."""
    if endpoint is not None and endpoint.family in (socket.AF_INET, socket.AF_INET6):
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
