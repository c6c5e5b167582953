"""The channel to a referee: its address, how it is hidden, and how long silence is borne."""

from __future__ import annotations

import os
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import grpc
from grpc import aio

PING_INTERVAL = 30.0
"""Seconds without data after which the referee is asked for a sign of life."""

PING_TIMEOUT = 10.0
"""Seconds it has to give one."""


def channel_to(address: str) -> aio.Channel:
    """A channel to the referee at an address; see `tianming.run` for its forms.

    Raises:
        ValueError: when the environment names half of a certificate.
        OSError: when a file that the environment names cannot be read.
    """
    scheme, _, rest = address.partition("://")
    named = scheme in ("http", "https")
    target = rest.rstrip("/") if named else address
    if scheme == "http" or (not named and is_local(target)):
        return aio.insecure_channel(target, _arguments())
    return aio.secure_channel(target, _credentials(), _arguments())


def is_local(target: str) -> bool:
    """Whether what is said to a target stays on this machine, and needs no TLS.

    A target is `unix:/path`, or `host:port` with an IPv6 address in brackets. A name is
    `localhost` or of another machine, whatever it begins with.
    """
    host = target.rpartition(":")[0]
    if target.startswith("unix:") or host == "localhost":
        return True
    try:
        if host.startswith("[") and host.endswith("]"):
            return IPv6Address(host[1:-1]).is_loopback
        return IPv4Address(host).is_loopback
    except ValueError:
        return False


def _arguments() -> list[tuple[str, int]]:
    interval, timeout = round(PING_INTERVAL * 1000), round(PING_TIMEOUT * 1000)
    return [
        ("grpc.keepalive_time_ms", interval),
        ("grpc.http2.ping_timeout_ms", timeout),
        ("grpc.http2.max_pings_without_data", 0),
    ]


def _credentials() -> grpc.ChannelCredentials:
    """TLS, with the files that the environment names."""
    if bool(os.environ.get("TIANMING_CERTIFICATE")) != bool(os.environ.get("TIANMING_KEY")):
        raise ValueError("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none")
    certificate, key = _file("TIANMING_CERTIFICATE"), _file("TIANMING_KEY")
    return grpc.ssl_channel_credentials(_file("TIANMING_CA"), key, certificate)


def _file(variable: str) -> bytes | None:
    path = os.environ.get(variable)
    try:
        return Path(path).read_bytes() if path else None
    except OSError as error:
        raise OSError(
            f"{variable} is {path!r}, which cannot be read: {error.strerror}; name a PEM file"
        ) from None
