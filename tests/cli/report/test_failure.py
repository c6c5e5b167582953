"""The report on a bot that failed: cause, last question, last output, and how to see it again."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

from referee.cli.command import command
from referee.cli.option.match_options import MatchOptions, clock_of, with_match_options
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

PATIENT = ("--decision", "60", "--stall", "500", "--seed", "4")

SORE = """
import atexit, time, tianming

class Bot:
    def choose(self, question):
        return 0

    def end(self, result):
        atexit.register(lambda: (time.sleep(0.2), print("gone")))
        raise KeyError("lost")

tianming.run(Bot())
"""
"""Fails when the match is over, and takes a while to end over it."""

CHATTY = """
import tianming

class Bot:
    def choose(self, question):
        return 0

    def end(self, result):
        print("well played")

tianming.run(Bot())
"""
"""Has a word for the end of the match."""


def zoo(name: str) -> str:
    """A bot of the zoo."""
    return f"{sys.executable} -m tests.zoo.faulty {name}"


class TestReport:
    """What `referee play` says at the end."""

    def test_a_crash_has_cause_question_output_and_a_command(self, tmp_path: Path) -> None:
        record = tmp_path / "match.tianming"
        words = ("play", "dragon", zoo("crashing"), "random", *PATIENT, "--record", record)
        done = referee(*words, "--no-output")
        assert done.returncode == 1
        at_once, _, report = done.stderr.partition("faulty (seat 0): ")
        notices = [line for line in at_once.splitlines() if line.startswith("faulty: ")]
        assert [line.rpartition("; ")[2] for line in notices] == [
            "it is started again.",
            "it is started again.",
            "it is given up, and forfeits its seat.",
        ]
        assert all("its process ended with code 1" in line for line in notices)
        assert at_once.count("    RuntimeError: this bot has lost its mind") == 1
        assert at_once.count("  Output as before.") == len(notices) - 1
        lines = report.splitlines()
        assert lines[0].startswith(
            "3 strikes, and a substitute player finished; its process ended with code 1"
        )
        assert lines[1].startswith("  The bot is given up: its process ended with code 1")
        assert lines[2].startswith("  Missed question ")
        (question,) = {notice.partition("at question ")[2].split(";")[0] for notice in notices}
        assert lines[2].split()[2] == question
        assert lines[3] == "  Output as before."
        rehearse, play = (line for line in lines if line.startswith("  To reproduce: "))
        assert " -- " in rehearse
        assert "--seed 4" in play

    def test_the_command_shows_the_failure_again(self, tmp_path: Path) -> None:
        record = tmp_path / "match.tianming"
        words = ("play", "dragon", zoo("crashing"), "random", *PATIENT, "--startup", "30")
        done = referee(*words, "--json", "--record", record)
        assert "--record FILE" not in done.stderr
        (failure,) = json.loads(done.stdout)["failures"]
        assert failure["exit_code"] == 1
        assert failure["question"]["number"] > 2
        (fault,) = failure["faults"]
        assert fault["question"] == 0
        assert fault["reason"].startswith("The bot is given up: its process ended with code 1")
        why = "RuntimeError: this bot has lost its mind"
        error = [why, f"the bot failed in choose: {why}"]
        assert failure["printed"][-2:] == error
        rehearse, play = map(shlex.split, failure["again"])
        assert "--startup 30 -- " in failure["again"][0]
        again = referee(*rehearse[1:])
        assert again.returncode == 1
        asked = f"at question {failure['question']['number']} its process ended with code 1"
        assert asked in again.stderr
        assert play[1:] == list(words)

    def test_a_bot_that_lives_is_reported_by_its_fault(self) -> None:
        done = referee("play", "dragon", zoo("out-of-range"), "random", *PATIENT, "--json")
        (failure,) = json.loads(done.stdout)["failures"]
        assert "is not on offer" in failure["cause"]
        assert failure["exit_code"] is None
        assert failure["bot"] in done.stderr

    def test_each_fault_is_said_once_and_what_a_record_would_be_good_for(self) -> None:
        done = referee("play", "dragon", zoo("out-of-range"), "random", *PATIENT)
        lines = done.stderr.splitlines()
        assert lines[0] == "faulty (seat 0): 3 strikes, and a substitute player finished."
        report, _, _ = done.stderr.partition("  Last output:")
        assert report.count("is not on offer") == 3
        assert lines[-1] == (
            "With --record FILE, `referee rehearse` can ask a bot the same questions again."
        )

    def test_a_crash_after_the_end_is_reported_and_is_no_fault(self, tmp_path: Path) -> None:
        bot = tmp_path / "sore.py"
        bot.write_text(SORE)
        folder, record = tmp_path / "printed", tmp_path / "match.tianming"
        words = ("play", "dragon", f"{sys.executable} {bot}", "random", *PATIENT, "--json")
        done = referee(*words, "--stderr", folder, "--record", record)
        assert done.returncode == 0, done.stderr
        (failure,) = json.loads(done.stdout)["failures"]
        assert (failure["strikes"], failure["faults"], failure["question"]) == (0, [], None)
        assert failure["exit_code"] == 1
        assert "KeyError: 'lost'" in failure["printed"]
        assert failure["printed"][-1] == "gone"
        (play,) = failure["again"]
        assert play.startswith("referee play dragon ")
        assert done.stderr.startswith("sore (seat 0): 0 strikes; its process ended with code 1")
        assert (folder / "sore.txt").read_text().endswith("KeyError: 'lost'\ngone\n")

    def test_a_match_without_faults_has_no_report(self) -> None:
        done = referee("play", "dragon", "random", "random", "--json")
        assert json.loads(done.stdout)["failures"] == []
        assert done.stderr == ""


class TestOutput:
    """What bots print can be kept."""

    def test_each_bot_has_a_file(self, tmp_path: Path) -> None:
        loud = tmp_path / "loud.py"
        loud.write_text("import tianming\nprint(42)\ntianming.run(lambda question: 0)\n")
        folder = tmp_path / "printed"
        bots = (f"{sys.executable} {loud}", "random")
        done = referee("play", "dragon", *bots, "--stderr", folder)
        assert done.returncode == 0, done.stderr
        printed = {path.name: path.read_text().splitlines() for path in folder.iterdir()}
        assert printed.keys() == {"loud.txt", "random.txt"}
        number, connected = printed["loud.txt"]
        assert number == "42"
        assert re.fullmatch("tianming: connected to unix:.* as loud, games: all", connected)

    def test_what_is_printed_at_the_end_of_the_match_is_kept(self, tmp_path: Path) -> None:
        bot = tmp_path / "chatty.py"
        bot.write_text(CHATTY)
        folder = tmp_path / "printed"
        done = referee("play", "dragon", f"{sys.executable} {bot}", "random", "--stderr", folder)
        assert done.returncode == 0, done.stderr
        assert (folder / "chatty.txt").read_text().endswith("games: all\nwell played\n")

    def test_the_output_of_a_bot_that_does_not_play_is_kept(self, tmp_path: Path) -> None:
        bot = tmp_path / "wrong.py"
        bot.write_text("print('here')\nraise SystemExit('wrong')\n")
        folder = tmp_path / "printed"
        done = referee("play", "dragon", f"{sys.executable} {bot}", "random", "--stderr", folder)
        assert done.returncode == 69
        assert (folder / "wrong.txt").read_text() == "here\nwrong\n"

    def test_what_was_printed_in_a_match_that_is_interrupted_is_shown_and_kept(
        self, tmp_path: Path
    ) -> None:
        bot, asked = tmp_path / "thinker.py", tmp_path / "asked"
        bot.write_text(
            "import pathlib, time, tianming\n"
            f"def choose(_):\n    print('hm')\n    pathlib.Path({str(asked)!r}).touch()\n"
            "    time.sleep(60)\n"
            "tianming.run(choose)\n"
        )
        folder, record = tmp_path / "printed", tmp_path / "m.tianming"
        words = ("play", "dragon", f"{sys.executable} {bot}", "random", "--seed", "7")
        kept = ("--stderr", str(folder), "--record", str(record))
        with PreloadedPopen(
            [sys.executable, "-m", "referee.cli.main", *words, *kept],
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not asked.exists():
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "thinker:\n  Last output:\n" in said
        assert "    hm\n" in said
        assert f"{record}.part: the same command with --resume continues the match." in said
        bot.write_text("import tianming\ntianming.run(lambda question: 0)\n")
        assert referee(*words, "--record", record, "--resume").returncode == 0
        assert (folder / "thinker.txt").read_text().endswith("games: all\nhm\n")

    def test_a_folder_that_cannot_be_made_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "taken").touch()
        done = referee("play", "dragon", "random", "random", "--stderr", tmp_path / "taken")
        assert done.returncode == 74
        assert (
            "taken cannot be made: there is a file of that name; name another folder."
            in done.stderr
        )


def match_options_of(*flags: str) -> MatchOptions:
    """The terms of a match that some flags say."""
    found = []

    @command("flags", examples=())
    @with_match_options
    def flagged(match_options: MatchOptions) -> int:
        found.append(match_options)
        return 0

    assert flagged.main(flags, standalone_mode=False) == 0
    return found[0]


class TestMatchOptions:
    """A command that is shown is for the same match."""

    def test_every_flag_is_said_and_times_to_the_last_digit(self) -> None:
        given = match_options_of(
            *("--stall", "0", "--bank", "12345.678", "--grace", "1e-07", "--decision", "2.0"),
            *("--strikes", "5", "--option", "edition=2007", "--option", "a=b"),
        )
        shown = given.words()
        assert shown == [
            *("--option", "edition=2007", "--option", "a=b"),
            "--decision",
            "2",
            "--bank",
            "12345.678",
            "--grace",
            "1e-07",
            "--stall",
            "0",
            *("--strikes", "5"),
        ]
        assert clock_of(match_options_of(*shown)) == clock_of(given)
