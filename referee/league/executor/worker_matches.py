"""Play the matches of a worker process on orchestrators that stay open between matches.

A worker process plays all of its matches on one event loop. In a worker of a pool this is the main
loop, and the pool sends calls of `play`. The loop of a Dask worker must not be blocked by matches,
so a cluster sends calls of `play_apart`, which plays on a loop in another thread.
"""

import asyncio
import contextlib
import sys
import threading
from dataclasses import dataclass, field, replace
from typing import Final, Self

from referee.event_log import structlog
from referee.launch.finished_match import FinishedMatch, PlayedMatch
from referee.launch.local_bot import OnCrash, ignore
from referee.launch.machine_speed import own_machine
from referee.launch.match_task import LobbyLink, MatchTask
from referee.launch.orchestrator import Orchestrator
from referee.league.executor.dask_worker import bound_end
from referee.league.executor.loop_thread import LoopThread
from referee.record.durability import Durability
from referee.record.playing_machine import PlayingMachine
from referee.record.summary import read_summary
from referee.server.log_output import LogSettings, start_log
from referee.server.metrics import Metrics

OrchestratorKey = tuple[str, LobbyLink | None]
"""The durability and the lobby. Matches with the same key share an orchestrator."""


@dataclass(slots=True)
class _Open:
    """An open orchestrator.

    Attributes:
        orchestrator: the orchestrator.
        metrics: everything that it has counted.
        reported: the part of `metrics` that was returned to the league.
        stack: closes the orchestrator.
        matches: how many matches it plays now.
    """

    orchestrator: Orchestrator
    metrics: Metrics
    reported: Metrics = field(default_factory=Metrics)
    stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)
    matches: int = 0

    def counted(self) -> Metrics:
        """Return what was counted since the last call."""
        new = self.metrics.since(self.reported)
        self.reported.add(new)
        return new


class WorkerMatches:
    """The orchestrators of one event loop. Leaving `async with` ends them and their bots."""

    def __init__(self, on_crash: OnCrash = ignore) -> None:
        """`on_crash` is called at each crash of a local bot during a match."""
        self._on_crash = on_crash
        self._open: dict[OrchestratorKey, _Open] = {}
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Open nothing; the first match opens an orchestrator."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all orchestrators and their bots."""
        async with self._opening:
            places, self._open = tuple(self._open.values()), {}
            await asyncio.gather(*(place.stack.aclose() for place in places))

    @property
    def keys(self) -> tuple[OrchestratorKey, ...]:
        """The keys of the open orchestrators."""
        return tuple(self._open)

    async def play(self, task: MatchTask) -> PlayedMatch:
        """Play a match; see `Orchestrator.play`.

        This process summarises a record that it wrote to disk, so the league's process need not.
        """
        place = await self._enter((task.durable, task.lobby))
        try:
            played = await place.orchestrator.play(task)
            if isinstance(played, FinishedMatch) and task.record is not None:
                summary = await asyncio.to_thread(read_summary, task.record)
                played = replace(played, summary=summary)
            return replace(played, metrics=place.counted())
        finally:
            place.matches -= 1

    async def _enter(self, key: OrchestratorKey) -> _Open:
        """Return the orchestrator for a key, and count one more match on it.

        It stays open at least until `play` has subtracted the match again.
        """
        async with self._opening:
            place = self._open.get(key)
            if place is None:
                await self._close_resting()
                durable, lobby = key
                server = None if lobby is None else lobby.server
                metrics = Metrics()
                orchestrator = Orchestrator(
                    server, Durability(durable), lobby, None, metrics, self._on_crash
                )
                place = _Open(orchestrator, metrics)
                await place.stack.enter_async_context(place.orchestrator)
                self._open[key] = place
            place.matches += 1
            return place

    async def _close_resting(self) -> None:
        """Close idle orchestrators with a lobby: they served earlier runs of a league."""
        resting = [key for key, place in self._open.items() if key[1] is not None]
        for key in resting:
            if not self._open[key].matches:
                await self._open.pop(key).stack.aclose()


@dataclass(slots=True)
class _Process:
    """What a worker process keeps between matches.

    `on_crash` is called at each crash of a local bot during a match. `is_bounded` is whether
    `bound_end` was called.
    """

    on_crash: OnCrash = ignore
    matches: WorkerMatches | None = None
    thread: LoopThread | None = None
    log: LogSettings | None = None
    is_bounded: bool = False


_PROCESS: Final = _Process()


def report_crashes(on_crash: OnCrash) -> None:
    """Set what `play` calls at each crash of a local bot. Call this before the first match."""
    _PROCESS.on_crash = on_crash


async def play(task: MatchTask) -> PlayedMatch:
    """Play a match on the running loop; all matches of the process must use the same loop."""
    _start_log(task.log)
    if _PROCESS.matches is None:
        _PROCESS.matches = WorkerMatches(_PROCESS.on_crash)
    return await _PROCESS.matches.play(task)


async def play_apart(task: MatchTask) -> PlayedMatch:
    """Play a match on a loop in a separate thread, without blocking the running loop."""
    _start_log(task.log)
    if not _PROCESS.is_bounded and _is_dask_worker():
        _PROCESS.is_bounded = True
        bound_end()
    if _PROCESS.thread is None or _PROCESS.matches is None:
        _PROCESS.thread = LoopThread("matches")
        _PROCESS.matches = _PROCESS.thread.enter(WorkerMatches())
    playing = _PROCESS.thread.submit(_PROCESS.matches.play, task)
    played: PlayedMatch = await asyncio.wrap_future(playing)
    return played


async def measure(game: str) -> PlayingMachine:
    """Return the machine of this process with its speed in a game."""
    return await asyncio.to_thread(own_machine, game)


async def close() -> None:
    """End the matches of this worker process, and their bots."""
    matches, thread = _PROCESS.matches, _PROCESS.thread
    _PROCESS.matches = _PROCESS.thread = None
    if thread is not None:
        await asyncio.to_thread(thread.shutdown)
    elif matches is not None:
        await matches.__aexit__()


def _is_dask_worker() -> bool:
    """Whether this process runs `dask worker`; its main thread then runs the worker's loop."""
    if threading.current_thread() is not threading.main_thread():
        return False
    dask = sys.modules.get("distributed")
    if dask is None:
        return False
    try:
        dask.get_worker()
    except ValueError:
        return False
    return True


def _start_log(settings: LogSettings) -> None:
    """Log as the league does, unless other code has configured logging in this process."""
    if _PROCESS.log is None and structlog.is_configured():
        return
    if settings != _PROCESS.log:
        start_log(settings)
        _PROCESS.log = settings
