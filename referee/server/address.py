"""Where a referee listens: what an address is, and where nothing may be said in plaintext."""

import os
from dataclasses import dataclass
from ipaddress import ip_address

from referee.error import UsageError
from tianming.channel import is_address, is_local, target_of
from tianming_games.ground.text import is_text

_LONGEST_PATH = 107
"""Bytes of the path of a Unix socket, at most."""


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
    if not (is_text(address) and is_address(address)):
        raise UsageError(
            f"{address!r} is no address to listen at: give host:port, with a port from 0 to 65535 "
            "and an IPv6 address in brackets, or unix:/path, in UTF-8."
        )
    path = os.fsencode(address.removeprefix("unix:"))
    if address.startswith("unix:") and len(path) > _LONGEST_PATH:
        raise UsageError(
            f"{address} has a path of {len(path)} bytes, and a socket's has "
            f"{_LONGEST_PATH} at most: choose a shorter one (local bots meet in TMPDIR)."
        )


def is_bot_address(word: str) -> bool:
    """Whether a word that names a bot is an address, whether that can be dialled or not."""
    return word.startswith(("http://", "https://", "unix:"))


def check_bot_address(address: str) -> None:
    """Raise `UsageError` for what is no address of a bot that listens."""
    target, _ = target_of(address)
    if not (is_text(address) and is_bot_address(address) and is_address(target)):
        raise UsageError(
            f"{address!r} is no address of a bot: give http://host:port, https://host:port, with "
            "a port to 65535 and an IPv6 address in brackets, or unix:/path, in UTF-8."
        )


def check_hidden(address: str, names: Names) -> None:
    """Raise `UsageError` for an address where others could read what is said without TLS."""
    if not is_local(address):
        raise UsageError(
            f"{address} can be reached from other machines, and without TLS every token "
            f"could be read on the way: give {names.certificate} and {names.key}, or "
            f"{names.plaintext} if something in front of the referee does it."
        )


def is_wildcard(host: str) -> bool:
    """Whether a host stands for all addresses of a machine, and can be called by none."""
    try:
        return ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False
