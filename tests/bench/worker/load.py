"""Measure a referee with many bots and matches, with and without hostile bots.

Times with and without the hostile bots are measured in turn in one process, so that both have the
same conditions. The time for a decision is only measured in matches without a hostile bot. So it
shows the effect of the hostile bots on others.

On a virtual machine, the host may take a processor away for a tenth of a second, which then
determines every high percentile. So turns in which the host takes too much are repeated.
"""

import asyncio
import gc
import itertools
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import structlog
import uvloop

from referee.identifier import BotName, MatchId
from referee.match.clock import SECOND, ClockSettings, Instant, seconds
from referee.match.entry import Origin
from referee.match.fault import Fault
from referee.match.settings import MatchSettings
from referee.record.file import RecordFile
from referee.record.reader import Record, read
from referee.server.environment import prepare_environment
from referee.server.histogram import Histogram
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings
from referee.server.time_source import FairClock
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.crowd import Crowd
from tests.bench.worker.stolen import ticks
from tianming_games.registry import load

HOSTILE = ("flooding", "deaf")

_MICRO = 1e6
_FINE = tuple(1e-5 * 1.02**n for n in range(700))
"""Bucket bounds from 10 us to 10 s, in steps of two percent, for precise quantiles."""

_MILLI = 1e3
_WARM_UP = 6.0
"""Seconds from the first matches to the first measurement."""

_CALM_DOWN = 1.0
"""Seconds for the effect of the hostile bots to end."""

CALM = 0.01
"""Share of the processors, from 0 to 1, that the host must stay below in a valid turn."""

MOST_TURNS = 3
"""Maximum number of turns per wanted turn; then the turns with the smallest share count."""

_PATIENT = ClockSettings(decision=seconds(30))
_SHORT = ClockSettings(decision=seconds(1), bank=seconds(0), first=seconds(0))
"""The clock of matches with a bot that never answers."""


@dataclass(frozen=True, slots=True)
class Load:
    """The job of the worker.

    Attributes:
        bots: number of bots, including the hostile ones.
        matches: number of parallel matches with two seats.
        late: number of matches with a bot that never answers.
        least: minimum seconds for an answer.
        most: maximum seconds for an answer.
        seconds: duration of a measurement without, and of one with the hostile bots.
        turns: number of turns with both measurements.
        seats: number of matches in which each hostile bot has a seat.
        game: the name of the game.
    """

    bots: int
    matches: int
    late: int
    least: float
    most: float
    seconds: float
    turns: int
    seats: int = 4
    game: str = "dragon"


@dataclass
class Hall:
    """The matches of a load, the free bots, and the folder of records."""

    job: Load
    referee: Referee
    folder: Path
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    free: list[str] = field(default_factory=list)
    hostile: Metrics = field(default_factory=Metrics)
    """The metrics of matches with hostile bots."""
    begins: dict[str, Instant] = field(default_factory=dict)
    """The start of each match with a silent bot, on the referee's clock."""

    async def play(self, first: str | None, clock: ClockSettings, metrics: Metrics) -> None:
        """Play one match after another.

        Args:
            first: a bot that has the first seat in all of them; None for a free bot each time.
            clock: the clock of the matches.
            metrics: the metrics that count them.
        """
        while True:
            bots = [first or self.free.pop(0), self.free.pop(0)]
            number = next(self.numbers)
            self.referee.metrics = metrics
            file = RecordFile(self.folder / f"m{number}.tianming")
            host = self.referee.host(self._settings(number, tuple(map(BotName, bots)), clock), file)
            if clock is _SHORT:
                self.begins[file.path.name] = host.now()
            host.start()
            await host.done
            self.free += bots[1:] if first else bots

    def _settings(
        self, number: int, bots: Sequence[BotName], clock: ClockSettings
    ) -> MatchSettings:
        return MatchSettings(
            match_id=MatchId(f"m{number}"),
            game=self.job.game,
            options=load(self.job.game).defaults,
            bots=tuple(bots),
            seed=os.urandom(32),
            seed_nonce=os.urandom(32),
            clock=clock,
            strikes=1 << 20 if clock is _SHORT else 3,
        )


