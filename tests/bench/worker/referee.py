"""A referee that plays matches with one bot in another process, as fast as possible."""

import asyncio
import contextlib
import itertools
import logging
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import structlog
import uvloop

from referee.identifier import BotName, MatchId
from referee.launch.command import BotCommand
from referee.match.clock import ClockSettings
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import RecordFile
from referee.server.environment import prepare_environment
from referee.server.host import Result as MatchResult
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import TALLY, CountedStreams, Tally, probed_host
from tests.processes import everybody_below
from tests.table import Table
from tianming_games.registry import load

STARTUP = 20.0
"""Maximum seconds for the bot to connect."""

_SEATS = 4
_MEMORY = Path("/dev/shm")
_MICRO = 1e6
_CLOCK = ClockSettings()


@dataclass(frozen=True, slots=True)
class Load:
    """The job of the worker.

    Attributes:
        game: the name of the game.
        at_once: number of parallel matches.
        seconds: duration of the measurement.
        power: whether each decision is synced to disk before a bot sees it.
        bot: the command of the bot with all seats; empty for the bot of the benchmarks.
        warm_up: minimum seconds before the measurement.
    """

    game: str
    at_once: int
    seconds: float
    power: bool = False
    bot: str = ""
    warm_up: float = 0.0


async def main(job: Load) -> None:
    """Play until the time is up."""
    core.pin_if_asked(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    durability = Durability.POWER if job.power else Durability.PROCESS
    with (
        patch("referee.server.referee.PlayStreams", CountedStreams),
        patch("referee.server.referee.MatchHost", probed_host),
        tempfile.TemporaryDirectory(prefix="tianming-bench-", dir=_scratch(job)) as folder,
    ):
        bot = BotCommand(BotName("bench"), tuple(shlex.split(job.bot))) if job.bot else bench_bot()
        started = time.perf_counter()
        async with Table([bot], STARTUP, durability) as table:
            report(await _measure(table, job, Path(folder), started))


def _scratch(job: Load) -> Path | None:
    """Return where the folder of the records is made: in memory, unless they are synced to disk.

    ext4 searches long for an inode where thousands of files were deleted a moment ago, as after
    each run of this worker. No league deletes its records.
    """
    return _MEMORY if _MEMORY.is_dir() and not job.power else None


def bench_bot(*words: str) -> BotCommand:
    """Return the command of the bot of the benchmarks."""
    return BotCommand(BotName("bench"), (sys.executable, "-m", "tests.bench.worker.bot", *words))


def match_settings(game: str, number: int, clock: ClockSettings = _CLOCK) -> MatchSettings:
    """Return the settings of a match in which the bot of the benchmarks has all seats."""
    return MatchSettings(
        match_id=MatchId(f"m{number}"),
        game=game,
        options=load(game).defaults,
        bots=tuple(map(BotName, ("bench",) * _SEATS)),
        seed=os.urandom(32),
        seed_nonce=os.urandom(32),
        clock=clock,
    )


async def _measure(table: Table, job: Load, folder: Path, started: float) -> Result:
    numbers = itertools.count()
    players = [asyncio.create_task(_play(table, job, folder, numbers)) for _ in range(job.at_once)]
    while not TALLY.now().decisions:
        for player in players:
            if player.done():
                player.result()
        await asyncio.sleep(0.001)
    first = time.perf_counter() - started
    await asyncio.sleep(max(job.seconds / 3, job.warm_up))
    before, bot_before = TALLY.now(), _cpu_of_bots()
    await asyncio.sleep(job.seconds)
    after, bot_after = TALLY.now(), _cpu_of_bots()
    for player in players:
        player.cancel()
    await asyncio.wait(players)
    bot = (bot_after - bot_before) / (after.decisions - before.decisions) * _MICRO
    return {**_result(before, after), "bot_cpu": bot, "first": first}


def _cpu_of_bots() -> float:
    """Return the processor time of the child processes, in seconds."""
    ticks = 0
    for pid in set(everybody_below(os.getpid())) - {os.getpid()}:
        with contextlib.suppress(OSError):
            # the process name, in brackets, may have spaces; user and system time come after it
            numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(numbers[11]) + int(numbers[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def _play(table: Table, job: Load, folder: Path, numbers: Iterator[int]) -> None:
    """Play one match after another; each begins when the game of the previous one is over."""
    before: asyncio.Future[MatchResult] | None = None
    for number in numbers:
        file = RecordFile(folder / f"m{number}.tmr")
        host = table.referee.host(match_settings(job.game, number), file)
        host.start()
        await host.over.wait()
        if before is not None:
            await before
        before = host.done


def _result(before: Tally, after: Tally) -> Result:
    decisions = after.decisions - before.decisions
    frames_out = after.frames_out - before.frames_out
    frames_in = after.frames_in - before.frames_in
    wall = after.wall - before.wall
    return {
        "rate": decisions / wall,
        "cpu": (after.cpu - before.cpu) / decisions * _MICRO,
        "per_frame": decisions / frames_out,
        "question": (after.bytes_out - before.bytes_out) / frames_out,
        "answer": (after.bytes_in - before.bytes_in) / frames_in,
    }


if __name__ == "__main__":
    prepare_environment()
    uvloop.run(main(job_of(Load)))
