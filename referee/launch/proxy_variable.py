"""Environment variables that send the calls of a bot through a proxy."""

from collections.abc import Mapping

_NAMES = frozenset(
    f"{what}_proxy" for what in ("all", "ftp", "grpc", "http", "https", "no", "no_grpc", "socks")
)
"""In small letters; some libraries read them in capitals."""


def without_proxies(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which a bot reaches the addresses of this machine directly."""
    return {name: value for name, value in environment.items() if name.lower() not in _NAMES}
