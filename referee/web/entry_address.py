"""The address at which the pages call the entry process, and the channel to it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
from grpc import aio

from referee.error import UnavailableError, UsageError
from referee.server.address import is_wildcard
from referee.web.sentence import WebSentence
from tianming.channel import channel_to, check_address
from tianming.error import Misconfigured

_ARGUMENTS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.use_local_subchannel_pool", 1),  # each channel has a connection of its own
)


@dataclass(frozen=True, slots=True)
class EntryAddress:
    """Where the entry process listens.

    Attributes:
        address: `host:port`, `unix:/path`, or with https:// or http:// in front.
        certificate: the PEM file of its certificate, if it lies on this machine.
    """

    address: str
    certificate: Path | None = None

    def channel(self) -> aio.Channel:
        """Return a channel.

        Raises:
            UnavailableError: if the certificate cannot be read.
        """
        if self.certificate is None:
            return channel_to(self.address, _ARGUMENTS)
        from referee.server.certificate import hosts_of

        try:
            pem = self.certificate.read_bytes()
        except OSError as error:
            raise UnavailableError(
                WebSentence.CERTIFICATE_NOT_READ, path=self.certificate, why=error.strerror
            ) from None
        named = [("grpc.ssl_target_name_override", host) for host in hosts_of(self.certificate)[:1]]
        trusted = grpc.ssl_channel_credentials(pem)
        return aio.secure_channel(self.address, trusted, [*_ARGUMENTS, *named])

    def stamp(self) -> int:
        """Return a number that changes when the certificate is renewed."""
        try:
            return self.certificate.stat().st_mtime_ns if self.certificate else 0
        except OSError:
            return 0


def listened_at(listen: str, certificate: Path | None) -> EntryAddress:
    """Return how this machine calls a server that listens at an address of a league file."""
    host, colon, port = listen.rpartition(":")
    if not listen.startswith("unix:") and is_wildcard(host):
        listen = f"{'[::1]' if host.startswith('[') else '127.0.0.1'}{colon}{port}"
    return EntryAddress(listen, certificate)


def given_address(text: str) -> EntryAddress:
    """Return the address of the option `--entries`.

    Raises:
        UsageError: if it is none.
    """
    try:
        check_address(text)
    except Misconfigured:
        raise UsageError(WebSentence.WRONG_ENTRIES, address=text) from None
    return EntryAddress(text)
