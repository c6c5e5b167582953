"""The orchestrator: when it ends, no process and no task of a match is left."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvloop

from referee.identifier import BotName
from referee.launch import orchestrator
from referee.launch.command import BotCommand
from referee.launch.finished_match import FinishedMatch
from referee.launch.match_task import BotMissing, MatchTask, TaskBot
from referee.launch.orchestrator import FILES_PER_BOT, Orchestrator, most_kept
from referee.launch.process import BotProcess
from referee.launch.sentence import LaunchSentence
from referee.machine_error import machine_failed
from referee.machine_sentence import MachineSentence
from referee.record.reader import parse
from referee.record.recorded_question import questions
from tests.errors import raises
from tests.league.executor.cluster import dragon
from tests.patience import PATIENCE

ENDLESS = f"{sys.executable} -c 'import time; time.sleep(60)'"
BROKEN = f"{sys.executable} -c 'raise SystemExit(\"no such model\")'"


def match(**commands: str) -> MatchTask:
    """A match between bots with these commands."""
    players = tuple(TaskBot(BotName(name), command) for name, command in commands.items())
    task = dragon("m1")
    return MatchTask(task.settings, players, startup=PATIENCE)


def playing(match_id: str, *bots: str) -> MatchTask:
    """A match between installed bots."""
    task = match(**dict.fromkeys(bots, "random"))
    names = tuple(map(BotName, bots))
    return replace(task, settings=replace(dragon(match_id).settings, bots=names))


class TestCancelled:
    """A match that is cancelled while it waits for its bots."""

    def test_nobody_waits_on_for_its_bots(self) -> None:
        """No task stays; the referee's own short calls to itself may be there for a moment."""

        async def test() -> None:
            async with Orchestrator() as here:
                before = asyncio.all_tasks()
                playing = asyncio.create_task(here.play(match(ann=ENDLESS, bob=ENDLESS)))
                while [bot.is_running for bot in here.bots.values()] != [True, True]:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0)
                playing.cancel()
                await asyncio.wait((playing,))
                assert playing.cancelled()
            assert not any(bot.is_running for bot in here.bots.values())
            async with asyncio.timeout(PATIENCE):
                while asyncio.all_tasks() - before:
                    await asyncio.sleep(0.01)

        uvloop.run(test())


class TestAbsence:
    """A bot that is absent."""

    async def test_it_is_named_at_once_although_another_bot_may_still_come(self) -> None:
        async with Orchestrator() as here:
            task = match(ann=ENDLESS, bob=BROKEN)
            absent = LaunchSentence.ABSENT_WITH_OUTPUT
            with raises(BotMissing, absent, bot="bob", printed="no such model") as why:
                async with asyncio.timeout(PATIENCE), here.attended(task):
                    raise AssertionError
        absence = why.value.absence
        assert absence.bot == "bob"
        assert absence.reason.startswith("its process ended with code 1")
        assert absence.last_words == "no such model"


class TestRest:
    """Local bots that no match needs now."""

    def test_the_bots_of_small_leagues_keep_running_and_few_files_mean_few_bots(self) -> None:
        kept = [most_kept(files) for files in (0, 64, 128, 136, 256, 1024, 1 << 20)]
        assert kept == [0, 0, 0, 1, 16, 64, 64]

    def test_those_that_have_waited_longest_are_stopped_and_leave_no_open_file(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(orchestrator, "_MOST_KEPT", 2)
        monkeypatch.setattr(orchestrator, "open_files", lambda: 1024)

        async def test() -> None:
            async with Orchestrator() as here:
                before, most = len(os.listdir("/proc/self/fd")), 0
                for number, pair in enumerate(("ab", "bc", "ad", "ab")):
                    task = playing(f"m{number}", *pair)
                    async with asyncio.timeout(PATIENCE), here.attended(task):
                        most = max(most, len(os.listdir("/proc/self/fd")))
                    running = {name for name, bot in here.bots.items() if bot.is_running}
                    assert running == set(pair)
                assert most - before <= 2 * FILES_PER_BOT

        uvloop.run(test())

    def test_if_this_machine_cannot_start_a_bot_the_idle_ones_make_room(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def test() -> None:
            async with Orchestrator() as here:
                async with asyncio.timeout(PATIENCE), here.attended(playing("m1", "a", "b")):
                    pass
                start, failed = BotProcess.start, list[str]()

                async def once(command: BotCommand, *words: Any) -> BotProcess:
                    if not failed:
                        failed.append(command.name)
                        raise machine_failed("-", MachineSentence.CANNOT_START_BOT, bot="c")
                    return await start(command, *words)

                monkeypatch.setattr(BotProcess, "start", once)
                async with asyncio.timeout(PATIENCE), here.attended(playing("m2", "c", "d")):
                    running = {name for name, bot in here.bots.items() if bot.is_running}
                    assert failed == ["c"]
                    assert running == {"c", "d"}

        uvloop.run(test())


CHATTY = """
import tianming

def choose(question):
    print(question.match_id, question.number, flush=True)
    return 0

tianming.run(choose)
"""


class TestOutput:
    """What a local bot prints in a match comes with the result, if the league keeps it."""

    async def test_each_match_has_its_own_to_the_last_line(self, tmp_path: Path) -> None:
        (tmp_path / "chatty.py").write_text(CHATTY)
        command = f"{sys.executable} {tmp_path / 'chatty.py'}"
        async with Orchestrator() as here:
            for match_id in ("m1", "m2"):
                task = replace(dragon(match_id, command), keeps_output=True)
                played = await here.play(task)
                assert isinstance(played, FinishedMatch)
                asked = [
                    question.number
                    for question in questions(parse(played.record or b"", match_id))
                    if question.seat == 0
                ]
                said = played.outputs[BotName("ann")].decode().splitlines()
                lines = [line for line in said if line.startswith("m")]
                assert lines == [f"{match_id} {number}" for number in asked]
            without = await here.play(dragon("m3", command))
            assert isinstance(without, FinishedMatch)
            assert without.outputs == {}
