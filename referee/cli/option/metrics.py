"""Metrics on the command line: collect and serve them for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from referee.cli.sentence import CommandSentence
from referee.error import UsageError

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
"""Adds the option `--metrics`."""


def check_metrics(address: str | None) -> None:
    """Raise `UsageError` if an address is malformed."""
    if address is not None:
        _parts(address)


@contextmanager
def shown_here(address: str | None, metrics: Metrics, referee: Referee | None) -> Iterator[None]:
    """Serve the metrics of a league inside the `with` block.

    Args:
        address: `host:port` to listen on; None to serve no metrics.
        metrics: the metrics of all matches, on any machine.
        referee: the referee of this process that bots connect to, if any.

    Raises:
        UnavailableError: if the address is in use, or does not belong to this machine.
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
    from referee.event_log import structlog
    from referee.server.metrics_endpoint import Exposition, MetricsEndpoint

    endpoint = MetricsEndpoint(*_parts(address), Exposition(metrics, referee))
    structlog.get_logger().info("metrics_listening", address=endpoint.address)
    return endpoint


def _parts(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > _LAST_PORT:
        raise UsageError(CommandSentence.NO_METRICS_ADDRESS, address=address)
    return host.removeprefix("[").removesuffix("]"), int(port)
