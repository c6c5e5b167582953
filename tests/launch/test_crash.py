"""Local bots that die in a match, as real processes: started again, or given up at once."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch.crash_loop import MOST_CRASHES
from referee.launch.finished_match import FinishedMatch
from referee.launch.local_bot import Crash
from referee.launch.match_task import MatchTask, TaskBot
from referee.launch.orchestrator import Orchestrator
from referee.match.clock import ClockSettings, seconds
from referee.match.fault import Fault
from referee.record.reader import Record, parse
from referee.record.verify import verify
from tests.league.executor.cluster import dragon
from tests.patience import PATIENCE
from tests.server.harness import running

PATIENT = ClockSettings(decision=seconds(60), bank=seconds(600), stall=seconds(3600))
"""A clock that no match of these tests can wait for."""

AT_QUESTION = """
import os, tianming
def choose(question):
    if question.number >= {number}:
        print("no idea", flush=True)
        os._exit(7)
    return 0
tianming.run(choose)
"""
"""Dies at each question from one number on."""

ONCE_PER_LIFE = """
import os, tianming
asked = 0
def choose(question):
    global asked
    asked += 1
    if asked == 8:
        os._exit(7)
    return 0
tianming.run(choose)
"""
"""Dies at the eighth question of each of its processes, which it can answer otherwise."""

ONCE = """
import os, pathlib, tianming
scar = pathlib.Path({scar!r})
def choose(question):
    if question.number > 3 and not scar.exists():
        scar.touch()
        os._exit(7)
    return 0
tianming.run(choose)
"""
"""Dies once."""

NO_SECOND_START = """
import os, pathlib, tianming
started = pathlib.Path({scar!r})
if started.exists():
    raise SystemExit("no second start")
started.touch()
tianming.run(lambda question: os._exit(7))
"""
"""Dies at its first question, and then before it connects."""


def play(folder: Path, program: str) -> tuple[FinishedMatch, Record, list[Crash]]:
    """Play a match of that program, ann, against a random bot; verify its record."""
    (folder / "ann.py").write_text(program)
    crashes: list[Crash] = []
    task = dragon("m1")
    settings = replace(task.settings, clock=PATIENT)
    players = (
        TaskBot(BotName("ann"), f"{sys.executable} {folder / 'ann.py'}"),
        TaskBot(BotName("bob"), "random"),
    )
    played: list[FinishedMatch] = []

    async def test() -> None:
        async with Orchestrator(on_crash=crashes.append) as here:
            match = await here.play(MatchTask(settings, players, startup=PATIENCE))
            assert isinstance(match, FinishedMatch)
            played.append(match)

    running(test)
    record = parse(played[0].record or b"", "record")
    assert verify(record).outcome == played[0].outcome
    return played[0], record, crashes


def strikes(played: FinishedMatch) -> list[int]:
    """The strikes of each seat."""
    return [seat.strikes for seat in played.outcome.results]


class TestRestart:
    """A bot that makes progress is started again within its clock."""

    def test_one_that_dies_once_has_no_strike(self, tmp_path: Path) -> None:
        played, record, crashes = play(tmp_path, ONCE.format(scar=str(tmp_path / "scar")))
        assert strikes(played) == [0, 0]
        (crash,) = crashes
        assert crash.absence.reason.startswith("its process ended with code 7")
        assert (crash.is_restarted, crash.given_up) == (True, ())
        assert [absence.crash for absence in played.absences] == [crash.absence.crash]
        notes = [entry.body.note.text for entry in record.entries if entry.body.HasField("note")]
        assert f"The bot is gone: {crash.absence.reason}." in notes

    def test_one_that_dies_again_and_again_with_answers_in_between_plays_to_the_end(
        self, tmp_path: Path
    ) -> None:
        played, _, crashes = play(tmp_path, ONCE_PER_LIFE)
        assert strikes(played) == [0, 0]
        assert len(crashes) > MOST_CRASHES
        assert all(crash.is_restarted for crash in crashes)


class TestGivenUp:
    """If another start is hopeless, a bot forfeits at once, and the match continues."""

    @pytest.mark.parametrize("number", [1, 3])
    def test_one_that_dies_at_the_same_question_each_time(
        self, number: int, tmp_path: Path
    ) -> None:
        played, record, crashes = play(tmp_path, AT_QUESTION.format(number=number))
        assert strikes(played) == [3, 0]
        assert [crash.is_restarted for crash in crashes] == [True, True, False]
        assert [crash.given_up for crash in crashes] == [(), (), ("m1",)]
        assert {crash.questions for crash in crashes} == {crashes[0].questions}
        assert {crash.absence.last_words.splitlines()[-1] for crash in crashes} == {"no idea"}
        (fault,) = [entry.body.fault for entry in record.entries if entry.body.HasField("fault")]
        assert (Fault(fault.fault), fault.number, fault.forfeit) == (Fault.DISCONNECTED, 0, True)
        assert fault.at_ns < PATIENT.decision
        assert fault.reason == (
            f"The bot is given up: {crashes[-1].absence.reason}, 3 times without an answer "
            "in between."
        )

    def test_one_that_does_not_start_again(self, tmp_path: Path) -> None:
        program = NO_SECOND_START.format(scar=str(tmp_path / "scar"))
        played, record, crashes = play(tmp_path, program)
        assert strikes(played) == [3, 0]
        assert [crash.is_restarted for crash in crashes] == [True, True, False]
        assert crashes[-1].absence.last_words == "no second start"
        faults = [entry.body.fault for entry in record.entries if entry.body.HasField("fault")]
        assert [fault.reason for fault in faults] == [
            f"The bot is given up: {crashes[-1].absence.reason}, 3 times without an answer "
            "in between."
        ]
