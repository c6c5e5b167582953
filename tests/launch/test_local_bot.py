"""A local bot: how often it is started, and what becomes of its crashes; no process is real."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest

from referee.error import MachineError, UnavailableError
from referee.identifier import BotName, MatchId
from referee.launch import local_bot
from referee.launch.crash_loop import MOST_CRASHES
from referee.launch.local_bot import LocalBot
from referee.launch.match_task import MatchTask, TaskBot
from referee.launch.process import BotProcess
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor.exit_status import ExitStatus
from referee.machine_error import machine_failed
from referee.machine_sentence import MachineSentence
from referee.server.identity import Identities
from tests.errors import raises
from tests.league.executor.cluster import dragon
from tests.server.harness import running

FAULT = machine_failed("Too many open files", MachineSentence.CANNOT_START_BOT, bot="ann")


async def starved(*_: Any) -> NoReturn:
    """Start nothing, because this machine lacks something."""
    raise FAULT


class Process:
    """A bot that runs until it is told to end."""

    last_words = "Traceback"
    output = b"Traceback"
    printed = len(output)
    fault: MachineError | None = None

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

    async def wait_until_handled(self, timeout: float, bots: tuple[str, ...]) -> None:
        """They have handled everything."""

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

    async def at_once(call: Callable[..., object], *arguments: object) -> object:
        return call(*arguments)

    monkeypatch.setattr(BotProcess, "start", start)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    return processes


class Match:
    """A match in which the bot has an open question."""

    def __init__(self, match_id: str) -> None:
        self.settings = replace(dragon(match_id).settings, bots=(BotName("ann"),))
        self.question = 1
        self.given_up: list[str] = []
        self.voided: list[str] = []
        self.notes: list[str] = []

    def is_played_by(self, bot: str) -> bool:
        """The bot plays until it is given up, or the match is void."""
        return not self.given_up and not self.voided

    def open_questions(self, bot: str) -> tuple[int, ...]:
        """The question."""
        return (self.question,)

    def crash(self, bot: str, reason: str) -> None:
        """Keep the note of a crash."""
        self.notes.append(f"The bot is gone: {reason}.")

    def give_up(self, bot: str, reason: str) -> None:
        """Forfeit the seat."""
        self.given_up.append(reason)

    def void(self, reason: str) -> None:
        """End the match."""
        self.voided.append(reason)


class Referee:
    """What a bot needs of its referee."""

    front_fault: MachineError | None = None

    def __init__(self) -> None:
        self.identities = Identities()
        self.lobby = Lobby()
        self.matches: list[Match] = []

    async def admit_local(self, name: str, *, trusted: bool) -> tuple[str, str]:
        """An address and a token."""
        return "unix:/x", self.identities.admit(BotName(name))

    async def dismiss_local(self, address: str, token: str) -> None:
        """Refuse the token."""
        self.identities.dismiss(token)


def ann(*matches: Match) -> LocalBot:
    """A bot of a referee that plays these matches."""
    referee = Referee()
    referee.matches += matches
    return LocalBot(cast("Any", referee), BotName("ann"))


async def join(bot: LocalBot, task: MatchTask) -> None:
    """Have a bot attend a match."""
    await bot.begin(task.players[0], task)
    assert await bot.arrive(task) is None


def match(match_id: str, command: str = "random") -> MatchTask:
    """A match of one bot."""
    return replace(dragon(match_id), players=(TaskBot(BotName("ann"), command),))


async def settled() -> None:
    """Wait until only tasks that wait for a process are left."""
    for _ in range(20):
        await asyncio.sleep(0)


async def crash(processes: list[Process]) -> None:
    """Have the process that runs end."""
    await processes[-1].stop()
    await settled()


class TestStarts:
    """A bot is started when a match needs it, and again while it is in one."""

    async def test_matches_that_begin_at_once_start_it_once(self, started: list[Process]) -> None:
        bot = ann()
        await asyncio.gather(*(join(bot, match(f"m{number}")) for number in range(4)))
        assert len(started) == 1

    async def test_it_is_given_up_at_its_third_crash_and_started_again_by_the_next_match(
        self, started: list[Process]
    ) -> None:
        m1 = Match("m1")
        bot = ann(m1)
        await join(bot, match("m1"))
        for _ in range(MOST_CRASHES):
            assert m1.given_up == []
            await crash(started)
        assert len(started) == MOST_CRASHES
        assert m1.given_up == [
            "The bot is given up: its process ended with code 1, 3 times without an answer in "
            "between."
        ]
        assert m1.notes == ["The bot is gone: its process ended with code 1."] * MOST_CRASHES
        assert len(bot.end(MatchId("m1"))) == 1
        await join(bot, match("m2"))
        assert len(started) == MOST_CRASHES + 1
        assert bot.end(MatchId("m2")) == []

    async def test_it_is_started_again_for_as_long_as_it_answers_in_between(
        self, started: list[Process]
    ) -> None:
        m1 = Match("m1")
        bot = ann(m1)
        await join(bot, match("m1"))
        for number in range(3 * MOST_CRASHES):
            m1.question = number
            await crash(started)
        assert len(started) == 1 + 3 * MOST_CRASHES
        assert m1.given_up == []
        bot.end(MatchId("m1"))

    async def test_it_is_given_up_at_once_where_it_cannot_be_started(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def refuse(*_: Any) -> Process:
            raise UnavailableError(
                LaunchSentence.NOT_STARTED, bot="ann", why="no more processes", line="bot"
            )

        m1, m2 = Match("m1"), Match("m2")
        bot = ann(m1, m2)
        await join(bot, match("m1"))
        await join(bot, match("m2"))
        monkeypatch.setattr(BotProcess, "start", refuse)
        await crash(started)
        reason = "The bot is given up: the bot ann does not start: no more processes (bot)."
        assert m1.given_up == m2.given_up == [reason]
        for match_id in ("m1", "m2"):
            assert len(bot.end(MatchId(match_id))) == 1

    async def test_a_machine_that_cannot_start_it_is_no_absence(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(BotProcess, "start", starved)
        bot = ann()
        with raises(MachineError, MachineSentence.CANNOT_START_BOT):
            await bot.begin(match("m1").players[0], match("m1"))

    async def test_a_bot_that_the_front_does_not_let_in_is_not_absent(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def nobody(*_: object) -> frozenset[str]:
            return frozenset({"ann"})

        monkeypatch.setattr(Lobby, "wait_for", nobody)
        bot, task = ann(), match("m1")
        await bot.begin(task.players[0], task)
        assert await bot.arrive(task) is not None
        monkeypatch.setattr(Referee, "front_fault", FAULT)
        with raises(MachineError, MachineSentence.CANNOT_START_BOT):
            await bot.arrive(task)

    async def test_a_running_match_is_void_where_the_machine_cannot_start_it_again(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(local_bot, "_PAUSES", (0.0, 0.0))
        m1 = Match("m1")
        bot = ann(m1)
        await join(bot, match("m1"))
        monkeypatch.setattr(BotProcess, "start", starved)
        await crash(started)
        assert not m1.given_up
        assert m1.voided == [str(FAULT)]

    def test_it_plays_on_where_the_machine_starts_it_at_the_next_try(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(local_bot, "_PAUSES", (0.0, 0.0))
        good = BotProcess.start

        async def test() -> None:
            m1 = Match("m1")
            bot = ann(m1)
            await join(bot, match("m1"))
            tries = iter((starved, good))

            async def start(*words: Any) -> BotProcess:
                return await next(tries)(*words)

            monkeypatch.setattr(BotProcess, "start", start)
            await crash(started)
            assert bot.is_running
            assert m1.voided == m1.given_up == []

        running(test)

    async def test_one_whose_supervisor_fails_has_not_crashed(
        self, started: list[Process], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(local_bot, "_PAUSES", (0.0, 0.0))
        m1 = Match("m1")
        bot = ann(m1)
        await join(bot, match("m1"))
        started[-1].fault = FAULT
        await crash(started)
        assert bot.is_running
        assert bot.end(MatchId("m1")) == []

    async def test_one_that_rests_is_started_by_the_next_match_and_none_rests_in_a_match(
        self, started: list[Process]
    ) -> None:
        bot = ann()
        await join(bot, match("m1"))
        assert not await bot.rest()
        bot.end(MatchId("m1"))
        assert await bot.rest()
        await settled()
        assert not bot.is_running
        assert bot.absence is None
        await join(bot, match("m2"))
        assert len(started) == 2

    async def test_one_in_no_match_is_not_started_again_before_the_next(
        self, started: list[Process]
    ) -> None:
        bot = ann()
        await join(bot, match("m1"))
        assert bot.end(MatchId("m1")) == []
        await crash(started)
        assert len(started) == 1
        await join(bot, match("m2"))
        assert len(started) == 2
        assert bot.end(MatchId("m2")) == []

    @pytest.mark.parametrize(
        "other", [match("m2", "greedy"), replace(match("m2"), folder=Path("elsewhere"))]
    )
    async def test_another_command_or_folder_waits_until_the_matches_by_the_last_one_are_over(
        self, other: MatchTask, started: list[Process]
    ) -> None:
        bot = ann()
        await join(bot, match("m1"))
        joining = asyncio.create_task(join(bot, other))
        await settled()
        assert not joining.done()
        assert len(started) == 1
        assert bot.end(MatchId("m1")) == []
        await joining
        assert [process.exited.done() for process in started] == [True, False]
        assert bot.end(MatchId("m2")) == []


class TestCrashes:
    """A crash is noted in every match that the bot is in, under one name."""

    async def test_it_has_one_name_in_all_matches_and_the_next_has_another(
        self, started: list[Process]
    ) -> None:
        bot = ann()
        for match_id in ("m1", "m2", "m3"):
            await join(bot, match(match_id))
        await crash(started)
        first = [absence for name in ("m1", "m2") for absence in bot.end(MatchId(name))]
        await crash(started)
        (last,) = bot.end(MatchId("m3"))
        assert [one.reason for one in (*first, last)] == 3 * ["its process ended with code 1"]
        assert {one.last_words for one in (*first, last)} == {"Traceback"}
        assert first[0].crash == first[1].crash
        assert len({"", first[0].crash, last.crash}) == 3
