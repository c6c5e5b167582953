"""Play matches on a cluster, each set on one machine, and move the sets of machines that are gone.

Each match is pinned to the workers of one machine. If Dask loses a worker, another worker of the
same machine plays its matches. If all of them are gone, Dask would wait for them forever, so a
thread looks at the workers every second, and moves the matches. All matches of a set move together.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from referee.error import TianmingError, UnavailableError
from referee.event_log import structlog
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.executor.cluster import SCHEDULER_LOST, ClusterCall, DaskCluster
from referee.league.executor.machine_sets import ClusterWorker, MachineSets, SpeedPolicy
from referee.league.executor.sentence import ExecutionSentence
from referee.league.executor.worker_matches import measure, play_apart
from referee.record.playing_machine import PlayingMachine

log = structlog.get_logger()

Warn = Callable[[str], None]
"""Receives the sentences about refused machines, in the thread that begins matches."""

_LOOK = 1.0
"""Seconds between two looks at the workers of the cluster."""

_GONE = 5.0
"""Seconds for which a machine may have no worker before its matches move; it may restart them."""


@dataclass(slots=True, eq=False)
class _Placed:
    """A match that was begun, where it is played, and since when its workers are gone."""

    task: MatchTask
    future: Future[PlayedMatch]
    machine: str = ""
    workers: tuple[str, ...] = ()
    call: ClusterCall | None = None
    gone: float | None = None


class ClusterMatches:
    """The matches that a cluster plays. Use it with `with`."""

    def __init__(self, cluster: DaskCluster, game: str, policy: SpeedPolicy, warn: Warn) -> None:
        self._cluster = cluster
        self._game = game
        self._warn = warn
        self._sets = MachineSets(policy)
        self._known: dict[str, PlayingMachine] = {}
        self._placed: set[_Placed] = set()
        self._warned: set[str] = set()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._watch = threading.Thread(target=self._look_again, name="machines", daemon=True)

    def __enter__(self) -> Self:
        """Start to watch the workers."""
        self._look()
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop to watch them."""
        self._closed.set()

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Send a match to the machine of its set; it waits while the cluster has no worker.

        Raises:
            UnavailableError: when the scheduler does not come back in time.
        """
        placed = _Placed(task, Future())
        placed.future.set_running_or_notify_cancel()
        with self._lock:
            self._placed.add(placed)
        if not self._sets.machines:
            self._look()
        self._report()
        self._place(placed)
        return placed.future

    def _report(self) -> None:
        """Report each refused machine once."""
        for name, sentence in tuple(self._sets.refusals.items()):
            if name not in self._warned:
                self._warned.add(name)
                self._warn(sentence)

    def _place(self, placed: _Placed) -> None:
        """Send a match to a machine unless that happened; if none may play, fail it or let it wait.

        The thread that begins a match and the one that watches may both want to place it.
        """
        with self._lock:
            if placed.workers:
                return
            machine = self._sets.assign(placed.task)
            refusals = tuple(self._sets.refusals.values())
            if machine is not None:
                placed.machine, placed.workers, placed.gone = machine.name, machine.workers, None
        if machine is not None:
            try:
                call = self._cluster.call(machine.workers, play_apart, machine.adapted(placed.task))
            except TianmingError:
                self._leave(placed)
                raise
            placed.call = call
            call.future.add_done_callback(partial(self._ended, placed, call))
        elif refusals:
            self._finish(
                placed,
                lambda future: future.set_exception(
                    UnavailableError(ExecutionSentence.NO_MACHINE_LEFT, why=refusals[0])
                ),
            )

    def _ended(self, placed: _Placed, call: ClusterCall, ended: Future[Any]) -> None:
        """Pass the result of a match on, unless it was moved meanwhile."""
        if placed.call is not call:
            return
        error = ended.exception()
        if error is not None:
            self._finish(placed, lambda future: future.set_exception(error))
        else:
            self._finish(placed, lambda future: future.set_result(ended.result()))

    def _finish(self, placed: _Placed, settle: Callable[[Future[PlayedMatch]], None]) -> None:
        with self._lock:
            if placed not in self._placed:
                return
            self._placed.discard(placed)
            if placed.machine:
                self._sets.release(placed.machine)
        settle(placed.future)

    # -- the thread that watches

    def _look_again(self) -> None:
        while not self._closed.wait(_LOOK):
            try:
                self._look()
                self._move()
            except TianmingError as error:
                self._fail_waiting(error)

    def _fail_waiting(self, error: TianmingError) -> None:
        """Fail the matches that wait for a machine, because there will be none."""
        with self._lock:
            waiting = [placed for placed in self._placed if not placed.workers]
        for placed in waiting:
            self._finish(placed, lambda future: future.set_exception(error))

    def _look(self) -> None:
        """Read which workers the cluster has, and ask new ones for their machine.

        If the scheduler is lost meanwhile, nothing changes until the next look.

        Raises:
            UnavailableError: when the scheduler does not come back in time.
        """
        try:
            threads = self._cluster.threads()
            new = tuple(sorted(threads.keys() - self._known.keys()))
            if new:
                self._known |= dict(self._ask(new))
        except SCHEDULER_LOST as error:
            log.info("workers_unknown", error=repr(error))
            return
        workers = [
            ClusterWorker(address, threads[address], machine)
            for address, machine in self._known.items()
            if address in threads
        ]
        self._known = {worker.address: worker.machine for worker in workers}
        with self._lock:
            self._sets.update(workers)

    def _ask(self, workers: Sequence[str]) -> Iterator[tuple[str, PlayingMachine]]:
        """Yield the machines of workers; a worker that is gone yields none.

        A worker with other software may fail. It then counts as a machine of unknown speed, and its
        matches show why.
        """
        for worker, answer in self._cluster.ask(workers, measure, self._game).items():
            if isinstance(answer, PlayingMachine):
                yield worker, answer
            elif not isinstance(answer, OSError):
                log.warning("speed_not_measured", worker=worker, error=repr(answer))
                yield worker, PlayingMachine(worker, 0, compiled=False)

    def _move(self) -> None:
        """Place the matches that wait, and those whose workers are gone for too long."""
        now, here = time.monotonic(), frozenset(self._known)
        with self._lock:
            placed = tuple(self._placed)
        for one in sorted(placed, key=lambda each: each.task.settings.match_id):
            if not one.workers:
                self._place(one)
            elif here.isdisjoint(one.workers):
                one.gone = one.gone or now
                is_back = one.machine in self._sets.machines
                if (is_back or now - one.gone > _GONE) and self._leave(one):
                    self._place(one)
            else:
                one.gone = None

    def _leave(self, placed: _Placed) -> bool:
        """Take a match away from its machine; return whether it was not over yet."""
        with self._lock:
            if placed not in self._placed:
                return False
            call, placed.call = placed.call, None
            self._sets.release(placed.machine)
            machine, placed.machine, placed.workers = placed.machine, "", ()
        log.warning("machine_lost", machine=machine, match=placed.task.settings.match_id)
        if call is not None:
            call.cancel()
        return True
