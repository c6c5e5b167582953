"""From an archive to a version: built, checked, frozen, and the same after a kill anywhere."""

import asyncio
import os
from collections.abc import AsyncGenerator
from pathlib import Path
from time import time

import pytest

from referee.bot_check.finding import BotFinding, Severity
from referee.bot_check.settings import CheckSettings
from referee.entry import entry_worker
from referee.entry.entry_book import DAY, EntryQuotas, Submission, SubmissionState
from referee.entry.entry_event import SubmissionRefused, VersionUsed
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms, check_of_suite
from referee.entry.file_tree import TreeLimits
from referee.entry.freeze import freeze
from referee.entry.removal import KEPT
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import digest_of
from referee.entry.toolchain import Toolchain
from referee.entry.work_progress import FollowedProgress, WorkProgress
from referee.error import StorageError
from referee.identifier import BotName, OwnerName
from referee.launch.preset import Preset
from referee.match.clock import ClockSettings, seconds
from tests.entry.archives import zip_of
from tests.patience import PATIENCE

ADA, BOT = OwnerName("ada"), BotName("deep red")
MAIN = b"import tianming\ntianming.run(lambda question: 0)\n"
VERSION = TreeLimits(left_out=frozenset(), is_unwrapped=False)


class Killed(Exception):
    """Stands for the end of the process."""


class Seat:
    """A store with an owner, and a worker whose check returns the given findings."""

    def __init__(self, folder: Path) -> None:
        self.store = EntryStore(folder / "store")
        self.entries = folder / "entries"
        self.findings: list[BotFinding] = []
        self.checked: list[CheckSettings] = []
        self.store.join(self.store.invite(0, owner=ADA), "", 0)

    def worker(self) -> EntryWorker:
        """Return a new worker, as after a restart."""
        return EntryWorker(self.store, self.entries, SeasonTerms(game="ming"), check=self._check)

    def submit(self, files: dict[str, bytes]) -> Submission:
        """Submit files for the one bot."""
        upload = self.store.receive([zip_of(files)], 1 << 20)
        return self.store.submit(ADA, BOT, upload, EntryQuotas(), 0)

    def enter(self, files: dict[str, bytes]) -> Submission:
        """Submit files, work on them, and return the submission afterwards."""
        number = self.submit(files).taken.number
        self.work(number)
        return self.store.book.submissions[number]

    def work(self, number: int) -> None:
        what = self.worker().work(self.store.book.submissions[number])
        asyncio.run(asyncio.wait_for(what, PATIENCE))

    async def _check(self, settings: CheckSettings) -> AsyncGenerator[BotFinding, None]:
        self.checked.append(settings)
        for finding in self.findings:
            yield finding


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    return Seat(tmp_path)


class TestVersion:
    """What an accepted submission becomes."""

    def test_it_lies_in_its_place_read_only_and_with_its_digest(self, seat: Seat) -> None:
        one = seat.enter({"main.py": MAIN, "data/a": b"1"})
        version = seat.entries / "ada/deep red/1"
        assert one.state is SubmissionState.ACCEPTED
        assert digest_of(version, VERSION) == one.version
        modes = [path.stat().st_mode & 0o222 for path in (version, *version.rglob("*"))]
        assert modes == [0] * 4
        assert seat.store.book.entries[BOT].number == 1
        assert os.listdir(seat.entries / ".work") == []

    def test_a_changed_version_has_another_digest(self, seat: Seat) -> None:
        one = seat.enter({"main.py": MAIN})
        file = seat.entries / "ada/deep red/1/main.py"
        file.chmod(0o644)
        file.write_bytes(MAIN + b"#")
        assert digest_of(file.parent, VERSION) != one.version

    def test_it_is_checked_as_the_season_runs_it(self, seat: Seat) -> None:
        seat.enter({"main.py": MAIN})
        (settings,) = seat.checked
        assert settings.games == ("ming",)
        assert settings.bot.name == BOT
        assert settings.sandbox.preset is Preset.STRICT
        assert seat.store.folder in settings.sandbox.hidden

    def test_its_owner_can_read_what_the_check_found(self, seat: Seat) -> None:
        seat.findings.append(BotFinding("start", Severity.OK, "It starts in 0.1 s."))
        number = seat.enter({"main.py": MAIN}).taken.number
        assert "start: It starts in 0.1 s." in FollowedProgress(seat.store.folder, number).read()

    @pytest.mark.needs("strict")
    def test_it_has_what_the_build_made(self, seat: Seat) -> None:
        text = b'build = "echo x > made"\nrun = "python3 main.py"\nlanguage = "python"'
        one = seat.enter({"main.py": MAIN, "bot.toml": text})
        assert one.state is SubmissionState.ACCEPTED, one.why
        assert (seat.entries / "ada/deep red/1/made").read_bytes() == b"x\n"


