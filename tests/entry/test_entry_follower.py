"""The season reads the journal of entries, and trusts nothing in it."""

from pathlib import Path

import pytest

from referee.entry.entry_event import (
    BotTokenMade,
    Challenged,
    EntryEvent,
    EntryJournal,
    InvitationMade,
    OwnerJoined,
    SubmissionAccepted,
    SubmissionTaken,
    VersionUsed,
)
from referee.entry.entry_follower import EntryFollower
from referee.entry.entry_store import JOURNAL
from referee.identifier import BotName, OwnerName
from referee.league.ledger.chained_journal import JournalPosition
from tests.entry.entered import Entered

ADA, BOT = OwnerName("ada"), BotName("deep red")
CODE = 64 * "a"
JOINED = (InvitationMade(CODE, 0), OwnerJoined(ADA, CODE, CODE, 0))


def followed(folder: Path) -> tuple[EntryFollower, list[str | None]]:
    """Return a follower of a folder, and the list of what it reports."""
    reported: list[str | None] = []
    return EntryFollower(folder / "entry", reported.append), reported


class TestSound:
    """A journal of this program."""

    def test_it_knows_what_the_store_knows_after_each_look(self, tmp_path: Path) -> None:
        follower, reported = followed(tmp_path)
        assert not follower.look()
        entered = Entered(tmp_path)
        entered.join("ada")
        assert follower.look()
        before = follower.book
        entered.enter("ada", "deep red")
        assert follower.look()
        assert not follower.look()
        assert follower.book == entered.store.book != before
        assert not before.entries
        assert not reported
        follower.close()

    def test_a_torn_last_line_is_read_when_it_is_whole(self, tmp_path: Path) -> None:
        Entered(tmp_path).join("ada")
        path = tmp_path / "entry" / JOURNAL
        data = path.read_bytes()
        path.write_bytes(data[:-9])
        follower, reported = followed(tmp_path)
        follower.look()
        assert not follower.book.owners
        path.write_bytes(data)
        assert follower.look()
        assert "ada" in follower.book.owners
        assert not reported
        follower.close()


class TestDamaged:
    """A journal that somebody changed."""

    def test_a_journal_that_is_gone_keeps_what_was_known_until_it_is_back(
        self, tmp_path: Path
    ) -> None:
        entered, path = Entered(tmp_path), tmp_path / "entry" / JOURNAL
        entered.join("ada")
        follower, reported = followed(tmp_path)
        follower.look()
        data = path.read_bytes()
        path.unlink()
        assert not follower.look()
        assert not follower.look()
        assert "ada" in follower.book.owners
        path.write_bytes(data)
        assert not follower.look()
        assert [one and "is gone" in one for one in reported] == [True, None]
        follower.close()

    def test_another_journal_is_not_taken_for_this_one(self, tmp_path: Path) -> None:
        Entered(tmp_path).join("ada")
        follower, reported = followed(tmp_path)
        follower.look()
        (tmp_path / "entry" / JOURNAL).unlink()
        Entered(tmp_path).join("eve")
        assert not follower.look()
        assert list(follower.book.owners) == ["ada"]
        assert reported[0]
        assert "is not the one that was read before" in reported[0]
        follower.close()

    @pytest.mark.parametrize(
        "event",
        [
            SubmissionAccepted(7, CODE, CODE, 0),
            VersionUsed(ADA, BOT, 1),
            SubmissionTaken(1, ADA, BotName("../up"), CODE, 1, 0),
            SubmissionTaken(1, OwnerName("a/b"), BOT, CODE, 1, 0),
            SubmissionTaken(1 << 40, ADA, BOT, CODE, 1, 0),
            SubmissionTaken(True, ADA, BOT, CODE, 1, 0),
            BotTokenMade(ADA, BOT, "no token", 0),
            Challenged(1, ADA, BOT, (BotName("\x1b[2J"),), 0),
            Challenged(1, ADA, BOT, (BotName(""),), 1 << 60),
        ],
        ids=repr,
    )
    def test_an_event_that_no_process_of_the_league_writes_changes_nothing(
        self, tmp_path: Path, event: EntryEvent
    ) -> None:
        (tmp_path / "entry").mkdir()
        journal = EntryJournal(tmp_path / "entry" / JOURNAL, JournalPosition())
        journal.append(JOINED)
        follower, reported = followed(tmp_path)
        follower.look()
        journal.append([event])
        assert not follower.look()
        assert not follower.look()
        assert list(follower.book.owners) == ["ada"]
        assert not follower.book.entries
        assert len(reported) == 1
        follower.close()
        journal.close()
