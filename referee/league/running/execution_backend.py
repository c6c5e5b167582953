"""Execution backends: play matches in this process, in a pool of workers, or on a cluster."""

import contextlib
import os
import queue
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from referee.identifier import BotName
from referee.launch.finished_match import PlayedMatch
from referee.launch.local_bot import Crash
from referee.launch.match_task import LobbyLink, MatchTask
from referee.league.configuration.settings import LeagueSettings
from referee.league.running.attendance import (
    SendNotice,
    Streams,
    nobody_connected,
    send_nowhere,
)
from referee.league.running.cluster import DaskCluster
from referee.league.running.match_runner import MatchRunner
from referee.league.running.pool import WorkerPool
from referee.league.running.records_lock import lock_records
from referee.league.running.worker_matches import play, play_apart
from referee.server.address import KEYS
from referee.server.identity import new_token
from referee.server.log_output import LogSettings
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings


@dataclass(frozen=True, slots=True)
class ExecutionBackend:
    """Plays matches.

    Attributes:
        executor: runs `play` for each task.
        play: the function or coroutine function that plays a task; returns a `PlayedMatch`.
        here: whether records are written into the league's own folder; if not, workers return
            them.
        address: where network bots connect; None if there are none.
        overhead: returns the 99th percentile of the referee's own time per decision in seconds;
            None if unknown.
        referee: the referee in this process that bots connect to; None if there is none.
        admit: admits network bots by the hashes of their tokens, and no others.
        lobby: the lobby in this process, if workers in other processes play the matches.
        streams: returns the streams of the network bots that are connected to this process.
        send_notice: notifies one of these bots that it is benched.
        metrics: the counts of all matches.
        log: how workers log.
        crashes: receives the crashes of local bots as they happen. A cluster does not use it: it
            reports crashes with the results of matches only.
    """

    executor: Executor
    play: Callable[[MatchTask], Any]
    here: bool
    address: str | None = None
    overhead: Callable[[], float | None] = lambda: None
    referee: Referee | None = None
    admit: Callable[[Mapping[BotName, str]], None] = lambda remote_bots: None
    lobby: LobbyLink | None = None
    streams: Streams = nobody_connected
    send_notice: SendNotice = send_nowhere
    metrics: Metrics = field(default_factory=Metrics)
    log: LogSettings = LogSettings()
    crashes: queue.SimpleQueue[Crash] = field(default_factory=queue.SimpleQueue)

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Submit a match, and return the future of its result."""
        return self.executor.submit(self.play, task)


@contextlib.contextmanager
def open_backend(
    settings: LeagueSettings, network: bool, log: LogSettings | None = None
) -> Iterator[ExecutionBackend]:
    """Open the execution backend of a league; leaving the context ends its matches.

    Args:
        settings: the league.
        network: whether bots connect over the network.
        log: how workers log; by default errors only.

    Raises:
        UnavailableError: when a listener cannot be opened, no cluster answers, or the workers of
            a killed run do not end.
        UsageError: when tokens or tickets would cross a network unencrypted.
    """
    opened = _here if settings.executor.kind == "here" else _elsewhere
    with lock_records(settings.records) as held, opened(settings, network, held) as place:
        yield replace(place, log=log or LogSettings())


@contextlib.contextmanager
def _here(settings: LeagueSettings, network: bool, _: int) -> Iterator[ExecutionBackend]:
    """Open a backend that plays matches in this process."""
    server = _server(settings, settings.server.listen) if network else None
    durable, remote_bots = settings.match.durable, _remote_bots(settings)
    crashes = queue.SimpleQueue[Crash]()
    with MatchRunner(server, durable, remote=remote_bots, on_crash=crashes.put) as runner:
        address = runner.address if network else None
        yield ExecutionBackend(
            runner,
            runner.play,
            here=True,
            address=address,
            overhead=runner.overhead,
            referee=runner.referee,
            admit=runner.admit,
            streams=runner.streams,
            send_notice=runner.send_notice,
            metrics=runner.metrics,
            crashes=crashes,
        )


@contextlib.contextmanager
def _elsewhere(settings: LeagueSettings, network: bool, held: int) -> Iterator[ExecutionBackend]:
    """Open a backend that plays matches in other processes.

    Network bots connect to a lobby in this process, which invites them to the workers. The workers
    of a pool write records into the league's folder; those of a cluster return them.
    """
    with contextlib.ExitStack() as stack:
        is_far = settings.executor.kind == "dask"
        metrics = Metrics()
        overhead = partial(metrics.overhead.quantile, 0.99)
        place = partial(ExecutionBackend, here=not is_far, metrics=metrics, overhead=overhead)
        if network:
            place = partial(place, **stack.enter_context(_lobby(settings)))
        if is_far:
            cluster = stack.enter_context(DaskCluster(settings.executor.address))
            yield place(cluster, play_apart)
        else:
            workers = settings.executor.workers or os.cpu_count() or 1
            crashes = queue.SimpleQueue[Crash]()
            pool = stack.enter_context(WorkerPool(workers, held, crashes.put))
            yield place(pool, play, crashes=crashes)


@contextlib.contextmanager
def _lobby(settings: LeagueSettings) -> Iterator[dict[str, Any]]:
    """Open a referee without matches as the lobby for network bots.

    Yields the fields of `ExecutionBackend` that it provides.
    """
    secret, elsewhere = new_token(), _server(settings, settings.executor.listen)
    elsewhere.check()
    server = replace(_server(settings, settings.server.listen), secret=secret)
    with MatchRunner(server, remote=_remote_bots(settings)) as runner:
        is_far, here = settings.executor.kind == "dask", runner.referee
        lobby = LobbyLink(here.link if is_far else here.local_address, secret, elsewhere)
        yield {
            "address": runner.address,
            "admit": runner.admit,
            "lobby": lobby,
            "referee": here,
            "streams": runner.streams,
            "send_notice": runner.send_notice,
        }


def _remote_bots(settings: LeagueSettings) -> dict[BotName, str]:
    """Return the network bots of the league file, with the hashes of their tokens."""
    return {bot.name: bot.token for bot in settings.bots if bot.token}


def _server(settings: LeagueSettings, listen: str) -> ServerSettings:
    """Return the settings of a listener for network bots, here or at a worker."""
    tls, plaintext = settings.tls, settings.server.plaintext
    return ServerSettings(listen, tls=tls, plaintext=plaintext, names=KEYS)
