"""The orchestrator: whatever becomes of it, nothing is left that ran or waited for a match."""

import asyncio
import sys

import uvloop

from referee.identifier import BotName
from referee.launch.match_task import BotMissing, MatchTask, TaskBot
from referee.launch.orchestrator import Orchestrator
from referee.sentence.launch import LaunchSentence
from tests.errors import raises
from tests.league.running.cluster import dragon
from tests.server.raw import running

ENDLESS = f"{sys.executable} -c 'import time; time.sleep(60)'"
BROKEN = f"{sys.executable} -c 'raise SystemExit(\"no such model\")'"


def match(**commands: str) -> MatchTask:
    """A match between bots with these commands."""
    players = tuple(TaskBot(BotName(name), command) for name, command in commands.items())
    task = dragon("m1")
    return MatchTask(task.settings, players, startup=60)


class TestCancelled:
    """A match that is cancelled while it waits for its bots."""

    def test_nobody_waits_on_for_its_bots(self) -> None:
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
            assert asyncio.all_tasks() <= before

        uvloop.run(test())


class TestAbsence:
    """A bot that is absent."""

    def test_it_is_named_at_once_although_another_bot_may_still_come(self) -> None:
        async def test() -> None:
            async with Orchestrator() as here:
                task = match(ann=ENDLESS, bob=BROKEN)
                absent = LaunchSentence.ABSENT_WITH_OUTPUT
                with raises(BotMissing, absent, bot="bob", printed="no such model") as why:
                    async with asyncio.timeout(30), here.attended(task):
                        raise AssertionError
            absence = why.value.absence
            assert absence.bot == "bob"
            assert absence.reason.startswith("its process ended with code 1")
            assert absence.last_words == "no such model"

        running(test)
