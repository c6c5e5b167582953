"""A lock on a file: one has it, and who only looks does not take it."""

import threading
from pathlib import Path

import pytest

from referee.league.lock import claimed, is_claimed


class TestLock:
    """One process has a file to itself."""

    def test_another_one_is_refused_until_it_lets_go(self, tmp_path: Path) -> None:
        path = tmp_path / "lock"
        with claimed(path, 0), pytest.raises(BlockingIOError), claimed(path, 0.1):
            pass
        with claimed(path, 0):
            pass

    def test_who_waits_has_it_next(self, tmp_path: Path) -> None:
        let_go = threading.Event()
        has_it = threading.Event()

        def hold() -> None:
            with claimed(tmp_path / "lock", 0):
                has_it.set()
                let_go.wait()

        holder = threading.Thread(target=hold)
        holder.start()
        has_it.wait()
        threading.Timer(0.1, let_go.set).start()
        with claimed(tmp_path / "lock", 30):
            assert let_go.is_set()
        holder.join()

    def test_it_can_be_looked_at(self, tmp_path: Path) -> None:
        path = tmp_path / "lock"
        assert not is_claimed(path)
        assert not path.exists()
        with claimed(path, 0):
            assert is_claimed(path)
        assert not is_claimed(path)
