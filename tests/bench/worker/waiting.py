"""Measure the memory of open matches that wait for an answer."""

import asyncio
import logging
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import structlog
import uvloop

from referee.match.clock import ClockSettings, seconds
from referee.record.file import RecordFile
from referee.server.environment import prepare_environment
from tests.bench.sample import job_of, report
from tests.bench.worker.referee import STARTUP, bench_bot, match_settings
from tests.table import Table

_FIRST = 50
"""Number of matches that are opened before the first measurement, to exclude fixed costs."""

_SETTLE = 1.0
"""Seconds for the bot to read its questions."""

_PATIENT = ClockSettings(decision=seconds(3600))


@dataclass(frozen=True, slots=True)
class Waiting:
    """The job of the worker: a number of waiting matches of a game."""

    game: str
    matches: int


async def main(job: Waiting) -> None:
    """Open the matches with a bot that never answers, and report the memory of each."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder:
        async with Table([bench_bot("silent")], STARTUP) as table:
            await _open(table, job.game, range(_FIRST), Path(folder))
            before = _resident()
            await _open(table, job.game, range(_FIRST, _FIRST + job.matches), Path(folder))
            report({"kilobytes": (_resident() - before) / job.matches / 1000})


async def _open(table: Table, game: str, numbers: range, folder: Path) -> None:
    for number in numbers:
        settings = match_settings(game, number, _PATIENT)
        table.referee.host(settings, RecordFile(folder / f"m{number}.tmr")).start()
    await asyncio.sleep(_SETTLE)


def _resident() -> int:
    """Return the resident memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    prepare_environment()
    uvloop.run(main(job_of(Waiting)))
