"""Measure what metrics cost per decision: when it is recorded, and when a question is sent."""

import timeit
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from referee.match.clock import SECOND, Instant
from referee.match.entry import Chosen, Origin
from referee.record.writer import RecordWriter
from referee.server.metrics import CountingWriter, Metrics
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import NoFile

_MICRO = 1e6


@dataclass(frozen=True, slots=True)
class Counting:
    """Number of repetitions, and of decisions in each; the fastest repetition counts."""

    times: int
    decisions: int


def main(job: Counting) -> None:
    """Measure recording with and without metrics, and the metrics of a question."""
    core.pin(core.FIRST)
    metrics, file = Metrics(), NoFile()
    plain = RecordWriter(file, Instant(0))
    counting = CountingWriter(metrics, file, Instant(0))
    report(_times(job, metrics, plain, counting))


def _times(
    job: Counting, metrics: Metrics, plain: RecordWriter, counting: CountingWriter
) -> Result:
    overhead = metrics.overhead
    spent = _spent(
        job,
        {
            "record": partial(_choose, plain),
            "counted record": partial(_choose, counting),
            "question": lambda: overhead.observe(400_000 / SECOND),
        },
    )
    return {"counting": spent["counted record"] - spent["record"] + spent["question"]}


def _choose(writer: RecordWriter) -> None:
    writer.write(Chosen(1, 5, 3, Origin.BOT, Instant(100), Instant(2000)))
    writer.flush()


def _spent(job: Counting, operations: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return microseconds of each operation: the fastest of repetitions in turn."""
    best = dict.fromkeys(operations, float("inf"))
    for _ in range(job.times):
        for name, operation in operations.items():
            spent = timeit.timeit(operation, number=job.decisions) * _MICRO / job.decisions
            best[name] = min(best[name], spent)
    return best


if __name__ == "__main__":
    main(job_of(Counting))
