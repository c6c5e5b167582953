"""A hostile local bot harms nobody but itself, and nothing of it outlives its match.

Where this machine cannot keep a preset, the same tests see to it that it is refused.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from referee.launch.preset import Preset
from referee.launch.supervisor.exit_status import MIB
from referee.match.clock import seconds
from tests.e2e.hostile_match import QUICK, SMALL, hostile, kept, play
from tests.patience import PATIENCE
from tests.processes import is_deaf, with_word

pytestmark = pytest.mark.full

WALLED = pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
ANY = pytest.mark.parametrize("preset", list(Preset))


@pytest.fixture
def mark() -> Iterator[str]:
    """A word by which the processes of one test are known; none is left at its end."""
    word = f"mark-{uuid4()}"
    yield word
    assert with_word(word) == []


class TestLimits:
    """What a bot may use is bounded, and going over it costs the seat, with the cause."""

    @WALLED
    def test_a_fork_bomb_is_put_out(self, preset: Preset, mark: str) -> None:
        patient = replace(QUICK, decision=seconds(8))
        limits = replace(SMALL, tasks=50, memory=2048 * MIB)  # more than its processes can use
        for played in kept(hostile("fork_bomb", mark), preset, limits, patient):
            said = played.cause + played.said
            assert "processes and threads, and may have 50" in said or "unavailable" in said
            assert not played.harmed

    @WALLED
    def test_memory_is_bounded_for_a_process(self, preset: Preset) -> None:
        for played in kept(hostile("memory_hog"), preset):
            assert "MemoryError" in played.said or "MiB of memory, and may" in played.cause
            assert not played.harmed

    @WALLED
    @pytest.mark.parametrize("act", ["shared_hog", "family_hog"])
    def test_memory_is_bounded_for_all_processes_together(self, act: str, preset: Preset) -> None:
        for played in kept(hostile(act), preset):
            assert "MiB of memory, and may use 300" in played.cause
            assert not played.harmed

    @WALLED
    @pytest.mark.timeout(330)
    @pytest.mark.parametrize("act", ["spinner", "amnesiac"])
    def test_processor_time_is_bounded(self, act: str, preset: Preset) -> None:
        patient = replace(QUICK, decision=seconds(120))  # for 2 s of a busy processor
        for played in kept(hostile(act), preset, replace(SMALL, cpu=2), patient):
            assert "s of processor time, and may use 2" in played.cause
            assert not played.harmed

    @WALLED
    def test_a_part_of_the_processors_is_no_more(self, preset: Preset) -> None:
        patient = replace(QUICK, decision=seconds(20))
        limits = replace(SMALL, quota=30)
        for played in kept(hostile("family_spinner"), preset, limits, patient):
            (line,) = played.said_in("family_spinner")
            assert 0 < float(line.split()[1]) < 0.6
            assert [result.strikes for result in played.outcome.results] == [0, 0]

    @WALLED
    def test_to_watch_over_many_processes_is_part_of_it(self, preset: Preset) -> None:
        patient = replace(QUICK, decision=seconds(30))
        limits = replace(SMALL, memory=2048 * MIB, tasks=250, quota=10)
        for played in kept(hostile("crowd"), preset, limits, patient):
            (line,) = played.said_in("crowd")
            assert 0 < float(line.split()[1]) < 0.15

    @ANY
    def test_the_kept_output_is_bounded(self, preset: Preset) -> None:
        for played in kept(hostile("endless_stderr"), preset):
            (failure,) = played.failures
            assert "No answer came within" in failure.cause
            assert 0 < len(failure.printed) <= 10 * 500 + 10
            assert "\x1b" not in failure.printed
            assert not played.harmed


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short path, in which the path of a Unix socket is not too long."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


class TestEnd:
    """Nothing of a bot outlives its match, nor its referee."""

    @ANY
    @pytest.mark.parametrize("act", ["deaf", "runaway", "frozen"])
    def test_no_process_is_left(self, act: str, preset: Preset, mark: str) -> None:
        for played in kept(hostile(act, mark), preset):
            assert not played.harmed

    @ANY
    def test_nor_when_the_referee_is_killed(
        self, preset: Preset, mark: str, short_folder: Path
    ) -> None:
        bot = " ".join(hostile("runaway,deaf", mark).arguments)
        words = ["play", "dragon", bot, bot, "--decision", "60", "--sandbox", preset.value]
        with subprocess.Popen(
            [sys.executable, "-m", "referee.cli.main", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(short_folder)},
        ) as referee:
            until = time.monotonic() + PATIENCE
            while referee.poll() is None and sum(map(is_deaf, with_word(mark))) < 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            referee.kill()
            _, said = referee.communicate()
        assert "cannot keep" in said or referee.returncode == -signal.SIGKILL
        while with_word(mark) or any(short_folder.glob("tianming-bot-*")):
            assert time.monotonic() < until
            time.sleep(0.05)


class TestCause:
    """What became of a bot is said as it was."""

    @ANY
    def test_a_signal_is_named(self, preset: Preset) -> None:
        for played in kept(hostile("segfault"), preset):
            assert "its process was killed by SIGSEGV" in played.cause
            notes = [note for note in played.notes if note.startswith("The bot is gone")]
            assert notes[-1] == f"The bot is gone: {played.cause}."

    @WALLED
    def test_a_bot_cannot_write_its_own_report(self, preset: Preset) -> None:
        for played in kept(hostile("forger"), preset):
            assert "its process ended with code 9" in played.cause

    def test_one_that_kills_its_supervisor_takes_itself_along(self, mark: str) -> None:
        played = play(hostile("parricide", mark), Preset.NONE)
        assert "its supervisor got SIGKILL, and not from the referee" in played.cause
