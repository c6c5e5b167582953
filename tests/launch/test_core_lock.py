"""A core of its own for each local bot, among all referees of a user."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.error import MachineError
from referee.identifier import BotName
from referee.launch import core_lock
from referee.launch.command import BotCommand
from referee.launch.core_lock import CoreLock, bot_cores
from referee.launch.finished_match import FinishedMatch
from referee.launch.orchestrator import Orchestrator
from referee.launch.preset import Preset
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.machine_sentence import MachineSentence
from tests.errors import raises
from tests.league.executor.cluster import dragon
from tests.patience import PATIENCE

ANN, BOB = BotName("ann"), BotName("bob")
LAST = max(os.sched_getaffinity(0))

ESCAPE = """
import os
print(sorted(os.sched_getaffinity(0)))
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
    print("escaped")
except PermissionError:
    print(sorted(os.sched_getaffinity(0)))
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks that no other test holds."""
    monkeypatch.setattr(core_lock, "runtime_folder", lambda: tmp_path)


@pytest.fixture
def one_core(monkeypatch: pytest.MonkeyPatch) -> int:
    """The last core of this machine is the only one for bots."""
    monkeypatch.setattr(core_lock, "bot_cores", lambda: (LAST,))
    return LAST


def pinned(preset: Preset) -> Sandbox:
    """A sandbox with a core of its own."""
    return Sandbox(preset, SandboxLimits(cores=True))


class TestCoreLock:
    def test_the_first_core_is_the_referees(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: {5, 2, 9})
        assert bot_cores() == (5, 9)

    def test_two_bots_never_share_a_core_and_one_that_ends_makes_room(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(core_lock, "bot_cores", lambda: (1, 2))
        first, second = CoreLock.take(ANN), CoreLock.take(BOB)
        assert (first.core, second.core) == (1, 2)
        with raises(MachineError, MachineSentence.NO_CORE_FREE, bot="cat", cores=2):
            CoreLock.take(BotName("cat"))
        first.release()
        assert CoreLock.take(BotName("cat")).core == 1

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT], ids=lambda one: one.value)
    def test_a_sandboxed_bot_cannot_leave_its_core(self, preset: Preset, one_core: int) -> None:
        bot = BotCommand(ANN, (sys.executable, "-c", ESCAPE))
        before = os.sched_getaffinity(0)

        async def run() -> str:
            process = await BotProcess.start(bot, dict(os.environ), pinned(preset))
            await process.exited
            await process.stop()
            return process.last_words

        said = asyncio.run(asyncio.wait_for(run(), PATIENCE))
        assert said.splitlines() == [str([one_core])] * 2
        assert os.sched_getaffinity(0) == before
        assert CoreLock.take(BOB).core == one_core


class TestMatches:
    def test_a_match_without_enough_cores_fails_by_the_machine(self, one_core: int) -> None:
        task = replace(dragon("m"), sandbox=pinned(Preset.NONE))

        async def run() -> None:
            async with Orchestrator() as orchestrator:
                await orchestrator.play(task)

        with raises(MachineError, MachineSentence.NO_CORE_FREE, cores=1):
            asyncio.run(asyncio.wait_for(run(), PATIENCE))

    def test_bots_leave_their_cores_to_those_of_the_next_match(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The numbers of the cores are invented; both bots run on the last one."""
        monkeypatch.setattr(core_lock, "bot_cores", lambda: (LAST, LAST + 1))
        monkeypatch.setattr(os, "sched_setaffinity", lambda *_: None)

        async def run() -> None:
            async with Orchestrator() as orchestrator:
                task = replace(dragon("m"), sandbox=pinned(Preset.NONE))
                assert isinstance(await orchestrator.play(task), FinishedMatch)
                for number in range(2):
                    assert CoreLock.take(ANN).core == LAST + number

        asyncio.run(asyncio.wait_for(run(), PATIENCE))