class TestRefused:
    """A refused submission has one reason, and changes nothing else."""

    @pytest.mark.parametrize(
        ("files", "why"),
        [
            ({"../x": b""}, "leads out of the archive"),
            ({"bot.toml": b"run = "}, "not TOML"),
            ({"bot.toml": b'run = "./a"\ngames = ["dragon"]', "a": b"#!"}, "does not play ming"),
            ({"bot.toml": b'run = "./a"'}, "names the program './a'"),
            ({"bot.toml": b'run = "python3 /etc/passwd"'}, "'/etc/passwd', which leads out"),
            ({"bot.toml": b'run = "python3 a/../../x"'}, "leads out"),
            ({"bot.toml": b'run = "no-such-program x"'}, "names the program"),
            ({"bot.toml": b'run = "greedy"'}, "names the program"),
            (
                {"bot.toml": b'run = "python3 a"\nbuild = "echo run=1 > bot.toml"', "a": b""},
                "the build changed or removed bot.toml",
            ),
            (
                {"bot.toml": b'run = "python3 a"\nbuild = "rm bot.toml"', "a": b""},
                "the build changed or removed bot.toml",
            ),
        ],
    )
    def test_the_reason(self, files: dict[str, bytes], why: str, seat: Seat) -> None:
        one = seat.enter(files)
        assert one.state is SubmissionState.REFUSED
        assert why in one.why
        assert seat.checked == []
        assert seat.store.book.entries[BOT].number == 0
        assert os.listdir(seat.entries) == [".work"]
        assert os.listdir(seat.entries / ".work") == []

    def test_a_failed_check_has_its_report(self, seat: Seat) -> None:
        seat.findings = [BotFinding("clock", Severity.FAILURE, "It was late.")]
        one = seat.enter({"main.py": MAIN})
        assert "FAILURE  clock: It was late." in one.why
        assert not (seat.entries / "ada").exists()

    def test_an_archive_that_is_gone(self, seat: Seat) -> None:
        one = seat.submit({"main.py": MAIN})
        seat.store.archive(one).unlink()
        seat.work(1)
        assert "send it again" in seat.store.book.submissions[1].why

    def test_the_files_of_an_accepted_version(self, seat: Seat) -> None:
        seat.enter({"main.py": MAIN, "a": b"1"})
        assert "submission 1" in seat.enter({"a": b"1", "main.py": MAIN}).why

    def test_the_files_of_a_version_that_the_organiser_refused(self, seat: Seat) -> None:
        seat.enter({"main.py": MAIN})
        seat.store.record(lambda book: [SubmissionRefused(1, "It cheats.", 0)])
        one = seat.enter({"main.py": MAIN})
        assert one.state is SubmissionState.REFUSED
        assert one.why.endswith("submission 1, which the organiser has refused: It cheats.")


class TestRemoval:
    """What nobody needs takes no room for ever."""

    def test_a_refused_version_goes_after_a_day(self, seat: Seat) -> None:
        seat.enter({"main.py": MAIN})
        seat.enter({"main.py": MAIN + b"#"})
        now = int(time())
        versions = seat.entries / "ada/deep red"
        seat.store.record(lambda book: [SubmissionRefused(1, "It cheats.", now)])
        asyncio.run(seat.worker().measure())
        assert sorted(os.listdir(versions)) == ["1", "2"]
        seat.store.record(lambda book: [SubmissionRefused(1, "It cheats.", now - DAY)])
        asyncio.run(seat.worker().measure())
        assert os.listdir(versions) == ["2"]

    def test_the_oldest_versions_of_an_owner_make_room_but_not_the_one_that_plays(
        self, seat: Seat
    ) -> None:
        files = [{"main.py": MAIN, "a": bytes([each]) * 1000} for each in range(4)]
        for each in files:
            seat.enter(each)
        seat.store.record(lambda book: [VersionUsed(ADA, BOT, 1)])
        worker = EntryWorker(seat.store, seat.entries, SeasonTerms(game="ming"), share=2500)
        asyncio.run(worker.measure())
        assert sorted(os.listdir(seat.entries / "ada/deep red")) == ["1", "3", "4"]
        removed = seat.store.book.submissions[2]
        assert removed.state is SubmissionState.REFUSED
        assert "submit it again" in removed.why
        assert seat.enter(files[1]).state is SubmissionState.ACCEPTED

    def test_the_latest_submissions_of_each_bot_keep_their_output(self, seat: Seat) -> None:
        files = [{"main.py": b"", "a": bytes([number])} for number in range(KEPT + 2)]
        work = seat.store.folder / "work"
        for number, each in enumerate(files, 1):
            upload = seat.store.receive([zip_of(each)], 1 << 20)
            seat.store.submit(ADA, BOT, upload, EntryQuotas(1000, 1000), 0)
            WorkProgress(seat.store.folder, number).close()
        refused = [SubmissionRefused(number, "", 0) for number in (1, 3)]
        seat.store.record(lambda book: refused)
        asyncio.run(seat.worker().measure())
        kept = {int(file.name.partition("-")[0]) for file in work.glob("*.output")}
        assert kept == {*range(2, KEPT + 3)}  # 2 waits still


