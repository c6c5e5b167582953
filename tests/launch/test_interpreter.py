"""A bot of `python` runs where the SDK is, with the environment activated or without."""

import sys
from pathlib import Path

import pytest

from referee.launch.command import commands
from tests.cli.shell import referee

SYSTEM = "/usr/bin:/bin"
"""The PATH of a timer."""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def write(path: Path, has_sdk: bool) -> None:
    """Write a program that says whether it has the SDK, as Python would."""
    path.write_text(f"#!/bin/sh\nexit {int(not has_sdk)}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("word", ["python", "python3"])
class TestPython:
    """The Python that a command line names."""

    def test_one_with_the_sdk_is_taken_as_a_shell_would(self, word: str, path: Path) -> None:
        write(path / word, has_sdk=True)
        (command,) = commands([f"{word} bot.py --fast"])
        assert command.arguments == (word, "bot.py", "--fast")

    def test_one_without_the_sdk_gives_way_to_the_referees_own(self, word: str, path: Path) -> None:
        write(path / word, has_sdk=False)
        (command,) = commands([f"{word} bot.py --fast"])
        assert command.arguments == (sys.executable, "bot.py", "--fast")
        assert command.name == "bot"

    def test_one_that_is_not_there_is_the_referees_own(self, word: str, path: Path) -> None:
        (command,) = commands([f"{word} bot.py"])
        assert command.arguments == (sys.executable, "bot.py")

    def test_one_that_is_named_by_its_path_is_taken(self, word: str, path: Path) -> None:
        write(path / word, has_sdk=False)
        (command,) = commands([f"{path / word} bot.py"])
        assert command.arguments == (str(path / word), "bot.py")


def test_files_of_the_bot_are_not_run_to_find_the_sdk(path: Path, tmp_path: Path) -> None:
    base = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    (path / "python3").symlink_to(base)
    for name in ("contextlib", "functools", "types", "warnings", "tianming"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    (command,) = commands(["python3 bot.py"], tmp_path)
    assert command.arguments == (sys.executable, "bot.py")
    assert not (tmp_path / "ran").exists()


def test_a_bot_plays_without_an_activated_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", SYSTEM)
    bot = tmp_path / "bot.py"
    bot.write_text("import tianming\ntianming.run(lambda question: 0)\n")
    done = referee("play", "dragon", f"python3 {bot}", f"python {bot}", "--json")
    assert done.returncode == 0, done.stderr
