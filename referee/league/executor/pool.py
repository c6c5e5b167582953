"""A pool of worker processes on this machine, as an executor.

Unlike a worker of the standard library's pool, a worker of this pool carries out many calls at
once: it runs coroutine functions, and no others, on its event loop. If a worker dies, its calls
fail with `WorkerLost`, and the pool starts a new worker. The calls of other workers continue.
"""

import contextlib
import itertools
import json
import pickle
import socket
import struct
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, Final, ParamSpec

from referee.error import MachineError, UnavailableError
from referee.event_log import structlog
from referee.import_path import absolute_path, own_python
from referee.launch.local_bot import OnCrash, ignore
from referee.launch.match_task import WorkerLost
from referee.league.executor.sentence import ExecutionSentence
from referee.machine_error import machine_error
from referee.machine_sentence import MachineSentence

log = structlog.get_logger()

P = ParamSpec("P")

_MODULE = "referee.league.executor.worker"

_PATIENCE = 5.0
"""Seconds that a worker has to end after its connection was closed; then it is killed."""

_MOST_STILLBORN = 3
"""Consecutive workers that end without an answer or cannot be started, after which the pool
refuses calls."""

HEADER: Final = struct.Struct("!Q")
"""A frame between pool and worker is the length of a pickle in bytes, then the pickle."""

TOGETHER: Final = 8
"""Results wait for each other until there is one per this many matches in progress."""

CRASH: Final = -1
"""The number of an answer that reports the crash of a bot, and answers no call."""


def framed(message: Any) -> bytes:
    """Return a message as a frame.

    Raises what `pickle` raises if the message does not pickle.
    """
    data = pickle.dumps(message)
    return HEADER.pack(len(data)) + data


class WorkerPool(Executor):
    """A number of worker processes, each of which carries out many calls at once."""

    def __init__(self, workers: int, held: int | None = None, on_crash: OnCrash = ignore) -> None:
        """Start the workers.

        Args:
            workers: how many processes.
            held: a file descriptor that each worker keeps open until it ends.
            on_crash: called at each crash of a bot during a match, in any thread.
        """
        self._held = () if held is None else (held,)
        self._on_crash = on_crash
        self._lock = threading.Lock()
        self._closed = False
        self._stillborn = 0
        self._fault: MachineError | None = None
        self._count = workers
        self._workers: list[_Worker] = []
        with self._lock:
            self._replace(workers)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Send a coroutine function to the worker with the fewest calls.

        The function and its arguments must pickle.

        Raises:
            MachineError: when this machine did not start the last workers.
            UnavailableError: when too many consecutive workers ended without an answer.
            RuntimeError: when the pool is shut down.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is shut down")
            if self._stillborn >= _MOST_STILLBORN:
                raise self._fault or UnavailableError(
                    ExecutionSentence.NO_WORKER_LIVES, count=_MOST_STILLBORN
                )
            self._replace(least=1)
            worker = min(self._workers, key=lambda each: len(each.pending), default=None)
            if worker is None:
                future.set_exception(WorkerLost("There is no worker process to play it."))
            else:
                worker.send(partial(call, *args, **kwargs), future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers and their calls, and wait until they have ended."""
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
        """Start workers until there are `least`; if a start fails, log it and stop."""
        try:
            while len(self._workers) < least:
                self._workers.append(self._start())
        except (OSError, RuntimeError) as error:
            self._stillborn += 1
            sentence = MachineSentence.WORKERS_DO_NOT_START
            self._fault = machine_error(error, sentence, count=_MOST_STILLBORN)
            log.error("worker_not_started", workers=len(self._workers), error=str(error))

    def _lost(self, worker: "_Worker") -> None:
        """Replace a worker that is gone."""
        with self._lock:
            if self._closed or worker not in self._workers:
                return
            self._stillborn = 0 if worker.answers else self._stillborn + 1
            self._fault = None
            log.warning("worker_lost", pid=worker.process.pid, calls=len(worker.pending))
            self._workers.remove(worker)
            self._replace(self._count)


class _Worker:
    """One worker process, and its pending calls."""

    def __init__(
        self, held: tuple[int, ...], lost: Callable[["_Worker"], None], on_crash: OnCrash
    ) -> None:
        ours, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as stack:
            stack.enter_context(ours)
            self.process = subprocess.Popen(
                own_python(_MODULE, str(theirs.fileno()), json.dumps(absolute_path())),
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
        """Start the thread that receives answers.

        Raises:
            RuntimeError: when the thread cannot be started; the process has ended by then.
        """
        try:
            self._reader.start()
        except RuntimeError:
            self._let_go()
            raise

    def send(self, call: Callable[[], Any], future: Future[Any]) -> None:
        """Send a call to the worker; if the worker is gone, the call fails at once."""
        number = next(self._numbers)
        self.pending[number] = future
        try:
            self._socket.sendall(framed((number, call)))
        except OSError:
            if self.pending.pop(number, None) is not None:
                future.set_exception(self._word())

    def hang_up(self) -> None:
        """Shut down the connection, so that the worker ends."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Wait until the worker has ended."""
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
            for number, result, error in pickle.loads(self._next()):
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
        """Return the next message of the worker, pickled.

        Raises:
            EOFError: when the worker has closed the connection.
        """
        return self._read_exactly(*HEADER.unpack(self._read_exactly(HEADER.size)))

    def _read_exactly(self, size: int) -> bytes:
        data = self._answers.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def _let_go(self) -> None:
        """Close the connection and end the process, before its calls fail."""
        self._answers.close()
        self._socket.close()
        self._reap()

    def _reap(self) -> None:
        """Wait until the process ends without its connection; kill it if it does not."""
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _word(self) -> WorkerLost:
        return WorkerLost(f"The worker process {self.process.pid} that played it is gone.")
