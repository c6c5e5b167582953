"""A lock on a file: one has it, and who only looks does not take it."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.error import UnavailableError
from referee.league.executor.pool import WorkerPool
from referee.league.lock import Patience, claimed, is_claimed, lock_records
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.executor.cluster import negated
from tests.patience import PATIENCE


class TestLock:
    """One process holds the lock of a file."""

    def test_another_one_is_refused_until_it_lets_go(self, tmp_path: Path) -> None:
        path = tmp_path / "lock"
        with claimed(path, 0), pytest.raises(BlockingIOError), claimed(path, 0.1):
            pass
        with claimed(path, 0):
            pass

    def test_a_waiting_process_gets_the_lock_next(self, tmp_path: Path) -> None:
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

    def test_a_wait_that_is_given_up_when_its_time_is_over_is_given_up(self) -> None:
        patience = Patience(0)
        patience.give_up()
        with pytest.raises(KeyboardInterrupt):
            list(patience.tries())

    def test_it_can_be_looked_at(self, tmp_path: Path) -> None:
        path = tmp_path / "lock"
        assert not is_claimed(path)
        assert not path.exists()
        with claimed(path, 0):
            assert is_claimed(path)
        assert not is_claimed(path)


@pytest.fixture
def lingering(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that holds what its league had leased, though the league is gone."""
    command = (sys.executable, "-c", "import sys; sys.stdin.read()")
    with lock_records(tmp_path) as held:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(held,))
    with process:
        yield process
        process.kill()


class TestRecords:
    """One run has it, with all that plays for it."""

    def test_it_is_free_when_all_who_had_it_have_ended(self, tmp_path: Path) -> None:
        for _ in range(2):
            with lock_records(tmp_path / "records", patience=0):
                pass

    def test_the_next_run_waits_for_what_played_for_the_one_before(
        self, tmp_path: Path, lingering: "subprocess.Popen[bytes]"
    ) -> None:
        is_ending = threading.Event()

        def end() -> None:
            is_ending.set()
            lingering.communicate()

        timer = threading.Timer(0.2, end)
        timer.start()
        with lock_records(tmp_path):
            assert is_ending.is_set()
        timer.join()
        assert lingering.returncode == 0

    def test_it_does_not_wait_for_ever(
        self, tmp_path: Path, lingering: "subprocess.Popen[bytes]"
    ) -> None:
        with (
            raises(UnavailableError, LeagueSentence.WORKERS_STILL_THERE, seconds=0.1),
            lock_records(tmp_path, patience=0.1),
        ):
            pass

    def test_a_pool_that_was_shut_down_has_let_go(self, tmp_path: Path) -> None:
        with lock_records(tmp_path) as held, WorkerPool(2, held) as pool:
            assert pool.submit(negated, -1).result(timeout=PATIENCE) == 1
        with lock_records(tmp_path, patience=0):
            pass
