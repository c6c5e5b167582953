"""The lock of a folder: the next run begins when the workers of the one before have ended."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.error import UnavailableError
from referee.league.running.pool import WorkerPool
from referee.league.running.records_lock import lock_records
from referee.sentence.execution import ExecutionSentence
from tests.errors import raises
from tests.patience import PATIENCE


@pytest.fixture
def lingering(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that holds what its league had leased, though the league is gone."""
    command = (sys.executable, "-c", "import sys; sys.stdin.read()")
    with lock_records(tmp_path) as held:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(held,))
    with process:
        yield process
        process.kill()


class TestLease:
    """One run has it, with all that plays for it."""

    def test_it_is_free_when_all_who_had_it_have_ended(self, tmp_path: Path) -> None:
        for _ in range(2):
            with lock_records(tmp_path / "records", patience=0):
                pass

    def test_the_next_run_waits_for_what_played_for_the_one_before(
        self, tmp_path: Path, lingering: "subprocess.Popen[bytes]"
    ) -> None:
        end = threading.Timer(0.2, lingering.communicate)
        end.start()
        with lock_records(tmp_path):
            assert lingering.wait(timeout=0) == 0
        end.join()

    def test_it_does_not_wait_for_ever(
        self, tmp_path: Path, lingering: "subprocess.Popen[bytes]"
    ) -> None:
        with (
            raises(UnavailableError, ExecutionSentence.WORKERS_STILL_THERE, seconds=0.1),
            lock_records(tmp_path, patience=0.1),
        ):
            pass

    def test_a_pool_that_was_shut_down_has_let_go(self, tmp_path: Path) -> None:
        with lock_records(tmp_path) as held, WorkerPool(2, held) as pool:
            assert pool.submit(abs, -1).result(timeout=PATIENCE) == 1
        with lock_records(tmp_path, patience=0):
            pass
