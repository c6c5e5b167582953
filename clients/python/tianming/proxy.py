"""The proxy through which gRPC connects, if an environment variable names one."""

from __future__ import annotations

import os
from ipaddress import ip_address, ip_network

_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")
_EXCEPTIONS = ("no_grpc_proxy", "no_proxy")
"""The variables that gRPC reads; the first that is set counts."""


def proxy_for(target: str) -> str:
    """Return the variable whose proxy gRPC uses for `host:port`; "" if it connects directly.

    For an address of this machine the SDK uses none.
    """
    variable = next((name for name in _PROXIES if os.environ.get(name)), "")
    host = target.rpartition(":")[0].strip("[]").lower()
    listed = next((text for name in _EXCEPTIONS if (text := os.environ.get(name))), "")
    is_exception = any(_matches(host, entry.strip().lower()) for entry in listed.split(","))
    return "" if is_exception else variable


def _matches(host: str, entry: str) -> bool:
    """Return whether an entry of `no_proxy` covers a host: the end of a name, or a network."""
    if not entry:
        return False
    try:
        return ip_address(host) in ip_network(entry, strict=False)
    except ValueError:
        return entry == "*" or host.endswith(entry)
