"""The metrics endpoint: an HTTP page for Prometheus, served by a separate thread."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from referee.error import UnavailableError
from referee.match.clock import SECOND
from referee.match.entry import Origin
from referee.server.histogram import Histogram
from referee.server.metrics import Metrics
from referee.server.referee import Referee
from referee.server.sentence import ServerSentence

E = TypeVar("E", bound=IntEnum)


class Exposition(Collector):
    """The metrics of a referee as Prometheus families, built for each request."""

    def __init__(self, metrics: Metrics, referee: Referee | None) -> None:
        """Expose metrics.

        Args:
            metrics: the counters.
            referee: the referee of this process, whose state is exposed too; None if it has none.
        """
        self._metrics = metrics
        self._referee = referee

    def collect(self) -> Iterator[Metric]:
        """Return all metrics with their current values."""
        yield from self._counted(self._metrics)
        if self._referee is not None:
            yield from self._present(self._referee)

    def _counted(self, metrics: Metrics) -> Iterator[Metric]:
        yield _counter("matches_begun", "Matches that have begun.", metrics.begun)
        yield _counter("matches_resumed", "Open matches that were resumed.", metrics.resumed)
        yield _counters(
            "matches_sealed", "Matches whose record is on disk.", "termination", metrics.sealed
        )
        decisions = {origin: metrics.decisions[origin] for origin in Origin}
        yield _counters("decisions", "Choices that were played.", "origin", decisions)
        yield _histogram(
            "overhead_seconds", "The referee's own time for a decision.", metrics.overhead
        )
        yield _counters("faults", "Faults of bots.", "kind", metrics.faults)

    def _present(self, referee: Referee) -> Iterator[Metric]:
        lobby, watchdog = referee.lobby, referee.watchdog
        queues = lobby.queues
        yield _gauge("matches_open", "Matches that are being played.", len(lobby.hosts))
        yield _gauge("sessions", "Bots that are connected.", len(queues))
        yield _gauge("queued_messages", "Messages that wait for bots to read.", sum(queues))
        yield _gauge(
            "longest_queue", "Most messages that wait for one bot.", max(queues, default=0)
        )
        if expiries := referee.expiries():
            yield _gauge(
                "certificate_expiry_timestamp_seconds",
                "When the first certificate of the server expires, in seconds since 1970.",
                min(expiry.at.timestamp() for expiry in expiries),
            )
        yield _histogram("loop_lag_seconds", "Delays of the event loop.", watchdog.lag)
        yield _counter("host_stalls", "Stalls of the host.", watchdog.stalls)
        yield _counter(
            "host_stalled_seconds",
            "Seconds in which the host was stalled.",
            watchdog.stalled / SECOND,
        )


class MetricsEndpoint:
    """A running metrics server; `address` is its `host:port`."""

    def __init__(self, host: str, port: int, exposition: Exposition) -> None:
        """Start to serve the page; port 0 takes a free port.

        Raises:
            UnavailableError: when the address is taken, or belongs to another machine.
        """
        registry = CollectorRegistry()
        registry.register(exposition)
        ProcessCollector(registry=registry)
        try:
            self._server, self._thread = start_http_server(port, host, registry)
        except OSError as error:
            raise UnavailableError(
                ServerSentence.CANNOT_SHOW_METRICS, address=f"{host}:{port}", why=error.strerror
            ) from None
        self.address = f"{host}:{self._server.server_port}"

    def close(self) -> None:
        """Stop the server, and wait for its thread, up to half a second."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(f"tianming_{name}", what, value=value)


def _counters(name: str, what: str, label: str, values: Mapping[E, int]) -> Metric:
    family = CounterMetricFamily(f"tianming_{name}", what, labels=[label])
    for key, value in values.items():
        family.add_metric([key.name.lower()], value)
    return family


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(f"tianming_{name}", what, value=value)


def _histogram(name: str, what: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(
        f"tianming_{name}", what, buckets=histogram.buckets(), sum_value=histogram.total
    )
