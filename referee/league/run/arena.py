"""The arena: where the matches of one process are played.

A thread of its own runs an event loop with a referee and its bots, and they stay warm
from match to match. `play` is what executors are given: it waits in the thread that calls
it, and any number of threads may call it at once.
"""

import asyncio
import contextlib
import logging
import sys
import tempfile
import threading
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import structlog

from referee.error import DataError
from referee.league.run.crew import Crew, Missing
from referee.league.run.task import MatchPlayed, MatchTask
from referee.record.durability import Durability
from referee.record.file import MemoryFile, RecordFile
from referee.record.resume import reopen
from referee.server.host import MatchHost
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings

T = TypeVar("T")


class Arena:
    """A referee with bots on a thread of its own. Close it to end them."""

    def __init__(self, server: ServerSettings | None = None, durable: str = "process") -> None:
        """Open it.

        Args:
            server: where network bots come to; None where there are none.
            durable: what a decision survives before anyone sees it, process or power.

        Raises:
            UnavailableError: when it cannot listen there.
        """
        self._server = server
        self._durability = Durability(durable)
        self._metrics = Metrics()
        self._stack = contextlib.AsyncExitStack()
        self._loop = asyncio.new_event_loop()
        self._playing: set[asyncio.Task[Any]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="arena", daemon=True)
        self._thread.start()
        try:
            self._wait(self._open())
        except BaseException:
            self._end()
            raise

    @property
    def address(self) -> str:
        """Where the referee listens."""
        return self._referee.address

    @property
    def referee(self) -> Referee:
        """The referee, to look at: it belongs to the thread of the arena."""
        return self._referee

    def overhead(self) -> float | None:
        """The 99th percentile of the referee's own time for a decision, in s, if known."""
        return self._metrics.overhead.quantile(0.99)

    def play(self, task: MatchTask) -> MatchPlayed:
        """Play a match, and wait for its end.

        Raises:
            StorageError: when its record cannot be kept.
            UsageError: when the game does not take its settings.
            CancelledError: when the arena is closed meanwhile.
        """
        return self._wait(self._play(task))

    def close(self) -> None:
        """End what is being played where it stands, the bots, and the referee."""
        if self._thread.is_alive():
            self._wait(self._close())
            self._end()

    # -- on the thread that calls

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # -- on the loop

    async def _open(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tianming-"))
            local = f"unix:{Path(folder) / 'referee.sock'}"
            settings = self._server or ServerSettings(local)
            settings = replace(
                settings,
                local=None if self._server is None else local,
                durability=self._durability,
            )
            referee = Referee(settings, metrics=self._metrics)
            self._referee = await stack.enter_async_context(referee)
            self._crew = Crew(self._referee)
            stack.push_async_callback(self._crew.close)
            self._stack = stack.pop_all()

    async def _close(self) -> None:
        for task in tuple(self._playing):
            task.cancel()
        if self._playing:
            await asyncio.wait(self._playing)
        await self._stack.aclose()
        await self._loop.shutdown_default_executor()

    async def _play(self, task: MatchTask) -> MatchPlayed:
        running = asyncio.current_task()
        assert running is not None
        self._playing.add(running)
        match_id, bots = task.settings.match_id, task.settings.bots
        try:
            await self._crew.join(task)
        except Missing as missing:
            self._crew.leave(match_id, bots)
            return MatchPlayed(match_id, failure=str(missing), absences=(missing.absence,))
        except BaseException:
            self._crew.leave(match_id, bots)
            raise
        else:
            return await self._referee_match(task)
        finally:
            self._playing.discard(running)

    async def _referee_match(self, task: MatchTask) -> MatchPlayed:
        memory = MemoryFile()
        match_id, bots = task.settings.match_id, task.settings.bots
        try:
            host = await self._host(task, memory)
            host.start()
            result = await asyncio.shield(host.done)
        except DataError as error:
            return MatchPlayed(match_id, failure=f"It cannot go on where it was cut off: {error}")
        finally:
            absences = tuple(self._crew.leave(match_id, bots))
        return MatchPlayed(
            match_id=match_id,
            outcome=result.outcome,
            digest=result.digest,
            record=bytes(memory.data) if task.record is None else None,
            absences=absences,
        )

    async def _host(self, task: MatchTask, memory: MemoryFile) -> MatchHost:
        """Take a match in, from its beginning or from where it was cut off."""
        if task.record is None:
            return self._referee.host(task.settings, memory)
        left = await asyncio.to_thread(reopen, task.record) if task.resume else None
        if left is not None:
            return self._referee.resume(left)
        return self._referee.host(task.settings, RecordFile(task.record))


_opening = threading.Lock()
_arenas: dict[str, Arena] = {}
"""The arenas of this process, where it is a worker, by what their records survive."""


def play(task: MatchTask) -> MatchPlayed:
    """Play a match in the arena of this process: what a worker does with a task."""
    with _opening:
        if not structlog.is_configured():
            _log_errors_only()
        if task.durable not in _arenas:
            _arenas[task.durable] = Arena(durable=task.durable)
        arena = _arenas[task.durable]
    return arena.play(task)


def _log_errors_only() -> None:
    """A worker's log is nobody's: what went wrong goes to stderr, and nothing else."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def close() -> None:
    """End what this process plays as a worker, and its bots."""
    with _opening:
        while _arenas:
            _arenas.popitem()[1].close()
