"""The version of a bot's program: it changes with the program, and with nothing else."""

import os
import sys
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch import program_version as program_versions
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

    def test_a_program_on_the_path_counts(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        program = tmp_path / "mybot"
        versions = set()
        for text in ("#!/bin/sh\n", "#!/bin/sh\n:\n"):
            program.write_text(text)
            program.chmod(0o755)
            for words in (("mybot",), ("nice", "-n", "5", "mybot", "--fast")):
                versions.add(version(tmp_path, *words))
        assert len(versions) == 4

    @pytest.mark.parametrize(
        "words", [("python", "pkg"), ("python", "-m", "pkg"), ("python", "-u", "-m", "pkg")]
    )
    @pytest.mark.parametrize("file", ["__main__.py", "policy.py", "deep/er/book.bin"])
    def test_every_file_of_a_package_counts(
        self, words: tuple[str, ...], file: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "pkg" / file
        path.parent.mkdir(parents=True)
        (tmp_path / "pkg" / "__main__.py").write_text("pass")
        path.write_text("one")
        first = version(tmp_path, *words)
        assert version(tmp_path, *words) == first
        path.write_text("two")
        second = version(tmp_path, *words)
        path.rename(path.with_name("moved.py"))
        assert len({first, second, version(tmp_path, *words)}) == 3

    def test_what_a_package_leaves_behind_does_not_count(self, tmp_path: Path) -> None:
        (tmp_path / "pkg" / "__pycache__").mkdir(parents=True)
        (tmp_path / "pkg" / ".git").mkdir()
        (tmp_path / "pkg" / "__main__.py").write_text("pass")
        first = version(tmp_path, "python", "pkg")
        (tmp_path / "pkg" / "__pycache__" / "x.pyc").touch()
        (tmp_path / "pkg" / ".git" / "index").touch()
        assert version(tmp_path, "python", "pkg") == first

    def test_the_folder_of_the_league_is_no_package(self, tmp_path: Path) -> None:
        (tmp_path / "__main__.py").write_text("pass")
        versions = {version(tmp_path, "python", word) for word in (".",) * 2}
        (tmp_path / "record.tianming").touch()
        versions.add(version(tmp_path, "python", "."))
        assert len(versions) == 1

    def test_a_zip_application_counts(self, tmp_path: Path) -> None:
        (tmp_path / "bot.pyz").write_bytes(b"PK one")
        first = version(tmp_path, "python", "bot.pyz")
        (tmp_path / "bot.pyz").write_bytes(b"PK two")
        assert version(tmp_path, "python", "bot.pyz") != first

    def test_files_beyond_the_bound_count_by_their_size(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(program_versions, "_MOST_BYTES", 10)
        weights = tmp_path / "weights"
        weights.write_bytes(b"x" * 11)
        first = version(tmp_path, "./bot", "weights")
        weights.write_bytes(b"y" * 11)
        assert version(tmp_path, "./bot", "weights") == first
        weights.write_bytes(b"y" * 12)
        assert version(tmp_path, "./bot", "weights") != first

    def test_no_more_files_of_packages_than_the_bound_are_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(program_versions, "_MOST_FILES", 3)
        (tmp_path / "pkg").mkdir()
        (tmp_path / "pkg" / "__main__.py").touch()
        for number in range(5):
            (tmp_path / "pkg" / str(number)).write_text("one")
        first = version(tmp_path, "python", "pkg")
        (tmp_path / "pkg" / "4").write_text("two")
        assert version(tmp_path, "python", "pkg") == first
        (tmp_path / "pkg" / "0").write_text("two")
        assert version(tmp_path, "python", "pkg") != first

    def test_a_file_without_an_end_is_not_read(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "pkg").mkdir()
        (tmp_path / "pkg" / "__main__.py").touch()
        os.mkfifo(tmp_path / "pkg" / "pipe")
        (tmp_path / "loop").symlink_to("loop")
        assert version(tmp_path, "./bot", "pipe", "/dev/zero", "/proc/kmsg", "loop", "pkg")

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

    def test_a_missing_file_counts_by_its_name(self, tmp_path: Path) -> None:
        words = (sys.executable, "-m", "no.such.module", "gone.txt", "x" * 5000)
        assert len(version(tmp_path, *words)) == 12
