"""The options of a server for bots that connect over the network: addresses and TLS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.command import PATH, collected
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.server.referee import ServerSettings
    from referee.server.tls import Tls

_ADDRESS = "127.0.0.1:50051"


@dataclass(frozen=True, slots=True)
class ServerFlags:
    """The flags of a server."""

    listen: tuple[str, ...]
    tls_certificate: Path | None
    tls_key: Path | None
    tls_client_ca: Path | None
    plaintext: bool
    no_reflection: bool


server_options = collected(
    "server",
    ServerFlags,
    (
        click.option(
            "--listen",
            multiple=True,
            metavar="ADDRESS",
            help="host:port or unix:/path; may be repeated, each with its own cap on connections "
            "(default: 127.0.0.1:50051; port 0 takes a free port)",
        ),
        click.option(
            "--tls-certificate", type=PATH, metavar="FILE", help="certificate chain, as PEM"
        ),
        click.option("--tls-key", type=PATH, metavar="FILE", help="private key, as PEM"),
        click.option(
            "--tls-client-ca",
            type=PATH,
            metavar="FILE",
            help="PEM file of the authority that must have signed the clients' certificates",
        ),
        click.option(
            "--plaintext",
            is_flag=True,
            help="allow plaintext beyond this machine, because a proxy terminates TLS",
        ),
        click.option("--no-reflection", is_flag=True, help="do not offer gRPC reflection"),
    ),
)
"""Adds the options, collected as `server`."""


def server_of(flags: ServerFlags) -> ServerSettings:
    """Return the settings of the server.

    Raises:
        UsageError: if an address is invalid, the certificate or the key is missing, or tokens would
            cross a network in plaintext.
    """
    from referee.server.referee import ServerSettings

    address, *extra_listeners = flags.listen or (_ADDRESS,)
    server = ServerSettings(
        address=address,
        extra_listeners=tuple(extra_listeners),
        tls=_tls(flags),
        plaintext=flags.plaintext,
        reflection=not flags.no_reflection,
    )
    server.check()
    return server


def _tls(flags: ServerFlags) -> Tls | None:
    """Return the certificates of the server; None for plaintext."""
    from referee.server.tls import Tls

    if flags.tls_certificate is not None and flags.tls_key is not None:
        return Tls(flags.tls_certificate, flags.tls_key, flags.tls_client_ca)
    if flags.tls_certificate is not None or flags.tls_key is not None:
        raise UsageError(CommandSentence.HALF_OF_TLS)
    if flags.tls_client_ca is not None:
        raise UsageError(CommandSentence.NEEDS_TLS)
    return None
