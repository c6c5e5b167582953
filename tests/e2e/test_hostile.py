"""A hostile local bot harms nobody but itself, and nothing of it outlives its match.

Where this machine cannot keep a preset, the same tests see to it that it is refused.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from referee.launch.sandbox import Preset
from referee.launch.warden.ending import MIB
from tests.e2e.hostile_match import SMALL, hostile, is_deaf, kept, marked, play

WALLED = pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
ANY = pytest.mark.parametrize("preset", list(Preset))


@pytest.fixture
def mark() -> str:
    """A word by which the processes of one test are known."""
    return f"mark-{uuid4()}"


class TestLimits:
    """What a bot may use is bounded, and going over it costs the seat, with the cause."""

    @WALLED
    def test_a_fork_bomb_is_put_out(self, preset: Preset, mark: str) -> None:
        for played in kept(hostile("fork_bomb", mark=mark), preset):
            said = played.cause + played.failures[0].printed
            assert "processes and threads, and may have 100" in said or "unavailable" in said
            assert not played.harmed
        assert marked(mark) == []

    @WALLED
    def test_memory_is_bounded_for_a_process(self, preset: Preset) -> None:
        for played in kept(hostile("memory_hog"), preset):
            assert "MemoryError" in played.failures[0].printed or "MiB of memory" in played.cause
            assert not played.harmed

    @WALLED
    @pytest.mark.parametrize("name", ["shared_hog", "family_hog"])
    def test_memory_is_bounded_for_all_processes_together(self, name: str, preset: Preset) -> None:
        for played in kept(hostile(name), preset):
            assert "MiB of memory, and may use 300" in played.cause
            assert not played.harmed

    @WALLED
    def test_processor_time_is_bounded(self, preset: Preset) -> None:
        for played in kept(hostile("spinner"), preset, replace(SMALL, cpu=1)):
            assert "processor time" in played.cause
            assert not played.harmed

    @WALLED
    @pytest.mark.parametrize("name", ["filler", "big_file"])
    def test_what_it_writes_is_bounded(self, name: str, preset: Preset) -> None:
        for played in kept(hostile(name), preset):
            (line,) = (line for line in played.said.splitlines() if line.startswith("wrote"))
            assert 0 < int(line.split()[1]) <= SMALL.disk // MIB
            assert played.failures == []

    @WALLED
    def test_open_files_are_bounded(self, preset: Preset) -> None:
        for played in kept(hostile("opener"), preset):
            (line,) = (line for line in played.said.splitlines() if line.startswith("opened"))
            assert int(line.split()[1]) < SMALL.files

    @ANY
    def test_what_it_prints_is_kept_in_part(self, preset: Preset) -> None:
        for played in kept(hostile("endless_stderr"), preset):
            assert "No answer came within" in played.cause
            assert len(played.said) <= 10 * 500 + 10
            assert "\x1b" not in played.said
            assert not played.harmed


class TestEnd:
    """Nothing of a bot outlives its match, nor its referee."""

    @ANY
    @pytest.mark.parametrize("name", ["deaf", "runaway", "frozen"])
    def test_no_process_is_left(self, name: str, preset: Preset, mark: str) -> None:
        for played in kept(hostile(name, mark=mark), preset):
            assert not played.harmed
        assert marked(mark) == []

    @ANY
    @pytest.mark.parametrize("name", ["deaf", "runaway"])
    def test_nor_when_the_referee_is_killed(self, name: str, preset: Preset, mark: str) -> None:
        bot = " ".join(hostile(name, mark=mark).arguments)
        words = ["play", "dragon", bot, bot, "--decision", "60", "--sandbox", preset.value]
        with subprocess.Popen(
            [sys.executable, "-m", "referee.cli.main", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as referee:
            until = time.monotonic() + 30
            while referee.poll() is None and not any(map(is_deaf, marked(mark))):
                assert time.monotonic() < until
                time.sleep(0.05)
            referee.kill()
            _, said = referee.communicate()
        assert "cannot keep" in said or referee.returncode == -signal.SIGKILL
        while marked(mark):
            assert time.monotonic() < until
            time.sleep(0.05)


class TestCause:
    """What became of a bot is said as it was."""

    @ANY
    def test_a_signal_is_named(self, preset: Preset) -> None:
        for played in kept(hostile("segfault"), preset):
            assert "its process was killed by SIGSEGV" in played.cause

    @WALLED
    def test_a_bot_cannot_write_its_own_report(self, preset: Preset) -> None:
        for played in kept(hostile("forger"), preset):
            assert "its process ended with code 9" in played.cause

    @WALLED
    def test_a_bot_cannot_kill_the_one_who_watches(self, preset: Preset) -> None:
        for played in kept(hostile("parricide"), preset):
            assert "alive" in played.said
            assert played.failures == []

    def test_without_a_sandbox_it_takes_itself_along(self, mark: str) -> None:
        played = play(hostile("parricide", mark=mark), Preset.NONE)
        assert "its process was killed by SIGKILL" in played.cause
        assert marked(mark) == []


class TestNetwork:
    """There is no network in a sandbox, not even this machine's own."""

    @ANY
    def test_nobody_is_called(self, preset: Preset) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.setblocking(False)
            port = str(server.getsockname()[1])
            for played in kept(hostile("caller", port), preset):
                assert played.failures == []
                assert ("connected" in played.said) == (preset is Preset.NONE)
                if preset is Preset.NONE:
                    server.accept()[0].close()
            with pytest.raises(BlockingIOError):
                server.accept()

    @ANY
    def test_what_is_opened_inside_is_heard_by_nobody_outside(self, preset: Preset) -> None:
        for played in kept(hostile("listener"), preset):
            assert played.failures == []
            assert ("listening" in played.said) == (preset is Preset.NONE)


