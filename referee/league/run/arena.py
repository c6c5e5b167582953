"""The arena: where the matches of one process are played.

A thread of its own runs an event loop with a referee and its bots, and they stay warm
from match to match. `play` is what executors are given: it waits in the thread that calls
it, and any number of threads may call it at once.
"""

import asyncio
import contextlib
import tempfile
import threading
from collections.abc import Coroutine
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from referee.league.run.crew import Crew, Missing
from referee.league.run.task import MatchPlayed, MatchTask
from referee.record.file import MemoryFile, RecordFile
from referee.server.referee import Referee, ServerSettings

T = TypeVar("T")


class Arena:
    """A referee with bots on a thread of its own. Close it to end them."""

    def __init__(self, server: ServerSettings | None = None) -> None:
        """Open it.

        Args:
            server: where network bots come to; None where there are none.

        Raises:
            UnavailableError: when it cannot listen there.
        """
        self._server = server
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
            if self._server is not None:
                settings = replace(settings, local=local)
            self._referee = await stack.enter_async_context(Referee(settings))
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
            await self._crew.join(match_id, task.players, task.startup)
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
        file = MemoryFile() if task.record is None else RecordFile(task.record)
        match_id, bots = task.settings.match_id, task.settings.bots
        try:
            host = self._referee.host(task.settings, file)
            host.start()
            result = await asyncio.shield(host.done)
        finally:
            absences = tuple(self._crew.leave(match_id, bots))
        return MatchPlayed(
            match_id=match_id,
            outcome=result.outcome,
            digest=result.digest,
            record=bytes(file.data) if isinstance(file, MemoryFile) else None,
            absences=absences,
        )


_opening = threading.Lock()
_arena = cache(Arena)


def arena() -> Arena:
    """The arena of this process, opened when it is first asked for."""
    with _opening:
        return _arena()


def play(task: MatchTask) -> MatchPlayed:
    """Play a match in the arena of this process: what a worker does with a task."""
    return arena().play(task)
