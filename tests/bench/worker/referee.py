"""A referee that plays matches with one bot in another process, as fast as both can."""

import asyncio
import itertools
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import structlog
import uvloop

from referee.launch.command import BotCommand
from referee.launch.local_referee import LocalReferee
from referee.match.clock import ClockSettings
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import RecordFile
from referee.server.environment import prepare
from referee.server.host import Result as MatchResult
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.probe import TALLY, CountedStreams, Tally, probed_host
from tianming_games.registry import load

STARTUP = 20.0
"""Seconds the bot has to connect."""

_SEATS = 4
_MICRO = 1e6
_CLOCK = ClockSettings()


@dataclass(frozen=True, slots=True)
class Load:
    """So many matches of a game at once, for so many seconds.

    With `power` each decision is brought to disk before it is shown.
    """

    game: str
    at_once: int
    seconds: float
    power: bool = False


async def main(job: Load) -> None:
    """Play until the time is up."""
    core.pin_if_asked(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    durability = Durability.POWER if job.power else Durability.PROCESS
    with (
        patch("referee.server.referee.PlayStreams", CountedStreams),
        patch("referee.server.referee.MatchHost", probed_host),
        tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder,
    ):
        async with LocalReferee([bench_bot()], STARTUP, durability) as table:
            report(await _measure(table, job, Path(folder)))


def bench_bot(*words: str) -> BotCommand:
    """The bot of the benchmarks."""
    return BotCommand("bench", (sys.executable, "-m", "tests.bench.worker.bot", *words))


def match_settings(game: str, number: int, clock: ClockSettings = _CLOCK) -> MatchSettings:
    """One match in which the bot of the benchmarks holds all seats."""
    return MatchSettings(
        match_id=f"m{number}",
        game=game,
        options=load(game).defaults,
        bots=("bench",) * _SEATS,
        seed=os.urandom(32),
        seed_nonce=os.urandom(32),
        clock=clock,
    )


async def _measure(table: LocalReferee, job: Load, folder: Path) -> Result:
    numbers = itertools.count()
    players = [asyncio.create_task(_play(table, job, folder, numbers)) for _ in range(job.at_once)]
    await asyncio.sleep(job.seconds / 3)
    before = TALLY.now()
    await asyncio.sleep(job.seconds)
    after = TALLY.now()
    for player in players:
        player.cancel()
    await asyncio.wait(players)
    return _result(before, after)


async def _play(table: LocalReferee, job: Load, folder: Path, numbers: Iterator[int]) -> None:
    """One match after the other; each begins at the verdict of the one before."""
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
    prepare()
    uvloop.run(main(job_of(Load)))
