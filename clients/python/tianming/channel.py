"""The channel to a referee: its address, how it is hidden, and how long silence is borne."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address

from grpc import aio

from tianming import tls
from tianming.error import Misconfigured

PING_INTERVAL = 30.0
"""Seconds without data after which the referee is asked for a sign of life."""

PING_TIMEOUT = 10.0
"""Seconds for the answer to a ping."""

MOST_FRAME = 1 << 26
"""Bytes of a frame that the bot takes, at most; `max_response_bytes` of a referee is less."""

Arguments = Sequence[tuple[str, int]]
"""Channel arguments of gRPC."""

_LAST_PORT = 65_535
_PORT = re.compile(r"[0-9]{1,5}")
_NUMBERS = re.compile(r"[0-9.]+")
_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")
_TOKEN = re.compile(r"[!-~]*")


def check_address(address: str, use: str = "of a referee (TIANMING_SERVER)") -> None:
    """Raise `Misconfigured` if a text is not an address; `tianming.run` lists the forms."""
    _, target = _parts(address)
    if target.startswith("dns:"):
        target = target.rpartition("/")[2].removeprefix("dns:")
    if not is_address(target):
        shown = json.dumps(address, ensure_ascii=False)
        raise Misconfigured(
            f"{shown} is no address {use}: give host:port, "
            "https://host:port or http://host:port, or unix:/path"
        )


def bare_token(token: str) -> str:
    """A token without the white space around it.

    Raises:
        Misconfigured: when it has characters that no token has; it is not repeated.
    """
    bare = token.strip()
    if not _TOKEN.fullmatch(bare):
        raise Misconfigured(
            "the token (token=, or TIANMING_TOKEN) has characters that no token has, such as "
            "spaces, line breaks or accents: give what `referee token` printed, and nothing else"
        )
    return bare


def channel_to(address: str, arguments: Arguments | None = None) -> aio.Channel:
    """A channel to an address, with arguments of gRPC; by default the arguments for a bot.

    Raises:
        Misconfigured: when the environment names half of a certificate, or a file that cannot
            be read.
    """
    target, uses_tls = target_of(address)
    given = _arguments() if arguments is None else arguments
    if uses_tls:
        return aio.secure_channel(target, tls.client(), given)
    return aio.insecure_channel(target, given)


def target_of(address: str) -> tuple[str, bool]:
    """The target of an address, and whether its stream uses TLS."""
    scheme, target = _parts(address)
    return target, scheme == "https" or (not scheme and not is_local(target))


def _parts(address: str) -> tuple[str, str]:
    """The scheme of an address, empty where it has none that we know, and the target."""
    scheme, _, rest = address.partition("://")
    return (scheme, rest.rstrip("/")) if scheme in ("http", "https") else ("", address)


def is_address(target: str) -> bool:
    """Whether it has the form of a target: `unix:/path`, or `host:port` with IPv6 in brackets."""
    if target.startswith("unix:"):
        return target != "unix:" and "\0" not in target
    host, _, port = target.rpartition(":")
    return _PORT.fullmatch(port) is not None and int(port) <= _LAST_PORT and _is_host(host)


def _is_host(host: str) -> bool:
    is_name = _NAME.fullmatch(host) is not None and _NUMBERS.fullmatch(host) is None
    return is_name or _numbers_of(host) is not None


def _numbers_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is, with IPv6 in brackets; None for a name."""
    try:
        if host.startswith("[") and host.endswith("]"):
            return IPv6Address(host[1:-1])
        return IPv4Address(host)
    except ValueError:
        return None


def is_local(target: str) -> bool:
    """Whether a connection to a target stays on this machine, and needs no TLS.

    A target is `unix:/path`, or `host:port` with an IPv6 address in brackets. A name is
    `localhost` or of another machine, whatever it begins with.
    """
    host = target.rpartition(":")[0]
    if target.startswith("unix:") or host == "localhost":
        return True
    numbers = _numbers_of(host)
    return numbers is not None and numbers.is_loopback


def _arguments() -> list[tuple[str, int]]:
    interval, timeout = round(PING_INTERVAL * 1000), round(PING_TIMEOUT * 1000)
    return [
        ("grpc.keepalive_time_ms", interval),
        ("grpc.http2.ping_timeout_ms", timeout),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.max_receive_message_length", MOST_FRAME),
    ]
