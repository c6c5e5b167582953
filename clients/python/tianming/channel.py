"""The gRPC channel to a referee: its address, TLS and keepalive."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address

from grpc import aio

from tianming import tls
from tianming.error import Misconfigured

PING_INTERVAL = 30.0
"""Seconds without data after which the client sends a keepalive ping."""

PING_TIMEOUT = 10.0
"""Maximum seconds for the answer to a keepalive ping."""

MOST_FRAME = 1 << 26
"""Maximum bytes of a frame to the bot; the `max_response_bytes` of a referee is less."""

Arguments = Sequence[tuple[str, int | str]]
"""Channel arguments of gRPC."""

_LAST_PORT = 65_535
_PORT = re.compile(r"[0-9]{1,5}")
_NUMBERS = re.compile(r"[0-9.]+")
_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")
_TOKEN = re.compile(r"[!-~]*")


def check_address(address: str, use: str = "of a referee (TIANMING_SERVER)") -> None:
    """Raise `Misconfigured` if a text is not an address; `tianming.run` lists the forms.

    `use` describes the address in the error.
    """
    target = plain_target(_parts(address)[1])
    if not is_address(target):
        shown = json.dumps(address, ensure_ascii=False)
        raise Misconfigured(
            f"{shown} is no address {use}: give host:port, "
            "https://host:port or http://host:port, or unix:/path"
        )


def bare_token(token: str) -> str:
    """Return a token without surrounding white space.

    Raises:
        Misconfigured: when it has invalid characters; the error does not reveal the token.
    """
    bare = token.strip()
    if not _TOKEN.fullmatch(bare):
        raise Misconfigured(
            "the token (token=, or TIANMING_TOKEN) has characters that no token has, such as "
            "spaces, line breaks or accents: give what `referee token` printed, and nothing else"
        )
    return bare


def channel_to(address: str, arguments: Arguments | None = None) -> aio.Channel:
    """Return a channel to an address. To an address of this machine, it uses no proxy.

    To a Unix socket, it names the authority `localhost`. gRPC would name the path, which some
    HTTP/2 servers refuse.

    Args:
        address: the address, in a form of `tianming.run`.
        arguments: channel arguments; None for those of a bot.

    Raises:
        Misconfigured: when the TLS files in the environment are incomplete or unreadable.
    """
    target, uses_tls = target_of(address)
    given: list[tuple[str, int | str]] = [*(_arguments() if arguments is None else arguments)]
    if is_local(plain_target(target)):
        given.append(("grpc.enable_http_proxy", 0))
    if target.startswith("unix:"):
        given.append(("grpc.default_authority", "localhost"))
    if uses_tls:
        return aio.secure_channel(target, tls.client(), given)
    return aio.insecure_channel(target, given)


def target_of(address: str) -> tuple[str, bool]:
    """Return the gRPC target of an address, and whether the connection uses TLS."""
    scheme, target = _parts(address)
    return target, scheme == "https" or (not scheme and not is_local(target))


def plain_target(target: str) -> str:
    """Return a gRPC target without its resolver: `host:port` or `unix:/path`."""
    if target.startswith("dns:"):
        return target.rpartition("/")[2].removeprefix("dns:")
    return target


def _parts(address: str) -> tuple[str, str]:
    """Return the scheme of an address, empty unless it is http or https, and the target."""
    scheme, _, rest = address.partition("://")
    return (scheme, rest.rstrip("/")) if scheme in ("http", "https") else ("", address)


def is_address(target: str) -> bool:
    """Return whether a text is `unix:/path` or `host:port`, with IPv6 addresses in brackets."""
    if target.startswith("unix:"):
        return target != "unix:" and "\0" not in target
    host, _, port = target.rpartition(":")
    return _PORT.fullmatch(port) is not None and int(port) <= _LAST_PORT and _is_host(host)


def _is_host(host: str) -> bool:
    is_name = _NAME.fullmatch(host) is not None and _NUMBERS.fullmatch(host) is None
    return is_name or _numbers_of(host) is not None


def _numbers_of(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address of a host, with IPv6 in brackets; None for a name."""
    try:
        if host.startswith("[") and host.endswith("]"):
            return IPv6Address(host[1:-1])
        return IPv4Address(host)
    except ValueError:
        return None


def is_local(target: str) -> bool:
    """Return whether a connection to a target stays on this machine, and so needs no TLS.

    Local are Unix sockets, loopback addresses and the name `localhost`; no other name is.
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
