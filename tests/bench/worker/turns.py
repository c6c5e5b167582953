"""A referee that plays matches with a record and without one, in turn.

Both are played in the same process within the same second, so what the host of a virtual
machine does to one it does to the other, and neighbours can be compared.
"""

import asyncio
import itertools
import logging
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

import structlog
import uvloop

from referee.launch.table import Table
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import TALLY, CountedFile, NoFile, probed_host
from tests.bench.worker.referee import STARTUP, bench_bot, match_settings

_FIRST = 2
"""Pairs that are played before anything counts."""


@dataclass(frozen=True, slots=True)
class Turns:
    """So many pairs of turns, in each of which so many matches of a game begin together."""

    game: str
    at_once: int
    pairs: int


@dataclass(frozen=True, slots=True)
class _Spent:
    """What a turn took for each decision, in s, and the bytes it wrote for each.

    `verdict` is the time until the first match has one, while all are played, and `cpu` the
    referee's processor time until then; `result` is the time until all have their results.
    """

    verdict: float
    cpu: float
    result: float
    recorded: float


async def main(job: Turns) -> None:
    """Play them."""
    core.pin_if_asked(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with (
        patch("referee.server.referee.MatchHost", probed_host),
        tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder,
    ):
        async with Table([bench_bot()], STARTUP) as table:
            report(await _measure(table, job, Path(folder)))


async def _measure(table: Table, job: Turns, folder: Path) -> Result:
    """The shares of the record in percent; which turn of a pair is the first changes."""
    numbers = itertools.count()
    whole: list[_Spent] = []
    bare: list[_Spent] = []
    for number in range(_FIRST + job.pairs):
        for is_whole in (True, False) if number % 2 else (False, True):
            spent = await _turn(table, job, folder if is_whole else None, numbers)
            (whole if is_whole else bare).append(spent)
    return _shares(whole[_FIRST:], bare[_FIRST:])


async def _turn(table: Table, job: Turns, folder: Path | None, numbers: Iterator[int]) -> _Spent:
    """Matches with their records in a folder, or without."""
    hosts = []
    for number in itertools.islice(numbers, job.at_once):
        file = NoFile() if folder is None else CountedFile(folder / f"m{number}.tmr")
        hosts.append(table.host(match_settings(job.game, number), file))
    start = TALLY.now()
    for host in hosts:
        host.start()
    await asyncio.wait(
        [asyncio.ensure_future(host.over.wait()) for host in hosts],
        return_when=asyncio.FIRST_COMPLETED,
    )
    verdict = TALLY.now()
    await asyncio.gather(*(host.done for host in hosts))
    result = TALLY.now()
    decisions = verdict.decisions - start.decisions
    all_decisions = result.decisions - start.decisions
    return _Spent(
        (verdict.wall - start.wall) / decisions,
        (verdict.cpu - start.cpu) / decisions,
        (result.wall - start.wall) / all_decisions,
        (result.bytes_recorded - start.bytes_recorded) / all_decisions,
    )


def _shares(whole: Sequence[_Spent], bare: Sequence[_Spent]) -> Result:
    """Of each turn with records, what its neighbour without them did not take, in percent."""
    pairs = list(zip(whole, bare, strict=True))
    return {
        "verdict": median(100 * (1 - without.verdict / with_.verdict) for with_, without in pairs),
        "cpu": median(100 * (1 - without.cpu / with_.cpu) for with_, without in pairs),
        "result": median(100 * (1 - without.result / with_.result) for with_, without in pairs),
        "recorded": median(spent.recorded for spent in whole),
    }


if __name__ == "__main__":
    uvloop.run(main(job_of(Turns)))