async def main(job: Load) -> None:
    """Play and measure, then read the errors of deadlines from the records."""
    core.pin(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    metrics = Metrics()
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name:
        clock = FairClock()
        async with Referee(ServerSettings("127.0.0.1:0"), clock, metrics=metrics) as referee:
            hall = Hall(job, referee, Path(name))
            async with playing(hall, metrics) as tokens:
                turns = await calmest(job.turns, lambda: _turn(hall, metrics, tokens, clock))
        quiet, loud = [turn.quiet for turn in turns], [turn.loud for turn in turns]
        more = {
            "floods": hall.hostile.faults[Fault.FLOOD],
            "stolen": 100 * max(turn.stolen for turn in turns),
        }
        report({**_result("quiet", quiet, hall), **_result("loud", loud, hall), **more})


@asynccontextmanager
async def playing(hall: Hall, metrics: Metrics) -> AsyncIterator[dict[str, str]]:
    """Run the bots and the matches; yield the tokens of the hostile bots."""
    job, admit = hall.job, hall.referee.identities.admit
    named = {f"bot-{n}": admit(BotName(f"bot-{n}")) for n in range(job.bots - len(HOSTILE))}
    silent = list(named)[: job.late]
    hall.free = list(named)[job.late :]
    hostile = {name: admit(BotName(name)) for name in HOSTILE}
    path = hall.folder / "crowd.json"
    of_silent = tuple(named[name] for name in silent)
    address = hall.referee.address
    Crowd(address, tuple(named.values()), of_silent, job.least, job.most).write(path)
    crowd = await start("crowd", str(path))
    await hall.referee.lobby.wait_for(tuple(map(BotName, named)), 60)
    gc.freeze()  # as `referee serve` does
    plays = [hall.play(bot, _SHORT, metrics) for bot in silent]
    plays += [hall.play(bot, _PATIENT, hall.hostile) for bot in HOSTILE * job.seats]
    plays += [hall.play(None, _PATIENT, metrics) for _ in range(job.matches - len(plays))]
    tasks = [asyncio.create_task(play) for play in plays]
    await asyncio.sleep(_WARM_UP)
    yield hostile
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    crowd.kill()
    await crowd.wait()


@dataclass(frozen=True, slots=True)
class Span:
    """A measurement: its start and end, and a histogram of the times for decisions."""

    began: Instant
    ended: Instant
    overhead: Histogram


@dataclass(frozen=True, slots=True)
class Turn:
    """A span without hostile bots, one with them, and the larger share that the host took."""

    quiet: Span
    loud: Span
    stolen: float


async def calmest(wanted: int, take: Callable[[], Awaitable[Turn]]) -> list[Turn]:
    """Take turns until enough are valid; return the `wanted` turns with the smallest shares."""
    turns: list[Turn] = []
    while len(turns) < MOST_TURNS * wanted:
        turns.append(await take())
        turns.sort(key=lambda turn: turn.stolen)
        if len(turns) >= wanted and turns[wanted - 1].stolen < CALM:
            break
    return turns[:wanted]


async def _turn(hall: Hall, metrics: Metrics, tokens: dict[str, str], clock: FairClock) -> Turn:
    """Measure a turn: without the hostile bots, and with them."""
    before = ticks()
    quiet = await look_on(hall.job.seconds, metrics, clock)
    taken = ticks().share(before)
    processes = [
        await start("hostile", name, hall.referee.address, token) for name, token in tokens.items()
    ]
    await hall.referee.lobby.wait_for(tuple(map(BotName, tokens)), 20)
    before = ticks()
    loud = await look_on(hall.job.seconds, metrics, clock)
    taken = max(taken, ticks().share(before))
    for process in processes:
        process.kill()
        await process.wait()
    await asyncio.sleep(_CALM_DOWN)
    return Turn(quiet, loud, taken)


async def look_on(seconds: float, metrics: Metrics, clock: FairClock) -> Span:
    """Measure the times for decisions for some seconds."""
    began = clock()
    metrics.overhead = seen = Histogram(_FINE)
    await asyncio.sleep(seconds)
    metrics.overhead = Histogram(_FINE)
    return Span(began, clock(), seen)


async def start(module: str, *words: str, out: int | None = None) -> asyncio.subprocess.Process:
    """Start a worker module in a process on the other core."""
    core.pin(core.SECOND)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"tests.bench.worker.{module}", *words, stdout=out
    )
    core.pin(core.FIRST)
    return process


def _result(name: str, spans: list[Span], hall: Hall) -> Result:
    """Return times for decisions in microseconds, and errors of deadlines in milliseconds.

    Each is the median over the spans, because the machine may have been busy in one of them.
    """
    late = [verdict for path in hall.folder.glob("m*") for verdict in _late(path, hall)]
    errors = [[error for at, error in late if span.began <= at < span.ended] for span in spans]
    overheads = [span.overhead for span in spans]
    return {
        f"{name}_rate": median(each.count / hall.job.seconds for each in overheads),
        f"{name}_overhead50": median(each.quantile(0.50) or 0.0 for each in overheads) * _MICRO,
        f"{name}_overhead99": median(each.quantile(0.99) or 0.0 for each in overheads) * _MICRO,
        f"{name}_verdicts": median(map(len, errors)),
        f"{name}_error50": _quantile(errors, 50) * _MILLI,
        f"{name}_error99": _quantile(errors, 99) * _MILLI,
    }


def _late(path: Path, hall: Hall) -> Iterator[tuple[int, float]]:
    """Yield the time on the referee's clock of each missed deadline, and its delay in seconds."""
    begin = hall.begins.get(path.name.removesuffix(".part"))
    if begin is not None:
        for at, error in _verdicts(read(path)):
            yield begin + at, error / SECOND


def _verdicts(record: Record) -> Iterator[tuple[int, int]]:
    """Yield the time in the record of each substitute choice, and the time since its deadline."""
    budgets: dict[int, int] = {}
    for entry in record.entries:
        asked, chosen = entry.body.asked, entry.body.chosen
        if asked.number:
            budgets[asked.number] = asked.budget_ns + record.header.clock.grace_ns
        elif Origin.SUBSTITUTE.value == int(chosen.origin):
            yield chosen.at_ns, chosen.at_ns - chosen.handed_at_ns - budgets[chosen.number]


def _quantile(spans: list[list[float]], part: int) -> float:
    """Return the median over spans of a percentile."""
    return median(sorted(each)[len(each) * part // 100] if each else 0.0 for each in spans)


if __name__ == "__main__":
    prepare_environment()
    uvloop.run(main(job_of(Load)))
