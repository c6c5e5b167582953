"""Limits on the connections of browsers: their number, and how long each may be idle.

uvicorn waits without limit for the first request of a connection, and anybody may open
connections. So each request has a time limit, and the kernel closes a connection whose client
does not read the response. A new connection above a limit takes the place of one that sends no
request. A peer that sends many requests at once has one of them parsed in each turn of the event
loop, so that those of other peers come in between.
"""

import asyncio
import socket
from collections import deque
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.peer import Peers, peer_of
from referee.web.sentence import WebSentence
from referee.web.web_problem import TooMany, problem_response

MOST_CONNECTIONS: Final = 2_000
"""Maximum of open connections."""

MOST_CONNECTIONS_OF_PEER: Final = 600
"""Maximum of open connections of one peer; a trusted proxy has no such limit."""

_PATIENCE: Final = 10.0
"""Seconds in which the head of a request must arrive."""

_GRACE: Final = 1.0
"""Seconds without a request after which a connection may lose its place to a new one."""

_UNREAD: Final = 60_000
"""Milliseconds for which sent data may stay unread before the kernel closes the connection."""

_BUFFER: Final = 1 << 15
"""Bytes that are buffered for one client, in addition to the kernel's buffer."""


class PeerConnections:
    """The open connections of one peer, and those whose request waits for its turn."""

    def __init__(self) -> None:
        self.open: set[BrowserConnection] = set()
        self._waiting: deque[BrowserConnection] = deque()
        self._has_had_turn = False

    def take_turn(self, connection: "BrowserConnection") -> bool:
        """Return whether a connection may parse a request now; else it is called later."""
        if self._has_had_turn:
            self._waiting.append(connection)
            return False
        self._has_had_turn = True
        connection.loop.call_soon(self._next)
        return True

    def idlest(self) -> "BrowserConnection | None":
        """Return the connection that has sent no request for the longest time, if one is idle."""
        idle = [one for one in self.open if one.idle_since <= monotonic() - _GRACE]
        return min(idle, key=lambda one: one.idle_since, default=None)

    def _next(self) -> None:
        self._has_had_turn = False
        while self._waiting:
            connection = self._waiting.popleft()
            if connection in self.open:
                self.take_turn(connection)
                connection.go_on()
                return


class OpenConnections:
    """All open connections of a server, by peer."""

    def __init__(self, proxies: tuple[str, ...] = ()) -> None:
        self._proxies = Peers(proxies)
        self._peers: dict[str, PeerConnections] = {}

    def enter(self, connection: "BrowserConnection") -> PeerConnections | None:
        """Add a connection, in place of an idle one where a limit is reached.

        None if there is no place for it; then it is closed.
        """
        host = connection.client[0] if connection.client else None
        peer = self._peers.setdefault(peer_of(host), PeerConnections())
        if len(connection.connections) > MOST_CONNECTIONS:
            largest = max(self._peers.values(), key=lambda one: len(one.open))
            if not self._make_room(largest):
                connection.transport.abort()
                return None
        is_full = len(peer.open) >= MOST_CONNECTIONS_OF_PEER and not self._proxies.is_proxy(host)
        if is_full and not self._make_room(peer):
            connection.transport.write(_refusal())
            connection.transport.close()
            return None
        peer.open.add(connection)
        return peer

    def leave(self, connection: "BrowserConnection", peer: PeerConnections) -> None:
        """Forget a connection."""
        peer.open.discard(connection)
        if not peer.open:
            self._peers = {name: one for name, one in self._peers.items() if one.open}

    def _make_room(self, peer: PeerConnections) -> bool:
        """Cut the idlest connection of a peer; return whether there was one."""
        idlest = peer.idlest()
        if idlest is None:
            return False
        peer.open.discard(idlest)
        idlest.transport.abort()
        return True


class BrowserConnection(H11Protocol):
    """A connection that is closed if a request takes too long, or if too many are open."""

    limits: OpenConnections
    """Shared by the connections of a server; see `limited`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._peer: PeerConnections | None = None
        self._held = b""
        self.idle_since = _NEVER
        """When the last request was over; infinite while there is one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it if too many are open."""
        super().connection_made(transport)
        self._peer = self.limits.enter(self)
        if self._peer is None:
            return
        transport.set_write_buffer_limits(high=_BUFFER)
        _prepare(transport.get_extra_info("socket"))
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Receive bytes of a request now, or in a later turn of the event loop."""
        if self._held:
            self._held += data
        elif self._peer is not None:
            self._held = data
            if self._peer.take_turn(self):
                self.go_on()
            else:
                self.transport.pause_reading()

    def go_on(self) -> None:
        """Parse the bytes of a request, and stop its timer once its head is complete."""
        data, self._held = self._held, b""
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
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
        if self._peer is not None:
            self.limits.leave(self, self._peer)
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._stop_waiting()
        self.idle_since = monotonic()
        self._deadline = self.loop.call_later(_PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        self.idle_since = _NEVER
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def limited(proxies: tuple[str, ...] = ()) -> type[BrowserConnection]:
    """Return the connections of one server, which share their limits."""

    class Limited(BrowserConnection):
        limits = OpenConnections(proxies)

    return Limited


_NEVER: Final = float("inf")


def _refusal() -> bytes:
    """Return the response to a connection that a peer has too many of."""
    problem = TooMany(WebSentence.TOO_MANY_CONNECTIONS, most=MOST_CONNECTIONS_OF_PEER)
    response = problem_response(problem)
    head = b"".join(b"%b: %b\r\n" % header for header in response.raw_headers)
    return b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n%b\r\n%b" % (
        head,
        bytes(response.body),
    )


def _prepare(endpoint: Any) -> None:
    """Set up a TCP connection to send events without delay, and to end if its client stalls."""
    if endpoint is not None and endpoint.family in (socket.AF_INET, socket.AF_INET6):
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
