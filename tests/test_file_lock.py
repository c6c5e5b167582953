"""A file system without locks is named in a sentence, and nothing is left behind."""

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from referee.error import StorageError
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import Journal
from referee.league.ledger.run_lock import held
from referee.machine_sentence import MachineSentence
from referee.record.file import RecordFile
from tests.errors import raises


@pytest.fixture(params=[errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks."""

    def refuse(*_: object) -> NoReturn:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", refuse)


def run_league(folder: Path) -> None:
    with held(folder, "small"):
        pass


def write_journal(folder: Path) -> None:
    Journal(folder / "league.journal", JournalPosition()).append([])


def write_record(folder: Path) -> None:
    RecordFile(folder / "m.tianming")


@pytest.mark.usefixtures("no_locks")
class TestNoLocks:
    @pytest.mark.parametrize("use", [run_league, write_journal, write_record])
    def test_it_is_named_with_the_way_out(
        self, use: Callable[[Path], None], tmp_path: Path
    ) -> None:
        with raises(StorageError, MachineSentence.NO_LOCKS) as refused:
            use(tmp_path)
        assert str(tmp_path) in str(refused.value)
        assert "flock" in str(refused.value)

    def test_no_open_record_is_left_behind(self, tmp_path: Path) -> None:
        with raises(StorageError, MachineSentence.NO_LOCKS):
            write_record(tmp_path)
        assert list(tmp_path.iterdir()) == []
