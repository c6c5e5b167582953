"""TLS credentials, from the files that environment variables name."""

from __future__ import annotations

import os
from pathlib import Path

import grpc

from tianming.error import Misconfigured


def client() -> grpc.ChannelCredentials:
    """Return the credentials of a bot that dials.

    Raises:
        Misconfigured: when only one of certificate and key is set, or a file cannot be read.
    """
    chain, key = _pair()
    return grpc.ssl_channel_credentials(_file("TIANMING_CA"), key, chain)


def server() -> grpc.ServerCredentials | None:
    """Return the credentials of a listening bot; None if it has no certificate.

    With `TIANMING_CA`, the bot accepts only referees with a certificate of that authority.

    Raises:
        Misconfigured: as `client` does.
    """
    chain, key = _pair()
    if chain is None or key is None:
        return None
    authority = _file("TIANMING_CA")
    return grpc.ssl_server_credentials([(key, chain)], authority, authority is not None)


def client_files() -> tuple[str | None, str | None, str | None]:
    """Return the absolute paths of the authority, the certificate and its key, which are readable.

    Raises:
        Misconfigured: as `client` does.
    """
    _pair()
    _file("TIANMING_CA")
    authority, chain, key = (
        os.path.abspath(path) if (path := os.environ.get(name)) else None
        for name in ("TIANMING_CA", "TIANMING_CERTIFICATE", "TIANMING_KEY")
    )
    return authority, chain, key


def _pair() -> tuple[bytes | None, bytes | None]:
    """Return the bot's certificate and its key; None for both if they are not set."""
    if bool(os.environ.get("TIANMING_CERTIFICATE")) != bool(os.environ.get("TIANMING_KEY")):
        raise Misconfigured("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none")
    return _file("TIANMING_CERTIFICATE"), _file("TIANMING_KEY")


def _file(variable: str) -> bytes | None:
    path = os.environ.get(variable)
    try:
        return Path(path).read_bytes() if path else None
    except OSError as error:
        raise Misconfigured(
            f"{variable} is {path!r}, which cannot be read: {error.strerror}; name a PEM file"
        ) from None
