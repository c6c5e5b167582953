"""The match runner: plays the matches of one process.

A thread of its own runs an event loop with a referee and its bots, and they stay warm
from match to match. `play` is what the workers of a pool are given: it waits in the thread
that calls it, and any number of threads may call it at once. `play_awaited` is for workers
that have an event loop, and takes no thread while a match is played.

A match runner is an executor too, for calls that are carried out where its referee is.
"""

import asyncio
import contextlib
import inspect
import logging
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import structlog
import uvloop

from referee.error import DataError
from referee.launch.match_task import LobbyLink, MatchPlayed, MatchTask
from referee.league.running.bot_supervisor import BotSupervisor, Missing
from referee.record.durability import Durability
from referee.record.file import MemoryFile, RecordFile
from referee.record.resume import reopen
from referee.record.signature import signing_key
from referee.runtime_folder import runtime_folder
from referee.server.host import MatchHost
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings

P = ParamSpec("P")
T = TypeVar("T")


class MatchRunner(Executor):
    """A referee with bots on a thread of its own. Shut it down to end them."""

    def __init__(
        self,
        server: ServerSettings | None = None,
        durable: str = "process",
        lobby: LobbyLink | None = None,
        guests: Mapping[str, str] | None = None,
    ) -> None:
        """Open it.

        Args:
            server: where network bots come to; None where there are none.
            durable: what a decision survives before anyone sees it, process or power.
            lobby: where network bots are invited from; None where they come by themselves.
            guests: network bots that are known from the beginning, with the hashes of
                their tokens.

        Raises:
            UnavailableError: when it cannot listen there.
        """
        self._server = server
        self._lobby = lobby
        self._guests = guests or {}
        self._durability = Durability(durable)
        self._metrics = Metrics()
        self._stack = contextlib.AsyncExitStack()
        self._loop = uvloop.new_event_loop()
        self._calls: set[asyncio.Task[Any]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="matches", daemon=True)
        self._thread.start()
        try:
            self._do(self._open()).result()
        except BaseException:
            self._end()
            raise

    @property
    def address(self) -> str:
        """Where the referee listens."""
        return self._referee.address

    @property
    def referee(self) -> Referee:
        """The referee, to look at: it belongs to the thread of the runner."""
        return self._referee

    def admit(self, guests: Mapping[str, str]) -> None:
        """Let network bots in, by the hashes of their tokens."""
        self._loop.call_soon_threadsafe(self._crew.admit, dict(guests))

    def overhead(self) -> float | None:
        """The 99th percentile of the referee's own time for a decision, in s, if known."""
        return self._metrics.overhead.quantile(0.99)

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Have a call carried out: a coroutine function on the runner's loop, others in a thread.

        Raises:
            RuntimeError: when the runner is shut down.
        """
        if not self._thread.is_alive():
            raise RuntimeError("the runner is shut down")
        return self._do(self._carry_out(partial(call, *args, **kwargs)))

    async def playing(self, task: MatchTask) -> MatchPlayed:
        """Play a match; to be submitted.

        Raises:
            StorageError: when its record cannot be kept.
            UsageError: when the game does not take its settings.
            CancelledError: when the runner is shut down meanwhile.
        """
        match_id, bots = task.settings.match_id, task.settings.bots
        try:
            await self._crew.join(task)
        except Missing as missing:
            self._crew.leave(match_id, bots)
            return MatchPlayed(failure=str(missing), absences=(missing.absence,))
        except BaseException:
            self._crew.leave(match_id, bots)
            raise
        return await self._referee_match(task)

    def play(self, task: MatchTask) -> MatchPlayed:
        """Play a match, and wait for its end; raises what `playing` does."""
        played: MatchPlayed = self.submit(self.playing, task).result()
        return played

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End what is being carried out where it stands, the bots, and the referee."""
        if self._thread.is_alive():
            self._do(self._close()).result()
            self._end()

    # -- on the thread that calls

    def _do(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # -- on the loop

    async def _carry_out(self, call: Callable[[], Any]) -> Any:
        running = asyncio.current_task()
        assert running is not None
        self._calls.add(running)
        try:
            if inspect.iscoroutinefunction(call):
                return await call()
            return await asyncio.to_thread(call)
        finally:
            self._calls.discard(running)

    async def _open(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=runtime_folder()))
            local = f"unix:{Path(folder) / 'referee.sock'}"
            settings = self._server or ServerSettings(local, direct=True)
            settings = replace(
                settings,
                local=None if self._server is None else local,
                durability=self._durability,
            )
            referee = Referee(settings, metrics=self._metrics)
            self._crew = BotSupervisor(referee, self._lobby)
            self._crew.admit(self._guests)
            self._referee = await stack.enter_async_context(referee)
            stack.push_async_callback(self._crew.close)
            self._stack = stack.pop_all()

    async def _close(self) -> None:
        for call in tuple(self._calls):
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls)
        await self._stack.aclose()
        await self._loop.shutdown_default_executor()

    async def _referee_match(self, task: MatchTask) -> MatchPlayed:
        memory = MemoryFile()
        match_id, bots = task.settings.match_id, task.settings.bots
        try:
            host = await self._host(task, memory)
            host.start()
            result = await host.done
        except DataError as error:
            return MatchPlayed(failure=f"It cannot go on where it was cut off: {error}")
        finally:
            absences = tuple(self._crew.leave(match_id, bots))
        return MatchPlayed(
            outcome=result.outcome,
            digest=result.digest,
            record=bytes(memory.data) if task.record is None else None,
            absences=absences,
        )

    async def _host(self, task: MatchTask, memory: MemoryFile) -> MatchHost:
        """Take a match in, from its beginning or from where it was cut off.

        Nobody holds the file of one that cannot be taken in.
        """
        if task.record is None:
            return self._referee.host(task.settings, memory)
        key = None if task.key is None else signing_key(task.key)
        left = await asyncio.to_thread(reopen, task.record, key) if task.resume else None
        if left is not None:
            try:
                return self._referee.resume(left)
            except BaseException:
                left.file.close()
                raise
        file = RecordFile(task.record, key)
        try:
            return self._referee.host(task.settings, file)
        except BaseException:
            file.abandon()
            raise


