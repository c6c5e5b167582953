"""The counters of a referee, if metrics are enabled.

They are plain numbers that only the event loop writes, so counting is cheap and takes no lock.
Readers read the current values. `docs/metrics.md` explains each counter.
"""

from referee.match.clock import Instant
from referee.match.entry import Chosen, Entry, Faulted, Origin
from referee.match.fault import Fault
from referee.match.outcome import Termination
from referee.record import chain
from referee.record.writer import Appendable, RecordWriter
from referee.server.histogram import Histogram
from tianming_proto.record.v1 import record_pb2 as pb

OVERHEADS = (5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
"""Bucket bounds for the referee's own time for a decision, in seconds."""


class Metrics:
    """The counters of one referee since its start."""

    def __init__(self) -> None:
        self.begun = 0
        self.resumed = 0
        self.sealed = dict.fromkeys(Termination, 0)
        self.decisions = [0] * (max(Origin) + 1)
        """The number of choices by the number of their origin."""
        self.faults = dict.fromkeys(Fault, 0)
        self.overhead = Histogram(OVERHEADS)
        """The referee's own time for a decision: until the clock of a known question starts.

        A question is known when the previous answer arrives. So this time includes the rules, the
        record, and the wait for the event loop, but no time for which the bot blocks its stream.
        """

    def add(self, other: "Metrics", times: int = 1) -> None:
        """Add the counters of another referee, `times` times; -1 subtracts them."""
        self.begun += times * other.begun
        self.resumed += times * other.resumed
        for termination, count in other.sealed.items():
            self.sealed[termination] += times * count
        for origin in Origin:
            self.decisions[origin] += times * other.decisions[origin]
        for fault, count in other.faults.items():
            self.faults[fault] += times * count
        self.overhead.add(other.overhead, times)

    def since(self, earlier: "Metrics") -> "Metrics":
        """Return the difference to an earlier copy of these counters."""
        difference = Metrics()
        difference.add(self)
        difference.add(earlier, -1)
        return difference


class CountingWriter(RecordWriter):
    """A record writer that counts choices and faults."""

    def __init__(
        self, metrics: Metrics, file: Appendable, start: Instant, digest: bytes = chain.START
    ) -> None:
        super().__init__(file, start, digest)
        self._metrics = metrics

    def _chosen(self, chosen: Chosen) -> bytes:
        origin: int = chosen.origin
        self._metrics.decisions[origin] += 1
        return super()._chosen(chosen)

    def _body(self, entry: Entry) -> pb.RecordBody:
        if isinstance(entry, Faulted):
            self._metrics.faults[entry.fault] += 1
        return super()._body(entry)
