"""What a bot touched is told apart from what every program touches."""

import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.bot_check.finding import BotFinding, Severity
from referee.bot_check.reach import reach
from referee.launch.preset import Preset
from referee.launch.touch import Touch, TouchKind, touches_of
from tests.bot_check.bots import greedy, settings

SERVER = "unix:/run/referee.sock"


class Bot(NamedTuple):
    """What is a bot's own."""

    scratch: Path = Path("/scratch")
    server: str = SERVER


def judged(*touches: Touch, preset: Preset = Preset.BASIC) -> dict[str, BotFinding]:
    """The findings on some touches, by subject."""
    checked = settings(greedy())
    checked = replace(checked, sandbox=replace(checked.sandbox, preset=preset))
    return {one.subject: one for one in reach(touches, Bot(), checked)}


class TestFiles:
    """Files that a bot changed or read."""

    def test_the_scratch_folder_devices_and_compiled_modules_are_its_own(self) -> None:
        paths = ("/scratch/a", "/dev/null", "/dev/shm/b", "/opt/bot/__pycache__/x.pyc.12")
        found = judged(*(Touch(TouchKind.WRITE, path) for path in paths))["files"]
        assert found.severity is Severity.OK
        assert found.data["scratch_writes"] == 1

    def test_another_file_is_named(self) -> None:
        found = judged(Touch(TouchKind.WRITE, "/opt/bot/diary.txt"))["files"]
        assert found.severity is Severity.WARNING
        assert found.details == ("/opt/bot/diary.txt",)

    def test_what_the_strictest_sandbox_hides_is_named(self, tmp_path: Path) -> None:
        weights = tmp_path / "weights.bin"
        weights.write_bytes(b"1")
        reads = [Touch(TouchKind.READ, path) for path in (str(weights), os.__file__, "/nowhere/x")]
        found = judged(*reads)["files"]
        assert found.severity is Severity.OK
        assert found.data["hidden_in_strict"] == [str(weights)]
        assert judged(*reads, preset=Preset.STRICT)["files"].data["hidden_in_strict"] == []

    def test_a_name_that_no_file_can_have_is_judged_too(self) -> None:
        for name in ("/usr/" + "a" * 300, "/a\0b", "/\udcff\x1b[2J", "b/" * 250, ""):
            found = judged(Touch(TouchKind.READ, name), Touch(TouchKind.RUN, name))
            assert found["files"].severity is Severity.OK
            assert found["programs"].data["programs"] == []


class TestNetwork:
    """Addresses that a bot called."""

    def test_its_referee_and_what_libraries_look_up_are_no_network(self) -> None:
        found = judged(
            Touch(TouchKind.CONNECT, SERVER),
            Touch(TouchKind.CONNECT, "unix:/var/run/nscd/socket"),
            Touch(TouchKind.BIND, "[::1]:0"),
            Touch(TouchKind.BIND, "an address of family 16"),
        )
        assert found["network"].severity is Severity.OK

    @pytest.mark.parametrize(
        "touch",
        [
            Touch(TouchKind.CONNECT, "192.0.2.1:443"),
            Touch(TouchKind.BIND, "127.0.0.1:8080"),
            Touch(TouchKind.SEND, "[2001:db8::1]:53"),
            Touch(TouchKind.CONNECT, "unix:/run/docker.sock"),
        ],
    )
    def test_another_address_is_named(self, touch: Touch) -> None:
        found = judged(touch)["network"]
        assert found.severity is Severity.WARNING
        assert found.details == (f"{touch.kind.value} {touch.target}",)


class TestPrograms:
    """Programs that a bot started."""

    def test_its_own_program_and_tries_along_the_path_are_no_others(self) -> None:
        run = [Touch(TouchKind.RUN, path) for path in ("/nowhere/env", "/usr/bin/env")]
        assert judged(*run)["programs"].details == ()
        more = Touch(TouchKind.RUN, "/usr/bin/env")
        assert judged(*run, more)["programs"].details == ("/usr/bin/env",)


def test_notes_are_touches_only_if_the_kernel_notified_somebody() -> None:
    """An empty list is known, and no list is not."""
    assert touches_of(b"") is None
    assert touches_of(b'["observed", ""]\n') == ()
    notes = b'["observed", ""]\n["run", "/bin/x"]\n["later", "y"]\n'
    assert touches_of(notes) == (Touch(TouchKind.RUN, "/bin/x"),)
