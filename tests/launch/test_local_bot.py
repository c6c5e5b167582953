"""A local bot: how often it is started, and what becomes of its crashes; no process is real."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from referee.launch.local_bot import MOST_STARTS, LocalBot
from referee.launch.match_task import MatchTask, Player
from referee.launch.process import BotProcess
from referee.launch.supervisor.exit_status import ExitStatus
from referee.server.identity import Identities
from tests.league.running.cluster import dragon
from tests.server.raw import running


class Process:
    """A bot that runs until it is told to end."""

    last_words = "Traceback"
    output = b"Traceback"

    def __init__(self) -> None:
        self.exited: asyncio.Future[ExitStatus] = asyncio.get_running_loop().create_future()

    async def output_read(self) -> None:
        """What it has printed is there."""

    async def stop(self) -> None:
        """End it."""
        if not self.exited.done():
            self.exited.set_result(ExitStatus(code=1))


class Lobby:
    """Everybody is here at once."""

    present = ("ann",)

    async def wait_for(self, bots: list[str], timeout: float) -> frozenset[str]:
        """Nobody is missing."""
        return frozenset()

    def declines(self, bot: str, game: str, rules_version: int) -> bool:
        """Every bot plays every game."""
        return False


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that were started."""
    processes: list[Process] = []

    async def start(*_: Any) -> Process:
        await asyncio.sleep(0)
        processes.append(Process())
        return processes[-1]

    async def at_once(call: Callable[[], object]) -> object:
        return call()

    monkeypatch.setattr(BotProcess, "start", start)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    return processes


class Referee:
    """What a bot needs of its referee."""

    def __init__(self) -> None:
        self.identities = Identities()
        self.lobby = Lobby()
        self.matches: tuple[Any, ...] = ()

    async def admit_local(self, name: str, *, trusted: bool) -> tuple[str, str]:
        """An address and a token."""
        return "unix:/x", self.identities.admit(name)


def ann() -> LocalBot:
    """A bot of such a referee."""
    return LocalBot(cast("Any", Referee()), "ann")


async def join(bot: LocalBot, task: MatchTask) -> None:
    """Have a bot attend a match."""
    await bot.begin(task.players[0], task)
    assert await bot.arrive(task) is None


def match(match_id: str, command: str = "random") -> MatchTask:
    """A match of one bot."""
    return replace(dragon(match_id), players=(Player("ann", command),))


async def settled() -> None:
    """Wait until nothing goes on but what waits for a process."""
    for _ in range(20):
        await asyncio.sleep(0)


async def crash(processes: list[Process]) -> None:
    """Have the process that runs end."""
    await processes[-1].stop()
    await settled()


class TestStarts:
    """A bot is started when a match needs it, and again while it is in one."""

    def test_matches_that_begin_at_once_start_it_once(self, started: list[Process]) -> None:
        async def test() -> None:
            bot = ann()
            await asyncio.gather(*(join(bot, match(f"m{number}")) for number in range(4)))
            assert len(started) == 1

        running(test)

    def test_it_is_started_again_five_times_in_a_row_and_then_by_the_next_match(
        self, started: list[Process]
    ) -> None:
        async def test() -> None:
            bot = ann()
            await join(bot, match("m1"))
            for _ in range(MOST_STARTS + 2):
                await crash(started)
            assert len(started) == 1 + MOST_STARTS
            assert len(bot.end("m1")) == 1
            await join(bot, match("m2"))
            await crash(started)
            assert len(started) == 2 + MOST_STARTS
            bot.end("m2")

        running(test)

    def test_a_match_without_a_crash_begins_the_row_anew(self, started: list[Process]) -> None:
        async def test() -> None:
            bot = ann()
            for number in range(MOST_STARTS + 2):
                await join(bot, match(f"bad {number}"))
                await crash(started)
                assert len(started) == 2 + number
                bot.end(f"bad {number}")
                await join(bot, match(f"good {number}"))
                assert bot.end(f"good {number}") == []

        running(test)

    def test_one_in_no_match_is_not_started_again_before_the_next(
        self, started: list[Process]
    ) -> None:
        async def test() -> None:
            bot = ann()
            await join(bot, match("m1"))
            assert bot.end("m1") == []
            await crash(started)
            assert len(started) == 1
            await join(bot, match("m2"))
            assert len(started) == 2
            assert bot.end("m2") == []

        running(test)

    @pytest.mark.parametrize(
        "other", [match("m2", "greedy"), replace(match("m2"), folder=Path("elsewhere"))]
    )
    def test_another_command_or_folder_waits_until_the_matches_by_the_last_one_are_over(
        self, other: MatchTask, started: list[Process]
    ) -> None:
        async def test() -> None:
            bot = ann()
            await join(bot, match("m1"))
            joining = asyncio.create_task(join(bot, other))
            await settled()
            assert not joining.done()
            assert len(started) == 1
            assert bot.end("m1") == []
            await joining
            assert [process.exited.done() for process in started] == [True, False]
            assert bot.end("m2") == []

        running(test)


class TestCrashes:
    """A crash is noted in every match that the bot is in, under one name."""

    def test_it_has_one_name_in_all_matches_and_the_next_has_another(
        self, started: list[Process]
    ) -> None:
        async def test() -> None:
            bot = ann()
            for match_id in ("m1", "m2", "m3"):
                await join(bot, match(match_id))
            await crash(started)
            first = [absence for name in ("m1", "m2") for absence in bot.end(name)]
            await crash(started)
            (last,) = bot.end("m3")
            assert [one.reason for one in (*first, last)] == 3 * ["its process ended with code 1"]
            assert {one.last_words for one in (*first, last)} == {"Traceback"}
            assert first[0].crash == first[1].crash
            assert len({"", first[0].crash, last.crash}) == 3

        running(test)
