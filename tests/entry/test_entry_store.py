"""The store: what was acknowledged is at rest, whenever a process is killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.entry.entry_book import EntryBook, EntryQuotas, SubmissionState
from referee.entry.entry_event import (
    EntryEvent,
    EntryJournal,
    EntryWithdrawn,
    InvitationMade,
    InvitationRevoked,
    OwnerJoined,
    SubmissionAccepted,
    SubmissionBegun,
    SubmissionRefused,
    SubmissionsFrozen,
    SubmissionTaken,
    VersionUsed,
)
from referee.entry.entry_store import JOURNAL, UPLOADS, EntryStore
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError, UsageError
from referee.identifier import BotName, OwnerName
from referee.league.ledger.chained_journal import JournalPosition
from tests.errors import raises
from tests.source_tree import ROOT

ADA, BOT = OwnerName("ada"), BotName("deep-red")
QUOTAS = EntryQuotas()

EVENTS: tuple[EntryEvent, ...] = (
    InvitationMade("a" * 64, 100, until=900, uses=2, bots=3, owner=ADA),
    InvitationMade("b" * 64, 100),
    InvitationRevoked("b" * 64),
    OwnerJoined(ADA, "c" * 64, "a" * 64, 200),
    SubmissionTaken(1, ADA, BOT, "d" * 64, 7, 300),
    SubmissionBegun(1, 301),
    SubmissionAccepted(1, "e" * 64, "f" * 64, 302),
    SubmissionTaken(2, ADA, BOT, "0" * 64, 7, 400),
    SubmissionBegun(2, 401),
    SubmissionRefused(2, "it does not build.", 402),
    VersionUsed(ADA, BOT, 1),
    EntryWithdrawn(ADA, BOT),
    SubmissionsFrozen(),
    SubmissionsFrozen(frozen=False),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EntryStore]:
    store = EntryStore(tmp_path)
    yield store
    store.close()


def joined(store: EntryStore) -> OwnerName:
    """Make an owner."""
    return store.join(store.invite(0, owner=ADA), "", 0)[0]


class TestJournal:
    """Every event is read as it was written."""

    def test_events_read_back(self, tmp_path: Path) -> None:
        EntryJournal(tmp_path / JOURNAL, JournalPosition()).append(EVENTS)
        assert EntryJournal(tmp_path / JOURNAL, JournalPosition()).catch_up() == list(EVENTS)

    def test_a_store_that_is_cut_anywhere_has_the_whole_events(self, tmp_path: Path) -> None:
        EntryJournal(tmp_path / JOURNAL, JournalPosition()).append(EVENTS)
        data = (tmp_path / JOURNAL).read_bytes()
        for size in range(0, len(data), 41):
            (tmp_path / JOURNAL).write_bytes(data[:size])
            store, expected = EntryStore(tmp_path), EntryBook()
            for event in EVENTS[: data[:size].count(b"\n")]:
                expected.apply(event)
            assert store.book == expected
            store.invite(1)
            assert EntryStore(tmp_path).book == store.book

    def test_a_damaged_journal_is_refused_without_naming_rebuild(self, tmp_path: Path) -> None:
        EntryJournal(tmp_path / JOURNAL, JournalPosition()).append(EVENTS)
        data = (tmp_path / JOURNAL).read_bytes()
        (tmp_path / JOURNAL).write_bytes(data.replace(b"ada", b"eve", 1))
        with pytest.raises(DataError) as caught:
            EntryStore(tmp_path)
        assert "rebuild" not in str(caught.value)


class TestSubmit:
    """Uploads become submissions once."""

    def test_an_acknowledged_submission_is_there_after_a_restart(
        self, store: EntryStore, tmp_path: Path
    ) -> None:
        upload = store.receive([b"ab", b"c"], 10)
        taken = store.submit(joined(store), BOT, upload, QUOTAS, 5)
        again = EntryStore(tmp_path)
        assert again.book.submissions == {1: taken}
        assert again.archive(taken).read_bytes() == b"abc"
        assert taken.state is SubmissionState.QUEUED

    def test_the_same_archive_again_is_the_same_submission(self, store: EntryStore) -> None:
        owner, upload = joined(store), store.receive([b"a"], 10)
        one = store.submit(owner, BOT, upload, QUOTAS, 5)
        assert store.submit(owner, BOT, store.receive([b"a"], 10), QUOTAS, 6) == one
        store.record(lambda book: [SubmissionRefused(1, "it crashes.", 7)])
        assert store.submit(owner, BOT, upload, QUOTAS, 8).taken.number == 2

    def test_an_archive_that_is_refused_is_removed(self, store: EntryStore, tmp_path: Path) -> None:
        owner, upload = joined(store), store.receive([b"a"], 10)
        store.record(lambda book: [SubmissionsFrozen()])
        with raises(UsageError, SubmissionSentence.SUBMISSIONS_FROZEN):
            store.submit(owner, BOT, upload, QUOTAS, 5)
        store.record(lambda book: [SubmissionsFrozen(frozen=False)])
        assert os.listdir(tmp_path / UPLOADS) == []
        with raises(DataError, SubmissionSentence.UPLOAD_CUT):
            store.submit(owner, BOT, upload, QUOTAS, 5)
        assert store.book.submissions == {}

    def test_two_processes_give_no_number_twice(self, store: EntryStore, tmp_path: Path) -> None:
        owner, other = joined(store), EntryStore(tmp_path)
        one = store.submit(owner, BOT, store.receive([b"a"], 10), QUOTAS, 5)
        two = other.submit(owner, BOT, other.receive([b"b"], 10), QUOTAS, 5)
        store.refresh()
        assert (one.taken.number, two.taken.number) == (1, 2)
        assert store.book == other.book

    def test_a_large_or_cut_upload_leaves_nothing(self, store: EntryStore, tmp_path: Path) -> None:
        def cut() -> Iterator[bytes]:
            yield b"a"
            raise EOFError("the peer is gone")

        with raises(DataError, SubmissionSentence.PACKED_TOO_LARGE, most=3):
            store.receive([b"ab", b"cd"], 3)
        with pytest.raises(EOFError):
            store.receive(cut(), 3)
        assert os.listdir(tmp_path / UPLOADS) == []

    def test_sweeping_keeps_only_the_archives_of_submissions_that_wait(
        self, store: EntryStore, tmp_path: Path
    ) -> None:
        owner = joined(store)
        store.submit(owner, BOT, store.receive([b"c"], 10), QUOTAS, 5)
        store.record(lambda book: [SubmissionAccepted(1, "d", "v", 7)])
        kept = store.receive([b"a"], 10)
        store.submit(owner, BOT, kept, QUOTAS, 5)
        store.receive([b"b"], 10)
        (tmp_path / UPLOADS / ".part-0").write_bytes(b"")
        store.sweep()
        assert os.listdir(tmp_path / UPLOADS) == [kept.digest]

    def test_tokens_and_codes_are_stored_as_hashes(self, store: EntryStore, tmp_path: Path) -> None:
        code = store.invite(0)
        owner, token = store.join(code, "ada", 0)
        text = (tmp_path / JOURNAL).read_text()
        assert code not in text
        assert token not in text
        assert (tmp_path / JOURNAL).stat().st_mode & 0o077 == 0
        assert owner == ADA


_CHILD = """
import sys
from pathlib import Path
from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_store import EntryStore
store = EntryStore(Path(sys.argv[1]))
first = max(store.book.submissions, default=0)
for number in range(first, first + 10_000):
    upload = store.receive([b"%d" % number], 100)
    taken = store.submit("ada", "bot", upload, EntryQuotas(100_000, 100_000), number)
    print(taken.taken.number, upload.digest, flush=True)
"""


class TestKill:
    """A process is killed between, before and after any of its writes."""

    def test_no_acknowledged_submission_is_lost_and_none_is_there_twice(
        self, store: EntryStore, tmp_path: Path
    ) -> None:
        joined(store)
        acknowledged: dict[int, str] = {}
        for count in (1, 4, 9):
            for number, digest in _killed_after(count, tmp_path):
                assert number not in acknowledged
                acknowledged[number] = digest
        store.sweep()
        found = {number: one.taken.upload for number, one in store.book.submissions.items()}
        assert acknowledged.items() <= found.items()
        assert list(found) == list(range(1, len(found) + 1))
        assert len(set(found.values())) == len(found)
        assert set(os.listdir(tmp_path / UPLOADS)) == set(found.values())


def _killed_after(count: int, folder: Path) -> list[tuple[int, str]]:
    """Submit in a process, kill it after some acknowledgements, and return all that it printed."""
    command = (sys.executable, "-c", _CHILD, str(folder))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(count)]
        child.kill()
        lines += child.stdout.readlines()
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(number), digest) for number, digest in whole]
