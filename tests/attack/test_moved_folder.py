"""Somebody moves the records folder while a referee uses it."""

from pathlib import Path

import pytest

from referee.error import StorageError
from referee.runtime_folder import path_claimed
from tests.league.running.fake_backend import league, open_ledger


class TestMoved:
    """A second referee cannot claim the folder while the first one runs."""

    def test_a_league_is_kept_out(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with open_ledger(settings) as first, first.running():
            settings.records.rename(tmp_path / "moved")
            (tmp_path / "ledger.db").rename(tmp_path / "moved.db")
            with (
                open_ledger(settings) as second,
                pytest.raises(StorageError, match="is being run by another process"),
                second.running(),
            ):
                pass

    def test_a_path_is_known_by_all_its_names(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path)
        with (
            path_claimed(tmp_path / "records"),
            pytest.raises(BlockingIOError),
            path_claimed(tmp_path / "link" / "records"),
        ):
            pass
        with path_claimed(tmp_path / "link" / "records"):
            pass
