"""The name of a local bot is that of its program, or the one that its author gives it."""

import shlex
from pathlib import Path

import pytest

from referee.error import UnavailableError, UsageError
from referee.launch.command import bots, command_of
from referee.launch.naming import name_of, notices
from referee.launch.sentence import LaunchSentence
from referee.server.identity import check_bot_name
from referee.server.sentence import ServerSentence
from tests.cli.shell import referee
from tests.errors import raises


class TestName:
    """What a command line is called: its program or its script, never the value of an option."""

    @pytest.mark.parametrize(
        ("line", "name"),
        [
            ("./mcts --level 0.5", "mcts"),
            ("./mcts --net nets/v2.1.bin 1.0", "mcts"),
            ("./mcts -m model.bin", "mcts"),
            ("engine.bin --depth 3", "engine.bin"),
            ("./bot.sh 1.5", "bot"),
            ("python bot.py --weights w.py", "bot"),
            ("python3.11 -u -X dev lib/bot.v2.py", "bot.v2"),
            ("python -m league.bots.ada --level 0.5", "ada"),
            ("python bot.py -m x.y", "bot"),
            ("python3 pkg", "pkg"),
            ("python -c 'import x.y'", "python"),
            ("python EngineX 123/best.py", "EngineX"),
            ("node --max-old-space-size 4096 dist/bot.js", "bot"),
            ("java -Xmx1g -jar target/bot.jar", "bot"),
            ("Rscript bot.R", "bot"),
            ("env PYTHONPATH=lib python3 bot.py", "bot"),
            ("nice -n 5 ./mcts --book x.py", "mcts"),
            ("uv run --with numpy bot.py", "bot"),
            ("sh -c 'exec ./mcts --level 0.5'", "mcts"),
            ("referee bridge -- lua bot.lua", "bot"),
            ("referee bridge -- ./mcts --level 0.5", "mcts"),
            ("./zoë.py", "zoe"),
            ("python zoé.py", "zoe"),
            ("./Straße", "Strasse"),
            ("python 天.py", "u5929"),
            ("./...", "bot"),
            (f"./{'x' * 60}", "x" * 32),
        ],
    )
    def test_it_is_that_of_the_program(self, line: str, name: str) -> None:
        found = name_of(shlex.split(line))
        assert found == name
        assert check_bot_name(found) == found

    def test_a_given_name_is_taken(self) -> None:
        words = ["Ada=greedy", "greedy", "bob=http://127.0.0.1:9", "c.1=random --level=0.5"]
        assert [bot.name for bot in bots(words[:3])] == ["Ada", "greedy", "bob"]
        assert command_of(words[3].replace("random", "sh")).name == "c.1"

    def test_another_bot_is_numbered_around_it(self) -> None:
        assert [bot.name for bot in bots(["random", "random-1=greedy", "random"])] == [
            "random-2",
            "random-1",
            "random-3",
        ]
        assert [bot.name for bot in bots(["random=greedy", "random"])] == ["random", "random-1"]

    def test_two_bots_cannot_be_given_one_name(self) -> None:
        with raises(UsageError, LaunchSentence.NAME_TWICE, name="a"):
            bots(["a=random", "b=random", "a=greedy"])

    @pytest.mark.parametrize("name", ["zoë", "x" * 41, "a:b", ".a"])
    def test_a_name_that_no_bot_may_have_is_refused(self, name: str) -> None:
        with raises(UsageError, ServerSentence.NO_BOT_NAME, name=name):
            bots([f"{name}=random"])

    @pytest.mark.parametrize("word", ["SEED=1 sh bot.sh", "PYTHONPATH=lib python bot.py"])
    def test_a_variable_before_a_program_is_no_name(self, word: str) -> None:
        with raises(UsageError, LaunchSentence.VARIABLE_FIRST, line=f"env {word}"):
            bots([word])
        with raises(UsageError, LaunchSentence.VARIABLE_FIRST, line=f"env {word}"):
            command_of(word)

    def test_a_name_without_a_command_is_refused(self) -> None:
        with raises(UsageError, LaunchSentence.EMPTY_COMMAND):
            bots(["ada="])

    @pytest.mark.parametrize("line", ["./no --level=0.5", "--level=3", "no such=x", "./a=b"])
    def test_an_option_is_no_name(self, line: str) -> None:
        with pytest.raises(UnavailableError):
            bots([line])


class TestNotice:
    """What may be meant in another way is said."""

    def test_a_path_with_a_space_without_quotes(self, tmp_path: Path) -> None:
        (tmp_path / "EngineX 123").mkdir()
        (tmp_path / "EngineX 123" / "best.py").touch()
        (said,) = notices("python3 -u EngineX 123/best.py --fast", tmp_path)
        assert said == LaunchSentence.SPLIT_PATH.value.format(
            bot="python3 -u EngineX 123/best.py --fast",
            path="EngineX 123/best.py",
            line="python3 -u 'EngineX 123/best.py' --fast",
        )
        assert not list(notices("python3 'EngineX 123/best.py'", tmp_path))

    def test_a_name_made_of_other_letters(self, tmp_path: Path) -> None:
        (said,) = notices("python 天.py", tmp_path)
        assert "is named u5929" in said
        assert not list(notices("sky=python 天.py", tmp_path))
        assert not list(notices("python sky.py --to 天", tmp_path))

    @pytest.mark.parametrize("command", ["play", "compare", "rehearse", "check-bot"])
    def test_every_command_that_takes_a_bot_says_it(self, command: str, tmp_path: Path) -> None:
        (tmp_path / "天").write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "天").chmod(0o755)
        played = tmp_path / "m.tianming"
        if command == "rehearse":
            referee("play", "dragon", "random", "random", "--record", played)
        words = {
            "play": ("dragon", "random", "./天"),
            "compare": ("random", "./天", "--game", "dragon", "--matches", "2"),
            "rehearse": (played, "--", "./天"),
            "check-bot": ("--", "./天"),
        }
        done = referee(command, *words[command], cwd=tmp_path)
        assert "the bot './天' is named u5929, because names have only" in done.stderr


def test_the_table_and_the_record_have_the_given_names(tmp_path: Path) -> None:
    record = tmp_path / "m.tianming"
    done = referee("play", "dragon", "Ada=greedy", "Bob=random", "--record", record, "--seed", "7")
    assert "Ada won." in done.stdout
    assert "Ada won." in referee("verify", record).stdout
