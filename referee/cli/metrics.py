"""Metrics on the command line: whether they are kept, and where they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import click

from referee.error import UsageError
from referee.sentence.command import CommandSentence

if TYPE_CHECKING:
    from referee.server.metrics import Metrics
    from referee.server.metrics_endpoint import MetricsEndpoint
    from referee.server.referee import Referee

_LAST_PORT = 65535


metrics_option = click.option(
    "--metrics",
    metavar="ADDRESS",
    help="host:port where Prometheus can read metrics (default: no metrics)",
)
"""The option."""


def check_metrics(address: str | None) -> None:
    """Raise `UsageError` for an address at which nothing can be shown."""
    if address is not None:
        _parts(address)


def counts(address: str | None) -> Metrics | None:
    """Where a referee counts; None when nobody wants to know."""
    if address is None:
        return None
    from referee.server.metrics import Metrics

    return Metrics()


@asynccontextmanager
async def shown(address: str | None, referee: Referee) -> AsyncIterator[None]:
    """Show what a referee counts, while this is entered.

    Raises:
        UnavailableError: when the address is taken, or is none of this machine.
    """
    if address is None:
        yield
        return
    assert referee.metrics is not None
    endpoint = _endpoint(address, referee.metrics, referee)
    try:
        yield
    finally:
        await asyncio.to_thread(endpoint.close)


@contextmanager
def shown_here(address: str | None, metrics: Metrics, referee: Referee | None) -> Iterator[None]:
    """Show what a league counts, while this is entered.

    Args:
        address: where; None for nowhere.
        metrics: what its matches count, wherever they are played.
        referee: the one in this process that bots connect to, if there is one.

    Raises:
        UnavailableError: when the address is taken, or is none of this machine.
    """
    if address is None:
        yield
        return
    endpoint = _endpoint(address, metrics, referee)
    try:
        yield
    finally:
        endpoint.close()


def _endpoint(address: str, metrics: Metrics, referee: Referee | None) -> MetricsEndpoint:
    import structlog

    from referee.server.metrics_endpoint import Exposition, MetricsEndpoint

    endpoint = MetricsEndpoint(*_parts(address), Exposition(metrics, referee))
    structlog.get_logger().info("metrics_listening", address=endpoint.address)
    return endpoint


def _parts(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > _LAST_PORT:
        raise UsageError(CommandSentence.NO_METRICS_ADDRESS, address=address)
    return host.removeprefix("[").removesuffix("]"), int(port)
