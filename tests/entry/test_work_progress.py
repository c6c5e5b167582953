"""The progress of the work on a submission, how builds give way to play, and limits."""

from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from time import time

from referee.entry.entry_book import EntryBook, EntryQuotas
from referee.entry.entry_event import OwnerJoined, SubmissionRefused
from referee.entry.entry_store import UPLOADS, EntryStore
from referee.entry.handed_settings import ProcessSettings
from referee.entry.play_load import MOST_REST, PERIOD, PlayLoad
from referee.entry.removal import ARCHIVE_DELAY, remove_needless
from referee.entry.sentence import SubmissionSentence
from referee.entry.stored_bytes import note_versions, stored_bytes
from referee.entry.work_progress import MOST, FollowedProgress, WorkProgress, WorkStage
from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.server.log_output import LogSettings
from tests.entry.test_entry_process import league_in
from tests.errors import raises


def printed(store: Path, *pieces: bytes) -> None:
    """Work on a submission that prints these pieces."""
    with closing(WorkProgress(store, 1)) as progress:
        for piece in pieces:
            progress.write(piece)


def read_all(progress: FollowedProgress) -> str:
    """Return all output that there is now."""
    found = ""
    while piece := progress.read():
        found += piece
    return found


class TestFollowed:
    """An owner sees the stage, and what was printed."""

    def test_output_comes_as_it_is_written_and_after_the_end(self, tmp_path: Path) -> None:
        written, followed = WorkProgress(tmp_path, 1), FollowedProgress(tmp_path, 1)
        written.enter(WorkStage.BUILDING)
        written.write(b"one ")
        assert (followed.stage(), read_all(followed)) == (WorkStage.BUILDING, "one ")
        written.write("two \u00e4".encode())
        written.close()
        assert (followed.stage(), read_all(followed)) == (WorkStage.WAITING, "two \u00e4")
        assert read_all(FollowedProgress(tmp_path, 1)) == "one two \u00e4"

    def test_after_a_restart_of_the_work_it_comes_from_the_beginning(self, tmp_path: Path) -> None:
        printed(tmp_path, b"the first try")
        followed = FollowedProgress(tmp_path, 1)
        read_all(followed)
        printed(tmp_path, b"the second")
        assert read_all(followed) == "the second"

    def test_more_than_the_maximum_is_left_out(self, tmp_path: Path) -> None:
        printed(tmp_path, *(3 * [b"x" * (MOST // 2)]))
        assert len(read_all(FollowedProgress(tmp_path, 1))) == MOST

    def test_nothing_in_it_controls_a_terminal(self, tmp_path: Path) -> None:
        printed(tmp_path, "\x1b[2J\x00\u202e\rok\n\tend".encode(), b"\xffx")
        shown = read_all(FollowedProgress(tmp_path, 1))
        assert shown == "\ufffd[2J\ufffd\ufffd\nok\n\tend\ufffdx"


class TestWait:
    """Builds wait while they make play late, and the queue always moves."""

    def test_one_build_begins_however_late_play_is_without_it(self) -> None:
        load = measured(calm=0.5, loaded=0.5)
        assert load.may_begin

    def test_no_second_build_begins_while_play_is_later_than_usual(self) -> None:
        load = PlayLoad(iter_seconds())
        load.note(0.01)
        with load.working():
            load.note(0.01)
            assert load.may_begin
            load.note(0.5)
            assert not load.may_begin

    def test_play_rests_as_long_as_a_build_made_it_late_but_not_for_ever(self) -> None:
        now = [0.0]
        for lasts, rest in ((4.0, 4.0), (300.0, MOST_REST)):
            load = measured(calm=0.01, loaded=0.5, now=now, lasts=lasts)
            now[0] += 0.9 * rest
            assert not load.may_begin
            now[0] += 0.2 * rest
            assert load.may_begin

    def test_what_was_measured_before_the_build_does_not_count(self) -> None:
        load = PlayLoad(lambda: 0.0)
        load.note(0.0)
        with load.working():
            load.note(9.0)
            assert not load.is_suffering

    def test_play_that_is_later_for_another_reason_becomes_usual(self) -> None:
        now = [0.0]
        load = measured(calm=0.01, loaded=0.5, now=now)
        for _ in range(20):
            load.note(0.5)
        now[0] += MOST_REST
        with load.working():
            now[0] += PERIOD
            load.note(0.5)
            assert not load.is_suffering


def iter_seconds() -> Callable[[], float]:
    """Return a clock on which each look takes a period."""
    times = count()
    return lambda: next(times) * PERIOD


def measured(
    *, calm: float, loaded: float, now: list[float] | None = None, lasts: float = 2 * PERIOD
) -> PlayLoad:
    """Return the load after one build, with the lateness of play before it and during it."""
    seconds = now or [0.0]
    load = PlayLoad(lambda: seconds[0])
    load.note(calm)
    with load.working():
        seconds[0] += lasts
        load.note(loaded)
    return load


class TestLimits:
    """The time of the freeze, the room on the disk, and the settings."""

    def test_from_the_freeze_on_no_submission_is_taken(self) -> None:
        book, ada = EntryBook(), OwnerName("ada")
        book.apply(OwnerJoined(ada, "t", "c", 0))
        with raises(UsageError, SubmissionSentence.SUBMISSIONS_FROZEN):
            book.check_submission(ada, BotName("x"), EntryQuotas(freeze=100), 100)
        assert not EntryQuotas(freeze=100).is_over(99)
        assert not EntryQuotas().is_over(99)

    def test_an_archive_goes_an_hour_after_it_came_unless_it_waits(self, tmp_path: Path) -> None:
        store = EntryStore(tmp_path / "store")
        ada, _ = store.join(store.invite(0, owner="ada"), "", 0)
        for content in (b"built", b"waits"):
            upload = store.receive([content], 10)
            store.submit(ada, BotName("x"), upload, EntryQuotas(day=2, waiting=2), 0)
        store.record(lambda book: [SubmissionRefused(1, "why", 1)])
        folder, came = tmp_path / "store" / UPLOADS, time()
        remove_needless(store.folder, tmp_path, store.book, came)
        assert len(list(folder.iterdir())) == 2
        remove_needless(store.folder, tmp_path, store.book, came + ARCHIVE_DELAY)
        store.close()
        assert [one.read_bytes() for one in folder.iterdir()] == [b"waits"]

    def test_the_versions_count_for_the_disk(self, tmp_path: Path) -> None:
        store, versions = tmp_path / "store", tmp_path / "versions"
        for folder, size in ((store, 10), (versions / "ada", 100)):
            folder.mkdir(parents=True)
            (folder / "file").write_bytes(bytes(size))
        note_versions(store, versions)
        assert stored_bytes(store) == 10 + 100 + len("100")

    def test_the_settings_of_the_processes_have_no_seed_and_come_back(self, tmp_path: Path) -> None:
        league = league_in(tmp_path, 'freeze = "2026-12-20 18:00"\nconnected = true\n')
        settings = ProcessSettings.of(league, "127.0.0.1:1", LogSettings())
        assert b"secret of the season" not in settings.encode()
        assert ProcessSettings.decode(settings.encode()) == settings
        assert settings.entries.quotas.freeze == 1_797_789_600