class TestKill:
    """Work that was cut off is done again, once."""

    def test_a_kill_before_the_freeze_builds_again(self, seat: Seat) -> None:
        one = seat.submit({"main.py": MAIN})
        left = seat.entries / ".work/1/built"
        left.mkdir(parents=True)
        (left / "half").touch()
        seat.work(1)
        assert seat.store.book.submissions[1].state is SubmissionState.ACCEPTED
        assert os.listdir(seat.worker().version(one)) == ["main.py"]

    def test_a_kill_between_the_freeze_and_its_event_keeps_the_version(
        self, seat: Seat, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seat.submit({"main.py": MAIN})

        def frozen_and_killed(built: Path, version: Path) -> None:
            freeze(built, version)
            raise Killed

        monkeypatch.setattr(entry_worker, "freeze", frozen_and_killed)
        with pytest.raises(Killed):
            seat.work(1)
        assert seat.store.book.submissions[1].state is SubmissionState.QUEUED
        seat.work(1)
        found = seat.store.book.submissions[1]
        assert found.state is SubmissionState.ACCEPTED
        assert found.version == digest_of(seat.entries / "ada/deep red/1", VERSION)
        assert len(seat.checked) == 1

    def test_a_fault_of_the_machine_lets_it_wait(
        self, seat: Seat, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(built: Path, version: Path) -> None:
            raise StorageError(SubmissionSentence.VERSION_NOT_FROZEN, version="", why="")

        seat.submit({"main.py": MAIN})
        monkeypatch.setattr(entry_worker, "freeze", full)
        with pytest.raises(StorageError):
            seat.work(1)
        assert seat.store.book.submissions[1].state is SubmissionState.QUEUED

    def test_a_toolchain_that_was_prepared_meanwhile_counts_from_the_next_submission_on(
        self, seat: Seat, tmp_path: Path
    ) -> None:
        found = dict[str, Toolchain]()
        worker = EntryWorker(
            seat.store, seat.entries, SeasonTerms(game="ming"), lambda: found, check=seat._check
        )
        for number in (1, 2):
            seat.submit({"main.py": MAIN, "number": b"%d" % number})
            asyncio.run(worker.work(seat.store.book.submissions[number]))
            found["python"] = Toolchain(readable=(tmp_path,))
        before, after = (checked.sandbox.readable for checked in seat.checked)
        assert tmp_path in after
        assert tmp_path not in before


@pytest.mark.full
@pytest.mark.needs("strict")
class TestWhole:
    """The real check, in the sandbox of the season."""

    @pytest.mark.parametrize(
        ("program", "state"),
        [(MAIN, SubmissionState.ACCEPTED), (b"raise SystemExit", SubmissionState.REFUSED)],
    )
    def test_a_bot_that_plays_is_accepted_and_one_that_ends_is_not(
        self, program: bytes, state: SubmissionState, seat: Seat
    ) -> None:
        number = seat.submit({"main.py": program}).taken.number
        clock = ClockSettings(stall=seconds(50))
        terms = SeasonTerms(game="ming", clock=clock, startup=PATIENCE, seconds=1)
        worker = EntryWorker(seat.store, seat.entries, terms, check=check_of_suite)
        asyncio.run(worker.work(seat.store.book.submissions[number]))
        found = seat.store.book.submissions[number]
        assert found.state is state, found.why
