"""Play a match between a hostile bot and a good one, as real processes in a sandbox."""

import asyncio
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from unittest.mock import patch

import uvloop

from referee.identifier import BotName, MatchId
from referee.launch.command import BotCommand, commands
from referee.launch.failure import Failure, failures
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.launch.supervisor.exit_status import MIB
from referee.match.clock import ClockSettings, seconds
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.verify import verify
from tests.patience import PATIENCE
from tests.table import Table
from tianming_games.registry import load

QUICK = ClockSettings(
    decision=seconds(4),
    bank=seconds(0),
    first=seconds(0),
    grace=seconds(0.1),
    stall=seconds(3600),
)
PATIENT = replace(QUICK, decision=seconds(60))
"""For acts that end by themselves, whatever the load of the machine."""

FORKS_AT_ONCE = {"GRPC_ENABLE_FORK_SUPPORT": "false"}
"""gRPC has work of its own at every fork, and prints a line where it leaves it undone."""

SMALL = SandboxLimits(memory=300 * MIB, disk=8 * MIB, tasks=100, files=200)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match with a hostile bot in seat 0.

    `said` is the output of the bot, `notes` are the record's notes about it.
    """

    outcome: Outcome
    failures: list[Failure]
    said: str
    notes: list[str]

    @property
    def harmed(self) -> bool:
        """Whether the good bot got a strike."""
        return self.outcome.results[1].strikes > 0

    def said_in(self, act: str) -> list[str]:
        """Return the lines that the hostile bot printed in one of its acts."""
        return self.said.partition(f"[{act}]\n")[2].partition("[")[0].splitlines()

    @property
    def cause(self) -> str:
        """The cause of the hostile bot's failure."""
        (failure,) = self.failures
        assert failure.seat == 0
        return failure.cause


def hostile(acts: str, *words: str) -> BotCommand:
    """Return the command of a hostile bot of the zoo."""
    return BotCommand(BotName("hostile"), (sys.executable, "-m", "tests.zoo.hostile", acts, *words))


def play(
    bot: BotCommand, preset: Preset, limits: SandboxLimits = SMALL, clock: ClockSettings = QUICK
) -> Played:
    """Play a match in which one strike forfeits, and verify its record."""

    async def run() -> Played:
        file = MemoryFile()
        (good,) = commands(["random"])
        async with Table([bot, good], 20, sandbox=Sandbox(preset, limits)) as table:
            settings = MatchSettings(
                match_id=MatchId("m1"),
                game="dragon",
                options=load("dragon").defaults,
                bots=(bot.name, good.name),
                seed=bytes(32),
                seed_nonce=bytes(32),
                clock=clock,
                strikes=1,
            )
            result = await table.play(settings, file)
        record = parse(bytes(file.data), "memory")
        found = failures(result.outcome, record, table.bots)
        assert verify(record).outcome == result.outcome
        said = table.bots[bot.name].output.decode(errors="replace")
        bodies = [entry.body for entry in record.entries]
        notes = [body.note.text for body in bodies if body.HasField("note") and not body.note.seat]
        return Played(result.outcome, found, said, notes)

    with patch.dict(os.environ, FORKS_AT_ONCE):
        return uvloop.run(asyncio.wait_for(run(), PATIENCE))


def kept(
    bot: BotCommand, preset: Preset, limits: SandboxLimits = SMALL, clock: ClockSettings = QUICK
) -> Iterator[Played]:
    """Yield the played match."""
    yield play(bot, preset, limits, clock)
