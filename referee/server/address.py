"""Addresses of a referee: their forms, and which of them require TLS."""

import os
from dataclasses import dataclass
from ipaddress import ip_address

from referee.error import UsageError
from referee.server.sentence import ServerSentence
from tianming.channel import is_address, is_local, target_of
from tianming_games.ground.text import is_text

_LONGEST_PATH = 107
"""Maximum bytes of the path of a Unix socket."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a server's settings in error messages."""

    certificate: str = "--tls-certificate"
    key: str = "--tls-key"
    client_authority: str = "--tls-client-ca"
    plaintext: str = "--plaintext"


FLAGS = Names()
"""The names on the command line."""

KEYS = Names("server.certificate", "server.key", "server.client_ca", "server.plaintext")
"""The names in the file of a league."""

ENTRY_KEYS = Names("entry.certificate", "entry.key", "", "entry.plaintext")
"""The names in the file of a league, of the entry process."""


def check_address(address: str) -> None:
    """Raise `UsageError` if a text is not a valid address to listen at."""
    if not (is_text(address) and is_address(address)):
        raise UsageError(ServerSentence.NO_ADDRESS, address=address)
    path = os.fsencode(address.removeprefix("unix:"))
    if address.startswith("unix:") and len(path) > _LONGEST_PATH:
        raise UsageError(
            ServerSentence.SOCKET_PATH_TOO_LONG,
            address=address,
            bytes=len(path),
            most=_LONGEST_PATH,
        )


def is_bot_address(word: str) -> bool:
    """Return whether a word that names a bot has the form of an address; it may be invalid."""
    return word.startswith(("http://", "https://", "unix:"))


def check_bot_address(address: str) -> None:
    """Raise `UsageError` if a text is not a valid address of a listening bot."""
    target, _ = target_of(address)
    if not (is_text(address) and is_bot_address(address) and is_address(target)):
        raise UsageError(ServerSentence.NO_BOT_ADDRESS, address=address)


def check_hidden(address: str, names: Names) -> None:
    """Raise `UsageError` for an address beyond this machine, where plaintext could be read."""
    if not is_local(address):
        raise UsageError(
            ServerSentence.NO_TLS,
            address=address,
            certificate=names.certificate,
            key=names.key,
            plaintext=names.plaintext,
        )


def is_wildcard(host: str) -> bool:
    """Return whether a host is a wildcard: all addresses of a machine, which no client can call."""
    try:
        return ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False
