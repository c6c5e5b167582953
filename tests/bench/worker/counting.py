"""What it costs to count a decision: the record and the question, with metrics and without."""

import timeit
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from referee.match.clock import ClockSettings, Instant, SeatClock, Span
from referee.match.journal import Origin
from referee.match.match import Question
from referee.record.writer import RecordWriter
from referee.server.metrics import CountingWriter, Metrics, TimedQuestion
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import NoFile

_MICRO = 1e6


@dataclass(frozen=True, slots=True)
class Counting:
    """So many times so many decisions; the quickest time counts."""

    times: int
    decisions: int


class Said:
    """A message without content."""

    def pack(self, now: Instant) -> bytes:
        """Give nothing."""
        return b""


def main(job: Counting) -> None:
    """Measure both parts both ways."""
    core.pin(core.FIRST)
    metrics, file = Metrics(), NoFile()
    plain = RecordWriter(file, Instant(0))
    counting = CountingWriter(metrics, file, Instant(0))
    report(_times(job, metrics, plain, counting))


def _times(
    job: Counting, metrics: Metrics, plain: RecordWriter, counting: CountingWriter
) -> Result:
    choice = _spent(job, partial(_choose, counting)) - _spent(job, partial(_choose, plain))
    said, clock = Said(), SeatClock(ClockSettings())
    question = Question(0, 1, (), Span(0), [], b"")
    now = Instant(400_000)
    timed = _spent(job, lambda: TimedQuestion(said, question, clock, metrics).pack(now))
    return {"counting": choice + timed - _spent(job, lambda: said.pack(now))}


def _choose(writer: RecordWriter) -> None:
    writer.chosen(1, 5, 3, Origin.BOT, Instant(100), Instant(2000), "", None)
    writer.flush()


def _spent(job: Counting, operation: Callable[[], object]) -> float:
    """Microseconds of an operation."""
    return min(timeit.repeat(operation, number=job.decisions, repeat=job.times)) * (
        _MICRO / job.decisions
    )


if __name__ == "__main__":
    main(job_of(Counting))
