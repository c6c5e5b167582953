"""Bind the sockets of an address as gRPC does: all addresses of a host, on one port."""

import contextlib
import errno
import os
import socket
from typing import Any, Final

from referee.server.address import is_wildcard

_BACKLOG: Final = 1024
"""Maximum connections that wait to be accepted."""

_TRIES: Final = 20
"""Number of tries to find a port that is free at all addresses of a host."""

_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""The errors of an address that this machine does not have."""

_Place = tuple[socket.AddressFamily, tuple[Any, ...]]
"""An address family, and the address to which a socket of it is bound."""


def bound(address: str) -> tuple[list[socket.socket], str]:
    """Listen at `host:port` or `unix:/path`; return the sockets and the address with its port.

    Raises:
        OSError: when the port is taken, or the address belongs to another machine.
    """
    if address.startswith("unix:"):
        return [_unix(os.fsencode(address.removeprefix("unix:")))], address
    host, _, port = address.rpartition(":")
    return _at(host, int(port)) if int(port) else _at_any_port(host)


def _at_any_port(host: str) -> tuple[list[socket.socket], str]:
    """Listen at a port that is free at all addresses of a host."""
    for _ in range(_TRIES - 1):
        try:
            return _at(host, 0)
        except OSError:
            continue
    return _at(host, 0)


def _at(host: str, port: int) -> tuple[list[socket.socket], str]:
    sockets = _all(_places(host.strip("[]")), port)
    return sockets, f"{host}:{sockets[0].getsockname()[1]}"


def _places(host: str) -> list[_Place]:
    """Return the addresses of a host; one socket serves both families of a wildcard."""
    if is_wildcard(host) and socket.has_dualstack_ipv6():
        return [(socket.AF_INET6, ("::", 0))]
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, where) for family, _, _, _, where in found))


def _all(places: list[_Place], port: int) -> list[socket.socket]:
    """Listen on one port at all these addresses that this machine has."""
    with contextlib.ExitStack() as stack:
        sockets: list[socket.socket] = []
        for number, (family, (host, _, *more)) in enumerate(places, 1):
            try:
                each = stack.enter_context(_tcp(family, (host, port, *more)))
            except OSError as error:
                if error.errno not in _ABSENT or (number == len(places) and not sockets):
                    raise
                continue
            sockets.append(each)
            port = each.getsockname()[1]
        stack.pop_all()
        return sockets


def _tcp(family: socket.AddressFamily, where: tuple[Any, ...]) -> socket.socket:
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        made.setblocking(False)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            only = 0 if where[0] == "::" else 1
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, only)
        made.bind(where)
        made.listen(_BACKLOG)
        stack.pop_all()
        return made


def _unix(path: bytes) -> socket.socket:
    """Listen at a path; replace an old socket there."""
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(socket.socket(socket.AF_UNIX))
        made.setblocking(False)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        made.bind(path)
        made.listen(_BACKLOG)
        stack.pop_all()
        return made
