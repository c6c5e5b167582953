"""`referee submit`: from a folder to a version, with the refusal as the exit code."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from referee.entry.entry_event import (
    SubmissionAccepted,
    SubmissionBuilt,
    SubmissionRefused,
    SubmissionsFrozen,
)
from tests.cli.author.authors import bot_folder, document, joined
from tests.cli.shell import Done, referee, refused
from tests.entry_client.door_process import HOSTILE
from tests.entry_client.served_door import ServedDoor
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen


def taken(door: ServedDoor, bot: str, count: int = 1) -> int:
    """Wait until a bot has so many submissions; return the number of the last one."""
    event = threading.Event()
    while True:
        door.store.refresh()
        found = [one.taken for one in door.store.book.submissions.values() if one.taken.bot == bot]
        if len(found) == count:
            return found[-1].number
        event.wait(0.02)


def submitted(door: ServedDoor, source: Path, *words: str, accept: bool = True) -> Done:
    """Submit a folder, while a worker accepts it or refuses it."""

    def work() -> None:
        number = taken(door, source.name)
        why = f"the build failed.\n{HOSTILE}\nlast line"
        door.record(
            SubmissionAccepted(number, f"d{number}", "v" * 64, 9)
            if accept
            else SubmissionRefused(number, why, 9)
        )

    worker = threading.Thread(target=work)
    worker.start()
    done = referee("submit", source, *words)
    worker.join()
    return done


class TestResult:
    """The result is the last line and the exit code."""

    def test_an_accepted_submission_is_success(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Accepted")
        done = submitted(door, bot_folder(tmp_path, "accepted"))
        assert done.returncode == 0, done.stderr
        assert "is accepted" in done.stdout.splitlines()[-1]
        assert "submission" in done.stderr.splitlines()[0]
        (entry,) = document("mine")["entries"]
        assert entry["bot"] == "accepted"

    def test_a_refusal_is_1_with_the_reason_of_the_season(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Refused")
        done = submitted(door, bot_folder(tmp_path, "refused"), accept=False)
        assert done.returncode == 1
        assert "is refused: the build failed." in done.stdout
        assert done.stdout.splitlines()[-1] == "last line"
        assert "\x1b" not in done.stdout + done.stderr
        assert "is refused" in referee("mine").stdout

    def test_every_step_is_a_line_for_programs(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Lines")
        done = submitted(door, bot_folder(tmp_path, "lines"), "--json")
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        assert steps[0]["submission"]["state"] == "queued"
        assert steps[-1]["submission"]["state"] == "accepted"
        assert {frozenset(step) for step in steps} == {frozenset(("submission", "stage", "output"))}

    def test_who_does_not_wait_gets_the_number(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Hasty")
        place = bot_folder(tmp_path, "hasty")
        step = document("submit", place, "--no-wait")
        assert step["submission"]["number"] == taken(door, "hasty")
        door.record(SubmissionBuilt(step["submission"]["number"], "d", "v" * 64, 9))
        again = referee("submit", place)
        assert again.returncode == 0, again.stderr
        assert "waits for the organiser's decision" in again.stdout

    def test_an_archive_is_submitted_as_its_folder_is(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Packer")
        place = bot_folder(tmp_path, "packed")
        archive = Path(shutil.make_archive(str(tmp_path / "any"), "zip", tmp_path, "packed"))
        one, other = (document("submit", each, "--no-wait") for each in (place, archive))
        assert one["submission"]["number"] == other["submission"]["number"]

    def test_an_archive_of_many_pieces_arrives_whole(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Heavy")
        place = bot_folder(tmp_path, "heavy")
        (place / "book").write_bytes(os.urandom(300_000))
        step = document("submit", place, "--no-wait")
        assert step["submission"]["archive_bytes"] > 300_000


class TestMistake:
    """A mistake is one sentence, and nothing is submitted."""

    def test_what_is_wrong_with_a_bot_is_found_before_it_is_sent(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Careless")
        place = bot_folder(tmp_path, "careless")
        (place / "bot.toml").write_text('run = "python3 main.py"\n')
        cases = [(place, "bot_without_name", 2), (tmp_path / "nowhere", "submission_not_taken", 74)]
        for source, code, exit_code in cases:
            error, _ = refused("submit", source)
            assert (error["code"], error["exit_code"]) == (code, exit_code)
        (place / "bot.toml").write_text("run = 1\n")
        assert refused("submit", place)[0]["code"] == "bot_file_wrong_key"
        (place / "link").symlink_to("/etc/passwd")
        assert refused("submit", place, "--bot", "x")[0]["exit_code"] == 65

    @pytest.mark.parametrize("name", ["../x", "a" * 41, "\udcff"])
    def test_a_name_that_is_none(self, name: str, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, f"Nameless {len(name)}")
        error, _ = refused("submit", bot_folder(tmp_path, "nameless"), "--bot", name)
        assert (error["code"], error["exit_code"]) == ("no_bot_name", 2)

    def test_quotas_are_named_and_may_pass(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Eager")
        for name in ("eager1", "eager2", "eager3"):
            document("submit", bot_folder(tmp_path, name), "--no-wait")
        error, line = refused("submit", bot_folder(tmp_path, "eager4"))
        assert (error["exit_code"], error["fields"]["reason"]) == (69, "QUOTA")
        assert "withdraw one" in line

    def test_after_the_freeze(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Late")
        place = bot_folder(tmp_path, "late")
        door.record(SubmissionsFrozen())
        try:
            error, _ = refused("submit", place)
            assert (error["exit_code"], error["fields"]["reason"]) == (69, "FROZEN")
            assert "frozen" in referee("mine").stdout
        finally:
            door.record(SubmissionsFrozen(frozen=False))

    def test_without_a_season(self, tmp_path: Path) -> None:
        error, _ = refused("submit", bot_folder(tmp_path, "homeless"))
        assert (error["code"], error["exit_code"]) == ("no_season", 2)


class TestInterrupted:
    """Ctrl-C ends the command, and not the submission."""

    def test_ctrl_c_says_how_to_go_on(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Impatient")
        place = bot_folder(tmp_path, "impatient")
        words = [sys.executable, "-m", "referee.cli.main", "submit", str(place)]
        with PreloadedPopen(words, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            first = process.stderr.readline() + process.stderr.readline()
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
            assert process.wait(PATIENCE) == 130
        assert "taken" in first
        assert "give the same command again" in rest
        assert "Traceback" not in rest
        number = taken(door, "impatient")
        door.record(SubmissionAccepted(number, "di", "v" * 64, 9))
        done = referee("submit", place)
        assert (done.returncode, f"submission {number} is accepted" in done.stdout) == (0, True)
