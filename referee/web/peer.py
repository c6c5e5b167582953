"""Identify the peer of a request: the network address that the limits of the pages count by."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

from referee.error import UsageError
from referee.web.sentence import WebSentence

UNIX: Final = "unix"
"""The peer of all connections to a Unix socket."""

_SITE: Final = 64
"""Bits of an IPv6 address that one customer of a provider shares."""

_MOST_HOPS: Final = 32
"""Maximum of addresses in `X-Forwarded-For` that are read, from its end."""


class Peers:
    """Names the peer of a connection or a request."""

    def __init__(self, proxies: Sequence[str] = ()) -> None:
        """Remember the trusted proxies.

        Args:
            proxies: IP addresses, networks, or `unix`. Only they may name a client in
                `X-Forwarded-For`.

        Raises:
            UsageError: if one of them is none of these.
        """
        self._networks = []
        self._trusts_unix = UNIX in proxies
        for proxy in proxies:
            if proxy == UNIX:
                continue
            try:
                self._networks.append(ip_network(proxy, strict=False))
            except ValueError:
                raise UsageError(WebSentence.WRONG_PROXY, proxy=proxy) from None

    def is_proxy(self, host: str | None) -> bool:
        """Return whether a host is a trusted proxy; None stands for a Unix socket."""
        if host is None:
            return self._trusts_unix
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def of_request(self, scope: Any) -> str:
        """Return the peer of an ASGI request; behind trusted proxies, that of their client."""
        client = scope.get("client")
        host = client[0] if client else None
        if not self.is_proxy(host):
            return peer_of(host)
        for hop in reversed(_hops(scope)[-_MOST_HOPS:]):
            address = _address(hop)
            if address is None:
                break
            host = str(address)
            if not self.is_proxy(host):
                break
        return peer_of(host)


def peer_of(host: str | None) -> str:
    """Return the peer at a host: its address, or its network of 64 bits for IPv6."""
    address = None if host is None else _address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _SITE), strict=False))
    return UNIX if host is None else str(address or host)


def _hops(scope: Any) -> list[str]:
    """Return the addresses in all `X-Forwarded-For` headers, in their order."""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return [hop.strip() for hop in b",".join(values).decode("latin-1").split(",")]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in a text, which may have brackets and a port; None if it has none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
