"""A Dask cluster as an executor that survives a restart of the scheduler.

If a worker dies, Dask sends its calls to other workers. If the scheduler dies, all pending calls
are lost and fail with `WorkerLost`. New calls wait until a scheduler answers again at the same
address.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, ParamSpec

from referee.error import UnavailableError
from referee.event_log import structlog
from referee.launch.match_task import WorkerLost
from referee.league.executor.dask_worker import carry_out, pack
from referee.league.executor.sentence import ExecutionSentence

log = structlog.get_logger()

P = ParamSpec("P")

_BREATH = 0.5
"""Seconds between two tries to reach the scheduler."""

_FETCH = 30.0
"""The most seconds that fetching a completed result may take."""

_LIBRARIES = ("distributed", "tornado")

SCHEDULER_LOST = (OSError, RuntimeError, ValueError)
"""What Dask raises when the scheduler is lost while it answers."""


@dataclass(frozen=True, slots=True)
class ClusterCall:
    """A call that the cluster carries out: its future, and the future of Dask."""

    future: Future[Any]
    theirs: Any

    def cancel(self) -> None:
        """Forget the call; its future does not matter any more."""
        with contextlib.suppress(Exception):
            self.theirs.cancel()


class DaskCluster(Executor):
    """The workers of the scheduler at an address such as `tcp://host:8786`."""

    def __init__(self, address: str, patience: float = 60.0, start: float = 15.0) -> None:
        """Connect to the scheduler.

        Args:
            address: the address of the scheduler.
            patience: how long to wait for a lost scheduler to come back, in seconds.
            start: how long to wait for the first answer, in seconds.

        Raises:
            UnavailableError: when no scheduler answers, or Dask is not installed.
        """
        self._address = address
        self._patience = patience
        self._lock = threading.Lock()
        self._is_left = False
        self._client = self._reach(start)

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Send a coroutine function to any worker; see `call`."""
        return self.call(None, call, *args, **kwargs).future

    def call(
        self,
        workers: Sequence[str] | None,
        call: Callable[P, Any],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> ClusterCall:
        """Send a coroutine function to one of these workers, or to any worker for None.

        It blocks while the scheduler does not answer.

        A worker runs it on its event loop. Dask counts it against the worker's
        number of threads, although it uses none. Calls and arguments must pickle.

        Raises:
            RuntimeError: when the executor is shut down.
            UnavailableError: when the scheduler does not come back in time.
        """
        if self._is_left:
            raise RuntimeError("the cluster was left")
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        packed = pack(call, *args, **kwargs)
        began = time.monotonic()
        while True:
            try:
                theirs = self._connected().submit(
                    carry_out, packed, pure=False, workers=workers and list(workers)
                )
                break
            except SCHEDULER_LOST:
                if time.monotonic() - began > self._patience:
                    raise self._away() from None
                time.sleep(_BREATH)
        theirs.add_done_callback(lambda done: _hand_on(done, future))
        return ClusterCall(future, theirs)

    def threads(self) -> Mapping[str, int]:
        """Return the number of threads of each worker, by its address.

        Raises:
            SCHEDULER_LOST: when the scheduler does not answer now.
            UnavailableError: when it does not come back in time.
        """
        threads: Mapping[str, int] = self._connected().nthreads()
        return threads

    def ask(
        self, workers: Sequence[str], call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs
    ) -> dict[str, Any]:
        """Run a coroutine function on each of these workers beside its matches.

        Returns the results by the addresses of the workers; an exception for one that failed. It
        raises as `threads` does.
        """
        packed = pack(call, *args, **kwargs)
        answers: dict[str, Any] = self._connected().run(
            carry_out, packed, workers=list(workers), on_error="return"
        )
        return answers

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which cancels pending calls."""
        self._is_left = True
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)

    def _connected(self) -> Any:
        """Return a connected client; connects again if the scheduler was lost."""
        with self._lock:
            if self._client.status != "running":
                with contextlib.suppress(Exception):
                    self._client.close(timeout=1)
                log.warning("scheduler_lost", address=self._address)
                self._client = self._reach(self._patience)
            return self._client

    def _reach(self, patience: float) -> Any:
        try:
            import distributed
        except ImportError:
            raise UnavailableError(ExecutionSentence.DASK_MISSING) from None
        _redirect_log()
        connect: Callable[..., Any] = distributed.Client
        began = time.monotonic()
        while True:
            try:
                timeout = max(0.5, min(10.0, patience))
                return connect(self._address, timeout=timeout, set_as_default=False)
            except OSError:
                if time.monotonic() - began > patience:
                    raise self._away() from None
                time.sleep(_BREATH)

    def _away(self) -> UnavailableError:
        return UnavailableError(ExecutionSentence.NO_SCHEDULER, address=self._address)


def _hand_on(done: Any, future: Future[Any]) -> None:
    """Copy the result or error of a Dask future to a standard one.

    Results are fetched on the client's event loop, so no result has to wait for another one.
    """
    try:
        if done.status == "finished":
            asyncio.run_coroutine_threadsafe(_fetch(done, future), done.client.loop.asyncio_loop)
        elif done.status == "error":
            future.set_exception(_own(done.exception(timeout=_FETCH)))
        else:
            future.set_exception(WorkerLost("The cluster has forgotten it: its scheduler is gone."))
    except Exception as error:
        future.set_exception(WorkerLost(f"What it came to is gone with its scheduler ({error})."))


async def _fetch(done: Any, future: Future[Any]) -> None:
    try:
        async with asyncio.timeout(_FETCH):
            result = await done.client.gather(done, asynchronous=True)
    except (Exception, asyncio.CancelledError) as error:
        future.set_exception(WorkerLost(f"The worker that played it is gone ({error})."))
    else:
        future.set_result(result)


def _own(error: BaseException | None) -> BaseException:
    """Return the error of a call, or a `WorkerLost` if its workers died."""
    if error is None or type(error).__name__ in ("KilledWorker", "FutureCancelledError"):
        return WorkerLost("The workers that played it are gone.")
    return error


class DaskLogHandler(logging.Handler):
    """Writes the log of Dask to the referee's log instead of the terminal, at most as warnings.

    Dask logs long tracebacks when its scheduler is away. A run says so in one sentence.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, with its traceback."""
        write = log.warning if record.levelno >= logging.ERROR else log.info
        write("dask_log", logger=record.name, text=record.getMessage(), exc_info=record.exc_info)


def _redirect_log() -> None:
    """Redirect the loggers that Dask has set up; call this after its import."""
    for name in (*_LIBRARIES, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in _LIBRARIES:
            logger = logging.getLogger(name)
            if logger.handlers or name in _LIBRARIES:
                logger.handlers[:] = [DaskLogHandler()]
                logger.propagate = False
