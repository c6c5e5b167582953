"""The pool: worker processes that play many matches at once, and may die."""

import asyncio
import errno
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest

from referee.cli.sentence import CommandSentence
from referee.error import MachineError, UnavailableError, UsageError
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask, WorkerLost
from referee.league.executor import pool as pools
from referee.league.executor.pool import WorkerPool
from referee.league.executor.sentence import ExecutionSentence
from referee.league.executor.worker_matches import play
from referee.machine_sentence import MachineSentence
from referee.record.reader import parse
from referee.record.verify import verify
from tests.errors import raises
from tests.league.executor.cluster import dragon, long, negated
from tests.league.executor.played import finished
from tests.patience import PATIENCE


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    """Two workers, that are ended in the end."""
    pool = WorkerPool(2)
    yield pool
    pool.shutdown()


async def fail(task: MatchTask) -> PlayedMatch:
    """What goes wrong in a worker."""
    raise UsageError(CommandSentence.NO_SUCH_MATCH, match=task.settings.match_id, league="l")


async def die(task: MatchTask) -> PlayedMatch:
    """What ends a worker."""
    os._exit(len(task.settings.match_id))


def no_process(*arguments: object, **more: object) -> None:
    """What the system says that starts no more processes."""
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def no_thread(thread: threading.Thread) -> None:
    """What it says that starts no more threads."""
    raise RuntimeError("can't start new thread")


def break_on_arrival() -> None:
    """What an answer is made of that cannot be."""
    raise ZeroDivisionError


class Garbled:
    """An answer that leaves a worker, and does not arrive."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return break_on_arrival, ()


async def garbled() -> Garbled:
    """Answer with that."""
    return Garbled()


async def stuck() -> None:
    """Wait for a thread that does not end."""
    await asyncio.to_thread(time.sleep, 600)


def processes() -> Iterator[int]:
    """All that there are on this machine."""
    return (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal())


class TestWorkers:
    """Matches are played elsewhere, and what they came to is here."""

    def test_every_record_returns_and_verifies(self, pool: WorkerPool) -> None:
        futures = [pool.submit(play, dragon(f"m{number}")) for number in range(8)]
        for number, future in enumerate(futures):
            played = finished(future.result())
            assert played.record is not None
            record = parse(played.record, "the record")
            verify(record)
            assert (record.header.match_id, record.digest) == (f"m{number}", played.digest)

    def test_an_error_is_raised_where_it_is_waited_for(self, pool: WorkerPool) -> None:
        with raises(UsageError, CommandSentence.NO_SUCH_MATCH, match="m1"):
            pool.submit(fail, dragon("m1")).result()


class TestDeath:
    """A worker that is killed fails what it plays, and nothing else."""

    def test_the_matches_of_a_killed_worker_are_lost_and_the_next_ones_are_played(
        self, pool: WorkerPool
    ) -> None:
        futures = [pool.submit(play, long(f"m{number}")) for number in range(4)]
        doomed = pool.pids[0]
        os.kill(doomed, signal.SIGKILL)
        done, _ = wait(futures, timeout=PATIENCE, return_when="FIRST_EXCEPTION")
        lost = [future for future in done if isinstance(future.exception(), WorkerLost)]
        assert len(lost) == 2
        finished(pool.submit(play, dragon("next")).result())
        assert doomed not in pool.pids
        assert len(pool.pids) == 2

    def test_calls_of_a_dead_worker_are_lost_where_no_new_one_can_be_started(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pool = WorkerPool(1)
        assert pool.submit(negated, -1).result() == 1
        with monkeypatch.context() as no_processes:
            no_processes.setattr(subprocess, "Popen", no_process)
            for call in (1, 2):
                with pytest.raises(WorkerLost):
                    pool.submit(die, dragon(f"m{call}")).result()
        assert pool.submit(negated, -3).result() == 3
        with monkeypatch.context() as no_threads:
            no_threads.setattr(threading.Thread, "start", no_thread)
            with pytest.raises(WorkerLost):
                pool.submit(die, dragon("m3")).result()
            for call in (4, 5):
                with pytest.raises(WorkerLost):
                    pool.submit(die, dragon(f"m{call}")).result()
            with raises(MachineError, MachineSentence.WORKERS_DO_NOT_START, count=3):
                pool.submit(die, dragon("m6"))
        pool.shutdown()

    def test_a_pool_without_processes_has_them_as_soon_as_the_system_starts_any(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as no_processes:
            no_processes.setattr(subprocess, "Popen", no_process)
            pool = WorkerPool(2)
            with pytest.raises(WorkerLost, match="There is no worker process"):
                pool.submit(negated, -1).result()
        assert pool.submit(negated, -2).result() == 2
        pool.shutdown()

    def test_an_answer_that_nobody_understands_loses_its_calls_and_no_others(
        self, pool: WorkerPool
    ) -> None:
        """They are lost when the worker has ended, and holds nothing any more."""
        before = set(pool.pids)
        there: queue.SimpleQueue[set[int]] = queue.SimpleQueue()
        future = pool.submit(garbled)
        future.add_done_callback(lambda _: there.put(before & set(processes())))
        assert isinstance(future.exception(timeout=PATIENCE), WorkerLost)
        assert len(before - set(pool.pids)) == 1
        assert there.get(timeout=PATIENCE) == before & set(pool.pids)
        assert len(pool.pids) == 2
        assert [pool.submit(negated, -number).result() for number in (1, 2)] == [1, 2]

    def test_workers_that_never_answer_are_not_started_for_ever(self) -> None:
        pool = WorkerPool(1)
        for _ in range(3):
            assert isinstance(pool.submit(die, dragon("m")).exception(), WorkerLost)
        with raises(UnavailableError, ExecutionSentence.NO_WORKER_LIVES, count=3):
            pool.submit(play, dragon("m"))
        pool.shutdown()


class TestEnd:
    """When a pool is shut down nothing of it is left."""

    def test_its_processes_are_gone(self) -> None:
        pool = WorkerPool(2)
        future = pool.submit(play, long("m"))
        pids = pool.pids
        pool.shutdown()
        assert future.exception() is not None
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    def test_a_pool_that_is_shut_down_accepts_no_call(self) -> None:
        pool = WorkerPool(1)
        pool.shutdown()
        with pytest.raises(RuntimeError, match="the pool is shut down"):
            pool.submit(negated, -1)

    def test_a_worker_ends_by_itself_whatever_it_is_at(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        killed: list[int] = []
        kill = subprocess.Popen.kill

        def noted(process: subprocess.Popen[bytes]) -> None:
            killed.append(process.pid)
            kill(process)

        monkeypatch.setattr(subprocess.Popen, "kill", noted)
        pool = WorkerPool(1)
        endless = pool.submit(stuck)
        assert pool.submit(negated, -1).result() == 1
        pool.shutdown()
        assert killed == []
        with pytest.raises(WorkerLost):
            endless.result()

    def test_a_process_that_does_not_end_by_itself_is_ended(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pools, "_PATIENCE", 0.1)
        pool = WorkerPool(1)
        assert pool.submit(negated, -1).result() == 1
        (stopped,) = pool.pids
        os.kill(stopped, signal.SIGSTOP)
        pool.shutdown()
        with pytest.raises(ProcessLookupError):
            os.kill(stopped, 0)
