"""The progress of the work on a submission, how builds give way to play, and limits."""

import asyncio
from contextlib import closing
from pathlib import Path

from referee.entry.entry_book import EntryBook, EntryQuotas
from referee.entry.entry_event import OwnerJoined
from referee.entry.handed_settings import ProcessSettings
from referee.entry.play_load import PlayLoad
from referee.entry.sentence import SubmissionSentence
from referee.entry.stored_bytes import note_versions, stored_bytes
from referee.entry.work_progress import MOST, FollowedProgress, WorkProgress, WorkStage
from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.server.log_output import LogSettings
from tests.entry.test_entry_process import league_in
from tests.errors import raises
from tests.patience import PATIENCE


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
    """Builds wait while play suffers, and not forever."""

    def test_they_wait_until_play_is_well(self) -> None:
        now = [0.0]
        load = PlayLoad(lambda: now[0])
        assert not load.is_suffering
        load.suffers(1.0)
        assert load.is_suffering
        now[0] = 1.0
        asyncio.run(asyncio.wait_for(load.quiet(), PATIENCE))

    def test_they_begin_at_last_though_play_suffers_on(self) -> None:
        times = iter(range(10_000))
        load = PlayLoad(lambda: float(next(times)))
        load.suffers(1_000.0)
        asyncio.run(asyncio.wait_for(load.quiet(most=3.0), PATIENCE))


class TestLimits:
    """The time of the freeze, the room on the disk, and the settings."""

    def test_from_the_freeze_on_no_submission_is_taken(self) -> None:
        book, ada = EntryBook(), OwnerName("ada")
        book.apply(OwnerJoined(ada, "t", "c", 0))
        with raises(UsageError, SubmissionSentence.SUBMISSIONS_FROZEN):
            book.check_submission(ada, BotName("x"), EntryQuotas(freeze=100), 100)
        assert not EntryQuotas(freeze=100).is_over(99)
        assert not EntryQuotas().is_over(99)

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
