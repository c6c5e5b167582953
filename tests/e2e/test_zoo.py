"""A faulty bot costs itself the match, and nobody else anything."""

import asyncio
import sys
from dataclasses import replace

import pytest
import uvloop

from referee.identifier import BotName, MatchId
from referee.launch.command import BotCommand, commands
from referee.match.clock import ClockSettings, seconds
from referee.match.fault import Fault
from referee.match.outcome import Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import Record, parse
from referee.record.verify import verify
from tests.patience import PATIENCE
from tests.table import Table
from tianming_games.registry import load

QUICK = ClockSettings(
    decision=seconds(2),
    bank=seconds(0),
    first=seconds(0),
    grace=seconds(0.05),
    stall=seconds(3600),
)


def faulty(name: str) -> BotCommand:
    """A bot of the zoo."""
    return BotCommand(BotName(name), (sys.executable, "-m", "tests.zoo.faulty", name))


def play(bots: list[BotCommand], clock: ClockSettings = QUICK) -> Record:
    """A match of Dragon between real processes over gRPC; gives its record."""

    async def run() -> Record:
        file = MemoryFile()
        async with Table(bots, startup=PATIENCE) as table:
            settings = MatchSettings(
                match_id=MatchId("m1"),
                game="dragon",
                options=load("dragon").defaults,
                bots=tuple(bot.name for bot in bots),
                seed=bytes(32),
                seed_nonce=bytes(32),
                clock=clock,
            )
            await table.play(settings, file)
        return parse(bytes(file.data), "memory")

    return uvloop.run(asyncio.wait_for(run(), PATIENCE))


def faults(record: Record) -> dict[int, list[Fault]]:
    """The faults of each seat, as the record has them."""
    found: dict[int, list[Fault]] = {}
    for entry in record.entries:
        if entry.body.HasField("fault"):
            found.setdefault(entry.body.fault.seat, []).append(Fault(entry.body.fault.fault))
    return found


class TestZoo:
    """A faulty bot and a good one."""

    @pytest.mark.parametrize(
        ("name", "kinds"),
        [
            ("slow", {Fault.LATE}),
            ("crashing", {Fault.DISCONNECTED, Fault.LATE}),
            ("flooding", {Fault.FLOOD, Fault.DISCONNECTED, Fault.LATE}),
            ("garbage", {Fault.MALFORMED, Fault.LATE, Fault.DISCONNECTED}),
        ],
    )
    def test_the_faulty_bot_is_last_and_the_other_gets_its_match(
        self, name: str, kinds: set[Fault]
    ) -> None:
        record = play([faulty(name), *commands(["random"])])
        outcome = verify(record).outcome
        assert outcome.termination is Termination.FORFEITED
        assert [result.forfeited for result in outcome.results] == [True, False]
        assert outcome.results[0].place == 2
        assert set(faults(record)) == {0}
        assert set(faults(record)[0]) <= kinds

    def test_a_bot_that_leaves_after_each_answer_plays_to_the_end(self) -> None:
        patient = replace(QUICK, decision=seconds(5))
        record = play([faulty("disconnecting"), *commands(["random"])], patient)
        assert verify(record).outcome.termination is Termination.FINISHED
        assert faults(record) == {}

    def test_a_whole_table_of_faulty_bots_comes_to_a_verdict(self) -> None:
        names = ("silent", "out-of-range", "garbage", "flooding", "crashing")
        outcome = verify(play([faulty(name) for name in names])).outcome
        assert outcome.reason == "Every seat was forfeited."
        assert [result.place for result in outcome.results] == [1] * 5
