"""Play a season: run lives of the referee, one after the other, until all matches are played."""

from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

import structlog

from referee.match.clock import SECOND
from referee.record.durability import Durability
from referee.server import host, rate_limited_log, referee
from tests.sim.disk import Disk
from tests.sim.life import Ending, Life
from tests.sim.network import Network
from tests.sim.season import Crash, Season
from tests.sim.witness import Witness
from tests.sim.world import START, World

LONGEST = 400 * SECOND
"""Simulated time in which every season must end, with a large margin."""

MEND = 5 * SECOND
"""Nanoseconds from a failure of the disk to its repair."""

AGAIN = (Ending.KILLED, Ending.DRAINED, Ending.FAILED)
"""The endings after which the referee is started again."""

LOGGING = (host, rate_limited_log, referee)
"""The modules with loggers."""

LOGGED = ("event", "match", "error", "exception")
"""The fields of a logged error that the witness keeps."""


@dataclass(frozen=True, slots=True)
class Course:
    """The result of a season: the witness's notes, the disk, and the ending of each life."""

    season: Season
    witness: Witness
    disk: Disk
    endings: tuple[Ending, ...]
    seconds: float
    """The duration, on the clock of the world."""

    def forgot(self, life: int) -> bool:
        """Return whether a later power loss may have removed decisions that a life has shown."""
        crashes = zip(self.endings, self.season.crashes, strict=False)
        lost = [ending is Ending.KILLED and crash.power for ending, crash in crashes]
        return self.season.durability is Durability.PROCESS and any(lost[life:])


def play(season: Season) -> Course:
    """Play a season, and return its course."""
    world = World(season.seed)
    disk = Disk(world.dice("disk"))
    disk.troubles = dict(season.troubles)
    witness = Witness(world, disk)
    settings = (planned.settings for planned in season.matches)
    # the seed of zeros is that of a test, and looks like any nonce
    witness.seeds = {one.match_id: one.seed for one in settings if any(one.seed)}
    network = Network(world, witness)
    for entrant in season.entrants:
        bot = entrant.species(world, network, entrant.name, entrant.token, entrant.road)
        world.after(entrant.arrives, bot.arrive)
    endings: list[Ending] = []
    with _listening(witness):
        while not endings or endings[-1] in AGAIN:
            crash = season.crashes[len(endings)] if len(endings) < len(season.crashes) else None
            endings.append(_live(Life(season, world, disk, network, witness), world, disk, crash))
            _between(endings[-1], crash, world, disk)
            witness.life += 1
            witness.note("ending", endings[-1].name)
    return Course(season, witness, disk, tuple(endings), (world.now - START) / SECOND)


def _live(life: Life, world: World, disk: Disk, crash: Crash | None) -> Ending:
    """Schedule the stalls and the crash of a life, and run it; return its ending."""
    disk.die, disk.fatal = life.kill, None
    for stall in life.season.stalls:
        life.witness.on_frame[stall.frame] = partial(life.stall, stall.span)
    match crash:
        case Crash(cause="time"):
            world.after(crash.number, life.kill)
        case Crash(cause="drain"):
            world.after(crash.number, partial(life.drain, crash.grace))
        case Crash(cause="operation"):
            disk.fatal = disk.operations + crash.number
        case Crash(cause="frame"):
            life.witness.on_frame[life.witness.frames + crash.number] = life.kill
    return life.run(START + LONGEST)


def _between(ending: Ending, crash: Crash | None, world: World, disk: Disk) -> None:
    """Repair the disk or lose power, and let time pass, between two lives."""
    if ending is Ending.FAILED:
        world.pass_until(world.now + MEND)
        disk.mend()
    elif ending in (Ending.KILLED, Ending.DRAINED) and crash is not None:
        if crash.power:
            disk.lose_power()
        world.pass_until(world.now + crash.pause)


@contextmanager
def _listening(witness: Witness) -> Iterator[None]:
    """Pass the referee's logged errors to the witness, and print nothing."""

    def write_down(_: object, __: str, event: MutableMapping[str, Any]) -> str:
        if witness.listening:
            witness.errors.append(" ".join(str(event.get(key, "")) for key in LOGGED).strip())
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(
        processors=[structlog.processors.format_exc_info, write_down],
        logger_factory=structlog.ReturnLoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(40),
        cache_logger_on_first_use=False,
    )
    try:
        with ExitStack() as stack:
            for module in LOGGING:
                stack.enter_context(patch.object(module, "log", structlog.get_logger()))
            yield
    finally:
        structlog.configure(**before)
