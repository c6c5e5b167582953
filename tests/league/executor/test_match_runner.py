"""The match runner: bots that stay between their matches, as real processes."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask, TaskBot
from referee.league.executor.match_runner import MatchRunner
from referee.match.clock import ClockSettings, seconds
from referee.match.outcome import Termination
from referee.match.settings import MatchSettings
from referee.record.reader import parse, read
from referee.record.verify import verify
from referee.record.writer import RecordWriter
from referee.server.identity import hashed, new_token
from referee.server.referee import ServerSettings
from tests.league.executor.played import failed, finished
from tests.match.driver import Driver
from tests.patience import PATIENCE

CRASHING = f"{sys.executable} -m tests.zoo.faulty crashing"
SILENT = f"{sys.executable} -m tests.zoo.faulty silent"
BROKEN = f"{sys.executable} -c 'raise SystemExit(\"no such model\")'"


def task(
    match_id: str,
    commands: dict[str, str | None],
    record: Path | None = None,
    decision: float = 10,
) -> MatchTask:
    """A match of the toy game between bots with these commands."""
    return MatchTask(
        settings=MatchSettings(
            match_id=MatchId(match_id),
            game="toy",
            options={"together": "no", "broken": "no"},
            bots=tuple(map(BotName, commands)),
            seed=match_id.encode().ljust(32),
            seed_nonce=bytes(32),
            clock=ClockSettings(decision=seconds(decision), bank=seconds(0)),
        ),
        players=tuple(TaskBot(BotName(name), command) for name, command in commands.items()),
        startup=PATIENCE,
        record=record,
    )


def counting(folder: Path, name: str) -> str:
    """The command of a bot that notes each of its starts in a file."""
    program = (
        f"import tianming; open({str(folder / name)!r}, 'a').write('x'); tianming.run(lambda q: 0)"
    )
    return f'{sys.executable} -c "{program}"'


def options(played: FinishedMatch) -> set[int]:
    """What the bots of a match took, wherever they had three options."""
    assert played.record is not None
    entries = parse(played.record, "memory").entries
    three = {one.body.asked.number for one in entries if one.body.asked.option_count == 3}
    return {one.body.chosen.option for one in entries if one.body.chosen.number in three}


def begin(runner: MatchRunner, task: MatchTask) -> Future[PlayedMatch]:
    """Begin a match."""
    return runner.submit(runner.play, task)


def play(runner: MatchRunner, *tasks: MatchTask) -> list[FinishedMatch]:
    """Play some matches at once, all of which finish."""
    return [finished(playing.result()) for playing in [begin(runner, task) for task in tasks]]


def fail(runner: MatchRunner, task: MatchTask) -> FailedMatch:
    """Play a match that fails."""
    return failed(begin(runner, task).result())


@pytest.fixture
def runner() -> Iterator[MatchRunner]:
    """A match runner that is shut down in the end."""
    runner = MatchRunner()
    yield runner
    runner.shutdown()


class TestPlay:
    """Matches and their bots."""

    def test_bots_are_started_once_and_play_many_matches_at_once(
        self, runner: MatchRunner, tmp_path: Path
    ) -> None:
        bots = {name: counting(tmp_path, name) for name in ("ann", "bob", "cat")}
        tasks = [
            task(f"m{n}", dict(list(bots.items())[: 2 + n % 2]), tmp_path / f"m{n}.tianming")
            for n in range(12)
        ]
        played = play(runner, *tasks)
        assert [(tmp_path / name).read_text() for name in bots] == ["x"] * 3
        for one, done in zip(tasks, played, strict=True):
            assert done.outcome.termination is Termination.FINISHED
            assert done.absences == ()
            assert one.record is not None
            assert verify(read(one.record)).digest == done.digest

    def test_a_record_for_no_file_returns_in_memory(self, runner: MatchRunner) -> None:
        (played,) = play(runner, task("m1", {"ann": "random", "bob": "random"}))
        assert played.record is not None
        assert verify(parse(played.record, "memory")).digest == played.digest

    def test_a_bot_that_crashes_is_started_again_and_noted_with_its_last_words(
        self, runner: MatchRunner
    ) -> None:
        (played,) = play(runner, task("m1", {"ann": "random", "eve": CRASHING}, decision=2))
        (absence,) = played.absences
        assert absence.bot == "eve"
        assert absence.reason.startswith("its process ended with code 1")
        assert "this bot has lost its mind" in absence.last_words

    def test_a_bot_that_does_not_start_fails_its_match_and_no_other(
        self, runner: MatchRunner
    ) -> None:
        tasks = [
            task("m1", {"ann": "random", "eve": BROKEN}),
            task("m2", {"ann": "random", "bob": "random"}),
        ]
        broken, other = (playing.result() for playing in [begin(runner, one) for one in tasks])
        assert "the bot eve does not play: its process ended with code 1" in failed(broken).reason
        assert "no such model" in broken.absences[0].last_words
        assert isinstance(other, FinishedMatch)

    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            ("/nowhere/bot", "the bot '/nowhere/bot' does not start: there is no program"),
            ("bot 'x", 'the bot "bot \'x" is not a command line: No closing quotation'),
        ],
    )
    def test_a_bot_without_a_program_fails_its_match_and_no_other(
        self, command: str, reason: str, runner: MatchRunner
    ) -> None:
        absent = fail(runner, task("m1", {"ann": "random", "eve": command}))
        assert absent.reason.startswith(f"the bot eve does not play: {reason}")
        (absence,) = absent.absences
        assert (absence.bot, absence.reason.startswith(reason)) == ("eve", True)
        play(runner, task("m2", {"ann": "random", "bob": "random"}))

    def test_matches_that_want_the_same_bots_by_other_commands_wait_for_each_other(
        self, runner: MatchRunner
    ) -> None:
        def by(option: int, *names: str) -> dict[str, str | None]:
            program = f"import tianming; tianming.run(lambda question: {option})"
            return dict.fromkeys(names, f'{sys.executable} -c "{program}"')

        play(runner, task("m0", by(0, "ann", "bob")))
        tasks = [
            task("m1", by(0, "bob", "ann")),
            *(task(f"m{n}", by(1, "ann", "bob")) for n in (2, 3)),
        ]
        tasks += [task("m4", by(0, "bob", "ann")), task("m5", by(2, "bob", "ann"))]
        played = play(runner, *tasks)
        assert [done.absences for done in played] == [()] * 5
        assert [options(done) for done in played] == [{0}, {1}, {1}, {0}, {2}]

    def test_no_clock_runs_while_a_runner_ends_its_bots(self, tmp_path: Path) -> None:
        record = tmp_path / "m1.tianming"
        program = (
            "import signal, time, tianming; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
            "tianming.run(lambda question: time.sleep(60))"
        )
        deaf = f'{sys.executable} -c "{program}"'
        runner = MatchRunner()
        playing = begin(runner, task("m1", {"ann": deaf, "bob": deaf}, record, decision=60))
        part = tmp_path / "m1.tianming.part"
        while not (part.exists() and b"bob" in part.read_bytes()):
            assert not playing.done()
        runner.shutdown()
        assert {
            entry.body.WhichOneof("kind") for entry in parse(part.read_bytes(), "").entries
        } <= {
            "header",
            "drawn",
            "chosen",
            "asked",
        }

    def test_a_bot_whose_program_is_gone_plays_on_for_as_long_as_it_runs(
        self, runner: MatchRunner, tmp_path: Path
    ) -> None:
        program = tmp_path / "eve"
        program.write_text(f"#!/bin/sh\nexec {counting(tmp_path, 'starts')}\n")
        program.chmod(0o755)
        bots: dict[str, str | None] = {"ann": "random", "eve": str(program)}
        assert play(runner, task("m1", bots))[0].absences == ()
        program.unlink()
        assert play(runner, task("m2", bots))[0].absences == ()
        assert (tmp_path / "starts").read_text() == "x"

    def test_a_bot_that_is_listed_with_another_command_is_that_one(
        self, runner: MatchRunner, tmp_path: Path
    ) -> None:
        for number, name in enumerate(("one", "two")):
            play(runner, task(f"m{number}", {"ann": counting(tmp_path, name), "bob": "random"}))
        assert [(tmp_path / name).read_text() for name in ("one", "two")] == ["x", "x"]

    @pytest.mark.parametrize("is_cut_off", [False, True])
    def test_a_match_that_cannot_be_set_up_leaves_its_file_to_the_next_attempt(
        self,
        is_cut_off: bool,
        runner: MatchRunner,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        begun, record = Driver(seats=2), tmp_path / "m1.tianming"
        begun.start()
        begun.writer.flush()
        part = record.with_name("m1.tianming.part")
        if is_cut_off:
            part.write_bytes(begun.file.data)
        one = task("m1", dict.fromkeys(begun.settings.bots, "random"), record)
        one = replace(one, settings=begun.settings, resume=is_cut_off)

        def broken(*_: object) -> None:
            raise ZeroDivisionError("a bug in the set-up")

        with monkeypatch.context() as rules:
            rules.setattr(RecordWriter, "write" if is_cut_off else "header", broken)
            with pytest.raises(ZeroDivisionError):
                play(runner, one)
        assert part.exists() is is_cut_off
        play(runner, one)
        assert record.exists()

    def test_closing_it_ends_what_is_played_and_every_bot(self, tmp_path: Path) -> None:
        runner = MatchRunner()
        record = tmp_path / "m1.tianming"
        waiting = task("m1", {"ann": counting(tmp_path, "ann"), "eve": SILENT}, record)
        playing = begin(runner, waiting)
        while not record.with_name("m1.tianming.part").exists():
            assert not playing.done()
        runner.shutdown()
        with pytest.raises(CancelledError):
            playing.result()
        assert not record.exists()

    def test_nobody_waits_on_for_the_bots_of_a_match_that_is_called_off(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        started = tmp_path / "started"
        program = f"import time; open({str(started)!r}, 'w'); time.sleep(60)"
        late = task("m1", {"ann": f'{sys.executable} -c "{program}"', "eve": "random"})
        runner = MatchRunner()
        playing = begin(runner, late)
        while not started.exists():
            assert not playing.done()
        runner.shutdown()
        with pytest.raises(CancelledError):
            playing.result()
        del runner, playing
        gc.collect()
        assert "was destroyed" not in caplog.text

    def test_bots_of_the_network_play_with_local_ones(self, tmp_path: Path) -> None:
        runner = MatchRunner(ServerSettings("127.0.0.1:0"))
        token = new_token()
        one = task("m1", {"ann": "random", "eve": None}, tmp_path / "m1.tianming")
        runner.admit({BotName("eve"): hashed(token)})
        program = f"import tianming; tianming.run(lambda q: 0, {runner.address!r}, {token!r})"
        with subprocess.Popen([sys.executable, "-c", program]) as bot:
            (played,) = play(runner, one)
            runner.shutdown()
            bot.terminate()
        assert played.outcome.termination is Termination.FINISHED

    def test_a_bot_that_does_not_play_the_game_fails_its_match_and_no_other(
        self, runner: MatchRunner
    ) -> None:
        program = "import tianming; tianming.run(lambda q: 0, games=['dragon'])"
        picky = f'{sys.executable} -c "{program}"'
        declined = fail(runner, task("m1", {"ann": "random", "eve": picky}))
        assert declined.reason == (
            "the bot eve does not play: its Hello does not name toy with version 1 of the rules."
        )
        assert [absence.bot for absence in declined.absences] == ["eve"]
        assert "eve" in declined.connected
        play(runner, task("m2", {"ann": "random", "bob": "random"}))

    def test_a_bot_of_the_network_that_does_not_come_fails_the_match(self) -> None:
        runner = MatchRunner(ServerSettings("127.0.0.1:0"))
        one = task("m1", {"ann": None, "eve": None})
        missing = fail(runner, replace(one, startup=0.5))
        runner.shutdown()
        assert missing.connected == ()
        assert missing.reason == "the bot ann does not play: it did not connect within 0.5 s."
