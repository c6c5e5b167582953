"""A referee with many open matches that wait for an answer: what each of them keeps."""

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
from referee.server.environment import prepare
from tests.bench.sample import job_of, report
from tests.bench.worker.referee import STARTUP, bench_bot, match_settings
from tests.table import Table

_FIRST = 50
"""Matches that are opened before memory is read, for what is only needed once."""

_SETTLE = 1.0
"""Seconds in which the bot reads its questions."""

_PATIENT = ClockSettings(decision=seconds(3600))


@dataclass(frozen=True, slots=True)
class Waiting:
    """So many matches of a game that wait."""

    game: str
    matches: int


async def main(job: Waiting) -> None:
    """Open them with a bot that never answers, and compare the memory."""
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
    """Bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    prepare()
    uvloop.run(main(job_of(Waiting)))
