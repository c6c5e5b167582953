"""Metrics: the counters of a referee, if they are enabled.

Plain numbers that only the event loop writes, so counting is cheap and takes no lock; readers take
the current values. Without metrics no referee counts anything. `docs/metrics.md` explains each.
"""

from referee.match.clock import Instant
from referee.match.entry import Chosen, Entry, Faulted, Origin
from referee.match.fault import Fault
from referee.match.outcome import Termination
from referee.record import chain
from referee.record.writer import Appendable, RecordWriter
from referee.server.histogram import Histogram

OVERHEADS = (5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
"""Bounds of the referee's own time for a decision, in seconds."""


class Metrics:
    """The counts of one referee since it was started."""

    def __init__(self) -> None:
        self.begun = 0
        self.resumed = 0
        self.sealed = dict.fromkeys(Termination, 0)
        self.decisions = dict.fromkeys(Origin, 0)
        self.faults = dict.fromkeys(Fault, 0)
        self.overhead = Histogram(OVERHEADS)
        """From when a question was known to its hand-over: the referee's own time for a decision.

        It is known when the answer before it arrived, so this is the time of the rules, of the
        record, and of the wait for the loop and for the bot's stream.
        """

    def add(self, other: "Metrics", times: int = 1) -> None:
        """Count what another referee has counted; -1 `times` takes it off."""
        self.begun += times * other.begun
        self.resumed += times * other.resumed
        for termination, count in other.sealed.items():
            self.sealed[termination] += times * count
        for origin, count in other.decisions.items():
            self.decisions[origin] += times * count
        for fault, count in other.faults.items():
            self.faults[fault] += times * count
        self.overhead.add(other.overhead, times)

    def since(self, earlier: "Metrics") -> "Metrics":
        """Return what was counted after an earlier copy."""
        difference = Metrics()
        difference.add(self)
        difference.add(earlier, -1)
        return difference


class CountingWriter(RecordWriter):
    """A record whose choices and faults are counted as they are written."""

    def __init__(
        self, metrics: Metrics, file: Appendable, start: Instant, digest: bytes = chain.START
    ) -> None:
        super().__init__(file, start, digest)
        self._metrics = metrics

    def write(self, entry: Entry) -> None:
        """Write an entry."""
        if isinstance(entry, Chosen):
            self._metrics.decisions[entry.origin] += 1
        elif isinstance(entry, Faulted):
            self._metrics.faults[entry.fault] += 1
        super().write(entry)
