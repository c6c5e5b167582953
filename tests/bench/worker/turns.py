"""Measure what a record costs: play matches with a record and without one in turn.

Both are played in the same process within the same second. So the host of a virtual machine
affects both alike, and neighbouring turns can be compared. The record that stores nothing is
Python code even if the referee is compiled. So the true cost of a record is slightly higher.
"""

import asyncio
import itertools
import logging
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

import structlog
import uvloop

from referee.record.file import RecordFile
from referee.server.environment import prepare_environment
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import TALLY, NoFile, probed_host
from tests.bench.worker.referee import STARTUP, bench_bot, match_settings
from tests.table import Table

_FIRST = 2
"""Number of pairs of turns before the measurement."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The job of the worker: pairs of turns, each with `at_once` matches that begin together."""

    game: str
    at_once: int
    pairs: int


async def main(job: Turns) -> None:
    """Play the turns, and report the shares of a record."""
    core.pin_if_asked(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with (
        patch("referee.server.referee.MatchHost", probed_host),
        tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder,
    ):
        async with Table([bench_bot()], STARTUP) as table:
            report(await _measure(table, job, Path(folder)))


async def _measure(table: Table, job: Turns, folder: Path) -> Result:
    """Return a record's share of each cost in percent, and its bytes per decision.

    The order of the two turns of a pair alternates.
    """
    numbers = itertools.count()
    whole: list[Result] = []
    bare: list[Result] = []
    for number in range(_FIRST + job.pairs):
        for is_whole in (True, False) if number % 2 else (False, True):
            spent = await _turn(table, job, folder if is_whole else None, numbers)
            (whole if is_whole else bare).append(spent)
    size = sum(path.stat().st_size for path in folder.iterdir())
    decisions = sum(turn["decisions"] for turn in whole)
    pairs = list(zip(whole[_FIRST:], bare[_FIRST:], strict=True))
    return {"recorded": size / decisions} | {
        name: median(
            100 * (1 - without[name] / with_record[name]) for with_record, without in pairs
        )
        for name in ("verdict", "cpu", "result")
    }


async def _turn(table: Table, job: Turns, folder: Path | None, numbers: Iterator[int]) -> Result:
    """Play one turn, with records in a folder or without; return seconds per decision.

    Returns:
        `verdict`, the time until the first match is over, while all are played; `cpu`, the
        referee's processor time until then; `result`, the time until all results are durable;
        and the number of `decisions`.
    """
    hosts = []
    for number in itertools.islice(numbers, job.at_once):
        file = NoFile() if folder is None else RecordFile(folder / f"m{number}.tmr")
        hosts.append(table.referee.host(match_settings(job.game, number), file))
    start = TALLY.now()
    for host in hosts:
        host.start()
    verdicts = [asyncio.ensure_future(host.over.wait()) for host in hosts]
    await asyncio.wait(verdicts, return_when=asyncio.FIRST_COMPLETED)
    verdict = TALLY.now()
    await asyncio.gather(*(host.done for host in hosts))
    result = TALLY.now()
    return {
        "verdict": (verdict.wall - start.wall) / (verdict.decisions - start.decisions),
        "cpu": (verdict.cpu - start.cpu) / (verdict.decisions - start.decisions),
        "result": (result.wall - start.wall) / (result.decisions - start.decisions),
        "decisions": result.decisions - start.decisions,
    }


if __name__ == "__main__":
    prepare_environment()
    uvloop.run(main(job_of(Turns)))
