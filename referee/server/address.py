"""Where a referee listens: what an address is, and where nothing may be said in plaintext."""

import os
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from referee.error import UsageError
from referee.games.option import is_text
from tianming.channel import is_local

_LONGEST_PATH = 107
"""Bytes of the path of a Unix socket, at most."""

_LAST_PORT = 65_535
_PORT = re.compile(r"[0-9]{1,5}")
_NUMBERS = re.compile(r"[0-9.]+")
_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")


@dataclass(frozen=True, slots=True)
class Names:
    """What the settings of a server are called where people give them."""

    certificate: str = "--tls-certificate"
    key: str = "--tls-key"
    client_authority: str = "--tls-client-ca"
    plaintext: str = "--plaintext"


FLAGS = Names()
"""On the command line."""

KEYS = Names("server.certificate", "server.key", "server.client_ca", "server.plaintext")
"""In the file of a league."""


def check_address(address: str) -> None:
    """Raise `UsageError` for what is no address to listen at."""
    if address.startswith("unix:"):
        _check_path(address)
        return
    host, _, port = address.rpartition(":")
    is_port = _PORT.fullmatch(port) is not None and int(port) <= _LAST_PORT
    if not is_port or not _is_host(host):
        raise UsageError(
            f"{address!r} is no address to listen at: give host:port, with a port from 0 to "
            f"{_LAST_PORT} and an IPv6 address in brackets, or unix:/path."
        )


def check_hidden(address: str, names: Names) -> None:
    """Raise `UsageError` for an address where others could read what is said without TLS."""
    if not is_local(address):
        raise UsageError(
            f"{address} can be reached from other machines, and without TLS every token "
            f"could be read on the way: give {names.certificate} and {names.key}, or "
            f"{names.plaintext} if something in front of the referee does it."
        )


def _check_path(address: str) -> None:
    path = os.fsencode(address.removeprefix("unix:"))
    if not path or b"\0" in path:
        raise UsageError(f"{address!r} is no address to listen at: give unix: a path of a socket.")
    if len(path) > _LONGEST_PATH:
        raise UsageError(
            f"{address} has a path of {len(path)} bytes, and a socket's has "
            f"{_LONGEST_PATH} at most: choose a shorter one (local bots meet in TMPDIR)."
        )


def _is_host(host: str) -> bool:
    """Whether it is a name, an IPv4 address, or one of IPv6 in brackets."""
    try:
        if host.startswith("[") and host.endswith("]"):
            IPv6Address(host[1:-1])
        elif _NUMBERS.fullmatch(host):
            IPv4Address(host)
        else:
            return _NAME.fullmatch(host) is not None
    except ValueError:
        return False
    return True
