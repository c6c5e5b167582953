"""A pool of worker processes on this machine, as an executor.

Unlike in the pool of the standard library, a worker carries out many calls at once, which keeps its
bots busy: coroutine functions run on its event loop. A worker that dies affects no other: its calls
fail with `WorkerLost`, and a new worker takes its place.
"""

import contextlib
import itertools
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, ParamSpec

import structlog

from referee.error import UnavailableError
from referee.launch.local_bot import OnCrash, ignore
from referee.launch.match_task import WorkerLost
from referee.league.running.pickled_frame import CRASH, HEADER, framed, unframed
from referee.sentence.execution import ExecutionSentence

log = structlog.get_logger()

P = ParamSpec("P")

_MODULE = "referee.league.running.worker"

_PATIENCE = 5.0
"""Seconds a worker has to end after it has lost its connection."""

_MOST_STILLBORN = 3
"""Workers that end without one answer or cannot be started, all in a row, before the pool
gives up."""


class WorkerPool(Executor):
    """So many processes, each of which carries out any number of calls at once."""

    def __init__(self, workers: int, held: int | None = None, on_crash: OnCrash = ignore) -> None:
        """Start them.

        Args:
            workers: how many.
            held: a descriptor that each holds until it has ended.
            on_crash: is called, on any thread, at each crash of a bot that plays.
        """
        self._held = () if held is None else (held,)
        self._on_crash = on_crash
        self._lock = threading.Lock()
        self._closed = False
        self._stillborn = 0
        self._count = workers
        self._workers: list[_Worker] = []
        with self._lock:
            self._replace(workers)

    @property
    def pids(self) -> list[int]:
        """The processes of the workers."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Hand a call to the worker with the fewest; it and its arguments must pickle.

        Raises:
            UnavailableError: when no worker stays alive.
            RuntimeError: when the pool is shut down.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is shut down")
            if self._stillborn >= _MOST_STILLBORN:
                raise UnavailableError(ExecutionSentence.NO_WORKER_LIVES, count=_MOST_STILLBORN)
            self._replace(least=1)
            worker = min(self._workers, key=lambda each: len(each.pending), default=None)
            if worker is None:
                future.set_exception(WorkerLost("There is no worker process to play it."))
            else:
                worker.send(partial(call, *args, **kwargs), future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers and what they work at."""
        with self._lock:
            self._closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.hang_up()
        for worker in workers:
            worker.end()

    def _start(self) -> "_Worker":
        worker = _Worker(self._held, self._lost, self._on_crash)
        worker.listen()
        return worker

    def _replace(self, least: int) -> None:
        """Have so many workers at least, if the system starts them; later it may."""
        try:
            while len(self._workers) < least:
                self._workers.append(self._start())
        except (OSError, RuntimeError) as error:
            self._stillborn += 1
            log.error("worker_not_started", workers=len(self._workers), error=str(error))

    def _lost(self, worker: "_Worker") -> None:
        """A worker is gone: a new one takes its place."""
        with self._lock:
            if self._closed or worker not in self._workers:
                return
            self._stillborn = 0 if worker.answers else self._stillborn + 1
            log.warning("worker_lost", pid=worker.process.pid, calls=len(worker.pending))
            self._workers.remove(worker)
            self._replace(self._count)


class _Worker:
    """One process, and the calls it works at."""

    def __init__(
        self, held: tuple[int, ...], lost: Callable[["_Worker"], None], on_crash: OnCrash
    ) -> None:
        ours, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as stack:
            stack.enter_context(ours)
            self.process = subprocess.Popen(
                (sys.executable, "-m", _MODULE, str(theirs.fileno())),
                pass_fds=(theirs.fileno(), *held),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            stack.pop_all()
        self.pending: dict[int, Future[Any]] = {}
        self.answers = 0
        self._lost = lost
        self._on_crash = on_crash
        self._numbers = itertools.count()
        self._socket = ours
        self._answers = ours.makefile("rb")
        self._reader = threading.Thread(target=self._read, name="worker", daemon=True)

    def listen(self) -> None:
        """Begin to hear answers.

        Raises:
            RuntimeError: when there is no thread to be had; then its process has ended.
        """
        try:
            self._reader.start()
        except RuntimeError:
            self._let_go()
            raise

    def send(self, call: Callable[[], Any], future: Future[Any]) -> None:
        """Hand it a call; one that is gone fails it at once."""
        number = next(self._numbers)
        self.pending[number] = future
        try:
            self._socket.sendall(framed((number, call)))
        except OSError:
            if self.pending.pop(number, None) is not None:
                future.set_exception(self._word())

    def hang_up(self) -> None:
        """Let it end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Wait for its end."""
        self._reader.join()

    def _read(self) -> None:
        try:
            with contextlib.suppress(EOFError, OSError):
                self._receive()
        except Exception as error:
            log.error("worker_not_understood", pid=self.process.pid, error=repr(error))
        try:
            self._lost(self)
        finally:
            self._let_go()
            while self.pending:
                self.pending.popitem()[1].set_exception(self._word())

    def _receive(self) -> None:
        while True:
            number, result, error = unframed(self._next())
            if number == CRASH:
                self._on_crash(result)
                continue
            self.answers += 1
            future = self.pending.pop(number)
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _next(self) -> bytes:
        """The next answer.

        Raises:
            EOFError: when the worker has closed its end.
        """
        return self._read_exactly(*HEADER.unpack(self._read_exactly(HEADER.size)))

    def _read_exactly(self, size: int) -> bytes:
        data = self._answers.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def _let_go(self) -> None:
        """Have it end: when its calls are told that it is gone, it holds nothing any more."""
        self._answers.close()
        self._socket.close()
        self._reap()

    def _reap(self) -> None:
        """A process without a connection ends; one that does not is made to."""
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _word(self) -> WorkerLost:
        return WorkerLost(f"The worker process {self.process.pid} that played it is gone.")
