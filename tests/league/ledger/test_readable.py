"""A ledger is read also where it cannot be written, and without a sound journal."""

import os
from pathlib import Path

import pytest

from referee.error import DataError
from referee.identifier import BotName
from referee.league.ledger.database import FILE, connect_reader
from referee.league.ledger.journal import NAME
from referee.league.ledger.journal_event import BotListed, JournalEvent
from referee.league.ledger.readable import open_to_read, readable
from referee.league.sentence import LeagueSentence
from tests.league.running.fake_backend import league, open_ledger, run


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that nobody may write, as on a read-only medium."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))


def files_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("read_only")
class TestReadOnly:
    def test_it_is_read_from_a_copy_and_nothing_is_written(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        before = files_in(tmp_path)
        with open_to_read(settings) as (ledger, problem):
            assert len(ledger.results()) == 24
            assert problem is None
        assert files_in(tmp_path) == before

    def test_what_the_journal_has_and_the_ledger_lacks_is_read_too(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        events: tuple[JournalEvent, ...] = (BotListed(BotName("late"), "random", None),)
        with open_ledger(settings) as ledger:
            old = (tmp_path / "ledger.db").read_bytes()
            ledger.write(*events)
        (tmp_path / "ledger.db").write_bytes(old)
        with open_to_read(settings) as (ledger, _):
            assert [bot.name for bot in ledger.bots()] == ["late"]

    def test_pages_read_the_copy_of_one_whose_log_was_not_merged(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with open_ledger(settings) as ledger, readable(settings.ledger_url) as address:
            assert address != settings.ledger_url
            assert Path(address.removeprefix(FILE)).exists()
            connect_reader(address).dispose()
            ledger.bots()
        assert not Path(address.removeprefix(FILE)).exists()


class TestDamagedJournal:
    def test_the_ledger_is_read_without_the_journal_and_the_damage_is_reported(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        run(settings)
        journal = settings.records / NAME
        journal.write_bytes(journal.read_bytes()[:-50])
        with open_to_read(settings) as (ledger, problem):
            assert len(ledger.results()) == 24
        assert problem is not None
        assert problem.sentence is LeagueSentence.JOURNAL_CUT

    def test_without_a_ledger_the_damage_is_the_error(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        (tmp_path / "ledger.db").unlink()
        (settings.records / NAME).write_bytes(b"nonsense\n")
        with pytest.raises(DataError) as refused, open_to_read(settings):
            pass
        assert refused.value.sentence is LeagueSentence.JOURNAL_DAMAGED
