"""`referee compare`: many matches between bots, as real processes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

DYING = """
import tianming
def choose(question):
    if question.number > 5:
        raise RuntimeError("no idea")
    return 0
tianming.run(choose)
"""


class TestCompare:
    """What is played and said."""

    def test_a_result_has_score_elo_interval_and_superiority(self, tmp_path: Path) -> None:
        played = ("greedy", "random", "--matches", "20", "--seed", "7", "--stall", "500")
        words = ("compare", *played, "--json")
        done = referee(*words, "--records", tmp_path / "season")
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert (result["matches"], result["sets"], result["complete"]) == (20, 10, True)
        (duel,) = result["duels"]
        assert (duel["bot"], duel["other"]) == ("greedy", "random")
        assert duel["wins"] + duel["draws"] + duel["losses"] == 20
        assert duel["elo_low"] < duel["elo"] <= duel["elo_high"]
        assert duel["los"] > 0.95
        assert result["sprt"] is None
        records = sorted((tmp_path / "season").glob("*.tianming"))
        assert len(records) == 20
        assert referee("verify", *records).returncode == 0
        again = referee(*words, "--records", tmp_path / "season")
        assert again.returncode == 0, again.stderr
        assert json.loads(again.stdout)["duels"] == result["duels"]
        other = referee(*words, "--records", tmp_path / "season", "--seed", "8")
        assert other.returncode == 74
        assert "its seed is 7, not 8; name another folder" in other.stderr

    def test_lost_matches_are_offered_for_replay(self, tmp_path: Path) -> None:
        words = ("compare", "random", "greedy", "--matches", "2", "--seed", "7")
        done = referee(*words, "--records", tmp_path)
        lost = done.stdout.partition("Lost by random, for a replay:\n")[2].splitlines()
        assert len(lost) == 2
        for line in lost:
            _, command, path = line.split()
            assert referee(command, path, "--all").returncode == 0
        assert "With --records FOLDER, `referee replay` can show" in referee(*words).stdout

    def test_a_test_ends_the_comparison_as_soon_as_it_has_decided(self) -> None:
        words = ("--sprt", "--elo1", "300", "--seed", "3", "--at-once", "4")
        done = referee("compare", "greedy", "random", *words)
        assert done.returncode == 0, done.stderr
        assert "greedy is better than random: it scores " in done.stdout
        assert "for 0 against 300 Elo with alpha 0.05 and beta 0.05." in done.stdout

    def test_every_two_of_three_bots_are_compared(self) -> None:
        done = referee("compare", "greedy", "random", "random", "--matches", "6", "--seed", "7")
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert [line.split()[:3] for line in lines[1:4]] == [
            ["greedy", "random-1", "6"],
            ["greedy", "random-2", "6"],
            ["random-1", "random-2", "6"],
        ]
        assert "A dash: too few complete sets of rotated seats for an interval." in lines
        assert any(line.startswith("6 matches in 2 sets, ") for line in lines)
        assert done.stderr == ""

    def test_a_bot_that_dies_is_shown_at_once_with_what_it_printed(self, tmp_path: Path) -> None:
        (tmp_path / "die.py").write_text(DYING)
        bot = f"{sys.executable} {tmp_path / 'die.py'}"
        done = referee("compare", bot, "random", "--matches", "2", "--seed", "7", "--json")
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("die crashed: its process ended with code 1")
        assert "RuntimeError: no idea" in done.stderr
        assert "referee rehearse" not in done.stderr
        totals = {row["bot"]: row["forfeits"] for row in json.loads(done.stdout)["table"]}
        assert totals == {"die": 2, "random": 0}

    def test_a_bot_that_never_plays_leaves_no_result(self) -> None:
        broken = f"{sys.executable} -c 'raise SystemExit(\"no such model\")'"
        done = referee("compare", broken, "random", "--matches", "20")
        assert done.returncode == 69
        assert "no such model" in done.stderr
        assert "no match has a result: " in done.stderr

    def test_ctrl_c_keeps_the_records_and_the_same_command_continues(self, tmp_path: Path) -> None:
        records = tmp_path / "season"
        words = ("compare", "greedy", "random", "--matches", "6", "--at-once", "1")
        bot = tmp_path / "asked.py"
        bot.write_text(
            "import pathlib, tianming\n"
            "matches = set()\n"
            "def choose(question):\n"
            "    matches.add(question.match_id)\n"
            f"    if len(matches) == 3: pathlib.Path({str(tmp_path / 'third')!r}).touch()\n"
            "    return 0\n"
            "tianming.run(choose)\n"
        )
        command = [sys.executable, "-m", "referee.cli.main", *words, f"{sys.executable} {bot}"]
        with PreloadedPopen(
            [*command, "--records", str(records), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not (tmp_path / "third").exists():
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        result = json.loads(said)
        assert not result["complete"]
        assert result["matches"] == len(list(records.glob("*.tianming"))) == 2
        assert list(records.glob("*.tianming.part"))
        done = referee(*words, f"{sys.executable} {bot}", "--records", records, "--json")
        assert done.returncode == 0, done.stderr
        after = json.loads(done.stdout)
        assert (after["matches"], after["seed"]) == (6, result["seed"])
        assert len(list(records.glob("*.tianming"))) == 6


class TestMistakes:
    """What a mistake is told."""

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("dragon", "random", "random"), "'dragon' is a game, not a bot"),
            (("random",), "a comparison needs two bots or more, but you named 1"),
            (("random", "random", "--elo1", "3"), "add --sprt"),
            (("random", "random", "--sprt", "--elo1", "6500"), "--elo1"),
            (("random", "random", "--sprt", "--elo0", "nan"), "--elo0"),
            (("random", "random", "--sprt", "--alpha", "nan"), "--alpha"),
            (("random", "random", "--sprt", "--beta", "0.5"), "--beta"),
            (("random", "random", "--game", "chess"), "chess"),
            (("random", "random", "--matches", "0"), "--matches"),
            (("random", "random", "--seats", "9"), "9"),
        ],
    )
    def test_it_is_named(self, words: tuple[str, ...], said: str) -> None:
        done = referee("compare", *words)
        assert done.returncode == 2
        assert said in done.stderr
