"""Accept the connections of one address, within its limits."""

import asyncio
import itertools
import os
import socket
import ssl
from collections import Counter, OrderedDict
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from referee.match.clock import Instant
from referee.server.front.filter import FrameFilter
from referee.server.front.relay import Client, now, reach_backend
from referee.server.front.server_context import ServerContext
from referee.server.front.setting import ListenerSettings, Tokens
from referee.server.token_bucket import TokenBucket

_AT_ONCE: Final = 32
"""Maximum connections that are accepted in one turn of the event loop."""

_REMEMBERED: Final = 4096
"""Number of client addresses whose token buckets are kept."""

_SHORT: Final = 0.5
"""Seconds until the next try if `accept` fails, for example without free descriptors."""


class Peer:
    """The token buckets of one client address. Its connections share the frame rate evenly."""

    def __init__(self, settings: ListenerSettings, at: Instant) -> None:
        self.blocks = _bucket(settings.blocks, at)
        self.connections = _bucket(settings.connections, at)
        self._frames = settings.frames
        self._shares: set[TokenBucket] = set()

    def join(self, at: Instant) -> TokenBucket:
        """Add a connection; return its token bucket for frames."""
        share = _bucket(self._frames, at)
        self._shares.add(share)
        self._divide()
        return share

    def leave(self, share: TokenBucket) -> None:
        """Remove a connection, and divide its rate among the others."""
        self._shares.discard(share)
        self._divide()

    def _divide(self) -> None:
        for share in self._shares:
            share.per_second = self._frames.per_second / len(self._shares)


def _bucket(tokens: Tokens, at: Instant) -> TokenBucket:
    return TokenBucket(tokens.burst, tokens.per_second, at)


class Listener:
    """The sockets of one address, and the connections there.

    `refused` counts the refused and closed connections by reason; `last` is the last such peer.
    `starved` is the error number of the last connection that the system did not let it accept.
    """

    def __init__(self, settings: ListenerSettings, sockets: list[socket.socket]) -> None:
        self.address = settings.address
        self.refused: Counter[str] = Counter()
        self.last = ""
        self.starved = 0
        self._settings = settings
        self._sockets = sockets
        certificates = settings.certificates
        self._tls = None if certificates is None else ServerContext(certificates)
        self._peers: OrderedDict[str, Peer] = OrderedDict()
        self._open = 0
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        for each in sockets:
            self._listen(each)

    @property
    def is_idle(self) -> bool:
        """Whether it has no connection."""
        return self._open == 0

    def refresh(self) -> str | None:
        """Read changed TLS files again, as `ServerContext.refresh` does."""
        return None if self._tls is None else self._tls.refresh()

    def close(self) -> None:
        """Close the sockets, and accept no more connections."""
        for each in self._sockets:
            self._loop.remove_reader(each)
            each.close()

    def _listen(self, listening: socket.socket) -> None:
        if listening.fileno() >= 0:
            self._loop.add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, where = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self.starved = error.errno or 0
                self._loop.remove_reader(listening)
                self._loop.call_later(_SHORT, self._listen, listening)
                return
            self._admit(connection, where)

    def _admit(self, connection: socket.socket, where: object) -> None:
        """Serve a connection, or refuse it if there are too many."""
        peer = self._peer(_home(where))
        name = _name(where) or f"local:{next(self._numbers)}"
        if not peer.connections.take(now()):
            self._refuse(name, "its address connects too often")
            connection.close()
        elif self._open >= self._settings.max_connections:
            self._refuse(name, "too many connections are open")
            connection.close()
        else:
            self._open += 1
            connection.setblocking(False)
            task = self._loop.create_task(self._serve(connection, peer, name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket, peer: Peer, name: str) -> None:
        """Do the TLS handshake, if there is one, and hand the connection to a relay."""
        settings, share = self._settings, peer.join(now())
        left = partial(self._left, peer, share, name)
        if connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client = partial(
            Client,
            FrameFilter(settings.bounds, share, peer.blocks),
            partial(reach_backend, os.path.basename(settings.backend), name),
            settings.handshake_timeout,
            left,
        )
        timeout = None if self._tls is None else settings.handshake_timeout
        try:
            await self._loop.connect_accepted_socket(
                client,
                connection,
                ssl=None if self._tls is None else self._tls.context,
                ssl_handshake_timeout=timeout,
            )
        except OSError as error:
            connection.close()
            left(_distrust(error))

    def _left(self, peer: Peer, share: TokenBucket, name: str, reason: str) -> None:
        """Handle the end of a connection, with the reason if the front closed it."""
        self._open -= 1
        peer.leave(share)
        if reason:
            self._refuse(name, reason)

    def _refuse(self, name: str, reason: str) -> None:
        self.refused[reason] += 1
        self.last = name

    def _peer(self, home: str) -> Peer:
        peer = self._peers.get(home)
        if peer is None:
            peer = self._peers[home] = Peer(self._settings, now())
            if len(self._peers) > _REMEMBERED:
                self._peers.popitem(last=False)
        self._peers.move_to_end(home)
        return peer


def _distrust(error: OSError) -> str:
    """Return which side of a TLS handshake did not accept a certificate; "" for other errors."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    reason = getattr(error, "reason", None) or ""
    if "ALERT" in reason and ("CERTIFICATE" in reason or "UNKNOWN_CA" in reason):
        words = reason.partition("ALERT_")[2].replace("_", " ").lower()
        return f"it does not accept the certificate of the referee: {words}"
    return ""


def _name(where: object) -> str:
    """Return the address of a peer as gRPC writes it; "" for a peer without an address."""
    match where:
        case (str(host), int(port), *_):
            address = _address(host)
            name = str(address) if address.version == 4 else f"[{address}]"
            return f"ipv{address.version}:{name}:{port}"
        case _:
            return ""


def _home(where: object) -> str:
    """Return the key of a client's limits: its IPv4 address, or its IPv6 network of 64 bits."""
    match where:
        case (str(host), int(), *_):
            address = _address(host)
            return str(ip_network((address, 32 if address.version == 4 else 64), strict=False))
        case _:
            return ""


def _address(host: str) -> IPv4Address | IPv6Address:
    """Return an address without its zone; an IPv4 address mapped to IPv6 as IPv4."""
    address = ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address