@dataclass(slots=True)
class _Kept:
    """A match runner of this process, and how many calls it is working at."""

    runner: MatchRunner
    calls: int


_opening = threading.Lock()
"""Held while a match runner is opened, for as long as that takes."""
_counting = threading.Lock()
"""Held while `_runners` or a count changes; no holder waits for anything."""
_runners: dict[tuple[str, LobbyLink | None], _Kept] = {}
"""The runners of this process, where it is a worker: for what their records survive, and by
where their network bots come from."""


def play(task: MatchTask) -> MatchPlayed:
    """Play a match in the runner of this process: what a worker does with a task."""
    kept = _enter(task)
    try:
        return kept.runner.play(task)
    finally:
        _leave(kept)


async def play_awaited(task: MatchTask) -> MatchPlayed:
    """The same for a worker with an event loop of its own, which goes on meanwhile.

    A worker of Dask plays so. A match in one of its threads would have it look at the stack
    of that thread a hundred times a second, for a profile that says that it waits.
    """
    kept = _enter_open(task)
    if kept is None:
        kept = await asyncio.to_thread(_enter, task)
    try:
        played: MatchPlayed = await asyncio.wrap_future(
            kept.runner.submit(kept.runner.playing, task)
        )
        return played
    finally:
        _leave(kept)


def _enter(task: MatchTask) -> _Kept:
    """The runner for a task, which stays open until `_leave`; may block."""
    with _opening:
        return _enter_open(task) or _open(task)


def _enter_open(task: MatchTask) -> _Kept | None:
    """The same if it is open already."""
    with _counting:
        kept = _runners.get((task.durable, task.lobby))
        if kept is not None:
            kept.calls += 1
        return kept


def _leave(kept: _Kept) -> None:
    with _counting:
        kept.calls -= 1


def _open(task: MatchTask) -> _Kept:
    """Open a match runner for a task; those for other runs of a league are closed, if they rest."""
    if not structlog.is_configured():
        _log_errors_only()
    for runner in _resting():
        runner.shutdown()
    server = None if task.lobby is None else task.lobby.server
    kept = _Kept(MatchRunner(server, task.durable, task.lobby), calls=1)
    with _counting:
        _runners[task.durable, task.lobby] = kept
    return kept


def _resting() -> list[MatchRunner]:
    """The runners for some run of a league in which nothing is played; nobody enters them again."""
    with _counting:
        keys = [key for key, kept in _runners.items() if key[1] is not None and not kept.calls]
        return [_runners.pop(key).runner for key in keys]


def _log_errors_only() -> None:
    """A worker's log is nobody's: what went wrong goes to stderr, and nothing else.

    Errors of ours are written without the values of variables, for those hold tokens and seeds.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def close() -> None:
    """End what this process plays as a worker, and its bots."""
    with _opening:
        with _counting:
            runners = [kept.runner for kept in _runners.values()]
            _runners.clear()
        for runner in runners:
            runner.shutdown()
