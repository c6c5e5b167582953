"""Measure a referee with live matches, with and without spectators of the pages in turn.

The process that serves the pages runs in both halves of a turn, so only the spectators differ.
"""

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import structlog
import uvloop

from referee.server.environment import prepare_environment
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings
from referee.server.time_source import FairClock
from tests.bench import core
from tests.bench.sample import job_of, report
from tests.bench.worker.load import Hall, Load, Turn, calmest, look_on, playing, start
from tests.bench.worker.stolen import ticks

_MICRO = 1e6
_KILO = 1e3


@dataclass(frozen=True, slots=True)
class Spectators:
    """The job of the worker: a number of spectators, and a load without hostile bots."""

    count: int
    load: Load


async def main(job: Spectators) -> None:
    """Play, watch and measure."""
    core.pin(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    metrics = Metrics()
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name:
        clock = FairClock()
        async with Referee(ServerSettings("127.0.0.1:0"), clock, metrics=metrics) as referee:
            hall = Hall(job.load, referee, Path(name))
            async with playing(hall, metrics), _pages(hall.folder) as (address, process):
                turns = await calmest(job.load.turns, lambda: _turn(job, address, metrics, clock))
                memory = _peak(process.pid)
        report(
            {
                "quiet_overhead99": _p99([turn.quiet.overhead.quantile(0.99) for turn in turns]),
                "loud_overhead99": _p99([turn.loud.overhead.quantile(0.99) for turn in turns]),
                "rate": median(turn.loud.overhead.count / job.load.seconds for turn in turns),
                "stolen": 100 * max(turn.stolen for turn in turns),
                "megabytes": memory / _KILO,
            }
        )


def _p99(quantiles: list[float | None]) -> float:
    return median(each or 0.0 for each in quantiles) * _MICRO


@asynccontextmanager
async def _pages(folder: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """Serve the pages of the records on the other core; yield `host:port` and the process."""
    words = ("web", str(folder), "--live", "--listen", "127.0.0.1:0")
    core.pin(core.SECOND)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "referee.cli.main", *words, stdout=asyncio.subprocess.PIPE
    )
    core.pin(core.FIRST)
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    yield line.rpartition("http://")[2].strip().rstrip("/"), process
    process.terminate()
    await process.wait()


async def _turn(job: Spectators, address: str, metrics: Metrics, clock: FairClock) -> Turn:
    """Measure a turn: without the spectators, and with them."""
    before = ticks()
    quiet = await look_on(job.load.seconds, metrics, clock)
    taken = ticks().share(before)
    audience = await start("audience", address, str(job.count), out=asyncio.subprocess.PIPE)
    assert audience.stdout is not None
    await audience.stdout.readline()
    before = ticks()
    loud = await look_on(job.load.seconds, metrics, clock)
    taken = max(taken, ticks().share(before))
    audience.kill()
    await audience.wait()
    return Turn(quiet, loud, taken)


def _peak(process: int) -> int:
    """Return the peak memory of a process, in kilobytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024 // 1000


if __name__ == "__main__":
    prepare_environment()
    given = job_of(dict)
    uvloop.run(main(Spectators(given["count"], Load(**given["load"]))))
