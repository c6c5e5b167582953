"""The version of a bot's program: it changes with the program, and with nothing else."""

import os
import sys
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch.command import BotCommand, commands
from referee.launch.program_version import program_version


def version(folder: Path, *words: str) -> str:
    """The version of a program in a folder."""
    return program_version(BotCommand(BotName("ann"), words, folder))


class TestVersion:
    def test_it_changes_with_a_file_that_the_command_names(self, tmp_path: Path) -> None:
        bot = tmp_path / "bot.py"
        bot.write_text("one")
        first = version(tmp_path, "python", "bot.py")
        assert version(tmp_path, "python", "bot.py") == first
        bot.write_text("two")
        assert version(tmp_path, "python", "bot.py") != first

    def test_it_changes_with_the_words(self, tmp_path: Path) -> None:
        assert version(tmp_path, "bot", "--depth", "1") != version(tmp_path, "bot", "--depth", "2")

    def test_a_touched_file_is_the_same_program(self, tmp_path: Path) -> None:
        bot = tmp_path / "bot"
        bot.write_bytes(b"program")
        first = version(tmp_path, "./bot")
        os.utime(bot, (1, 1))
        assert version(tmp_path, "./bot") == first
        bot.write_bytes(b"another")
        assert version(tmp_path, "./bot") != first

    @pytest.mark.parametrize("file", ["ann.py", "ann/__main__.py"])
    def test_a_module_in_the_folder_counts(self, file: str, tmp_path: Path) -> None:
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text("one")
        first = version(tmp_path, "python", "-m", "ann")
        path.write_text("two")
        assert version(tmp_path, "python", "-m", "ann") != first

    def test_a_copy_in_another_folder_is_the_same_program(self, tmp_path: Path) -> None:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "bot.py").write_text("pass")
        assert version(tmp_path / "one", "python", "bot.py") == version(
            tmp_path / "two", "python", "bot.py"
        )

    def test_installed_bots_have_versions_of_their_own(self) -> None:
        greedy, random = (program_version(one) for one in commands(["greedy", "random"]))
        assert greedy != random
        assert len(greedy) == 12

    def test_what_is_not_there_counts_by_its_name(self, tmp_path: Path) -> None:
        words = (sys.executable, "-m", "no.such.module", "gone.txt", "x" * 5000)
        assert len(version(tmp_path, *words)) == 12
