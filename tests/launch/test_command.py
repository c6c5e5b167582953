"""What starts a bot, and the name it gets."""

import sys
from pathlib import Path

import pytest

from referee.error import UnavailableError
from referee.launch.command import commands
from referee.launch.sentence import LaunchSentence
from referee.server.identity import check_bot_name
from tests.errors import raises


class TestNames:
    """Every bot has a name of its own, and one it may have."""

    @pytest.mark.parametrize(
        "bots",
        [
            ["random", "random"],
            ["random", "random", f"{sys.executable} random-1.py"],
            [f"{sys.executable} random-2.py", "random", "random"],
            [f"{sys.executable} a-1.py", f"{sys.executable} a.py", f"{sys.executable} a.py"],
        ],
    )
    def test_no_two_bots_have_one_name(self, bots: list[str]) -> None:
        names = [command.name for command in commands(bots)]
        assert len(set(names)) == len(bots)

    @pytest.mark.parametrize("end", ["-", "_", "."])
    def test_a_long_name_is_cut_to_one_a_bot_may_have(self, end: str) -> None:
        script = "x" * 31 + end + "y" * 20 + ".py"
        for command in commands([f"{sys.executable} {script}"] * 2):
            assert check_bot_name(command.name)


class TestInstalled:
    def test_an_installed_bot_takes_options_and_keeps_its_name(self) -> None:
        first, second = commands(["search --time 5ms", "search --time 50ms"])
        assert (first.name, second.name) == ("search-1", "search-2")
        assert first.arguments[-3:] == ("tianming_bots.search", "--time", "5ms")


class TestNoProgram:
    """Why a word is no program, and what to give in its place."""

    @pytest.mark.parametrize(
        ("bot", "sentence", "fields"),
        [
            (
                "first_bot.py",
                LaunchSentence.SCRIPT_NOT_EXECUTABLE,
                {"program": "first_bot.py", "line": "python first_bot.py"},
            ),
            (
                "./first_bot.py -v",
                LaunchSentence.SCRIPT_NOT_EXECUTABLE,
                {"line": "python ./first_bot.py -v"},
            ),
            ("notes", LaunchSentence.FILE_NOT_EXECUTABLE, {"program": "notes"}),
            ("ready.sh -v", LaunchSentence.PROGRAM_NOT_ON_PATH, {"line": "./ready.sh -v"}),
            ("./folder", LaunchSentence.PROGRAM_IS_FOLDER, {"program": "./folder"}),
            ("./gone.py", LaunchSentence.NO_PROGRAM, {"program": "./gone.py"}),
            ("gredy", LaunchSentence.NO_PROGRAM, {"hint": "did you mean greedy?"}),
            ("no-such -v", LaunchSentence.NO_PROGRAM, {"hint": "is it on the PATH?"}),
        ],
    )
    def test_a_file_or_a_folder_is_not_called_missing(
        self,
        bot: str,
        sentence: LaunchSentence,
        fields: dict[str, object],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in ("first_bot.py", "notes", "ready.sh"):
            Path(name).touch()
        Path("ready.sh").chmod(0o755)
        Path("folder").mkdir()
        with raises(UnavailableError, sentence, **fields):
            commands([bot])


class TestFolder:
    """What a command line names without a path from the root is in the folder it is run in."""

    def test_a_program_is_looked_for_there(self, tmp_path: Path) -> None:
        program = tmp_path / "bot"
        program.touch(0o755)
        (command,) = commands(["./bot -v"], tmp_path)
        assert (command.arguments, command.folder) == (("./bot", "-v"), tmp_path)
        with raises(UnavailableError, LaunchSentence.NO_PROGRAM, program="./bot"):
            commands(["./bot -v"])

    def test_without_a_folder_it_is_looked_for_here(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "bot").touch(0o755)
        monkeypatch.chdir(tmp_path)
        (command,) = commands(["./bot"])
        assert command.arguments == ("./bot",)

    def test_suggestions_are_relative_to_the_folder_too(self, tmp_path: Path) -> None:
        (tmp_path / "bot.py").touch()
        with raises(UnavailableError, LaunchSentence.SCRIPT_NOT_EXECUTABLE, line="python bot.py"):
            commands(["bot.py"], tmp_path)

    def test_all_bots_have_it_whatever_they_are_called(self, tmp_path: Path) -> None:
        found = commands(["random", "random", "python bot.py"], tmp_path)
        assert [one.folder for one in found] == [tmp_path] * 3