class TestSecrets:
    """What others know stays theirs."""

    @ANY
    def test_tokens_are_not_to_be_had(
        self, preset: Preset, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOUSE_SECRET", "42")
        for played in kept(hostile("thief"), preset):
            nothing = "stole 0 tokens, the referee's secret: False"
            assert (nothing in played.said) == (preset is not Preset.NONE)

    @ANY
    def test_no_process_outside_can_be_reached(self, preset: Preset) -> None:
        for played in kept(hostile("debugger", str(os.getpid())), preset):
            nobody = "caught 0, reached the referee: False"
            assert (nobody in played.said) == (preset is not Preset.NONE)

    @ANY
    def test_strict_hides_the_files_of_others(self, preset: Preset, tmp_path: Path) -> None:
        path = tmp_path / "bot.py"
        path.write_text("my opening book")
        for played in kept(hostile("spy", f"file:{path}"), preset):
            assert ("my opening book" in played.said) == (preset is not Preset.STRICT)

    @WALLED
    def test_the_environment_is_what_a_bot_needs(
        self, preset: Preset, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOUSE_KEY", "42")
        for played in kept(hostile("guest"), preset):
            assert "user 1000, 0 of the referee's variables" in played.said


class TestHarm:
    """A bot in a sandbox writes nowhere but to its scratch folder, and gains no rights."""

    @ANY
    def test_files_outside_stay_as_they_are(self, preset: Preset, tmp_path: Path) -> None:
        precious = tmp_path / "precious"
        precious.write_text("all my life")
        for played in kept(hostile("vandal", str(tmp_path)), preset):
            safe = [path.name for path in tmp_path.iterdir()] == ["precious"]
            assert safe == (preset is not Preset.NONE)
            assert ("did it" in played.said) == (preset is Preset.NONE)
            assert played.failures == []
        if preset is not Preset.NONE:
            assert precious.read_text() == "all my life"

    @WALLED
    def test_it_gains_no_rights(self, preset: Preset) -> None:
        for played in kept(hostile("climber"), preset):
            assert "namespace -1, rights 0, locked 1" in played.said
