"""Where matches are played: who has them played there, and how it is closed."""

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
    """Where matches are played.

    `play` is what `executor` carries out for each task, a coroutine function where that takes
    them; it gives a `PlayedMatch`. `here` says whether the record of a match is written into
    the league's own folder, or comes back; `address` is where network bots come to, if they
    do; `overhead` gives the 99th percentile of the referee's own time for a decision, in
    seconds, where it is known. `referee` is the one in this process that bots connect to.
    `admit` lets network bots in by the hashes of their tokens, and `lobby` says where those
    wait that play elsewhere. `streams` returns the streams of the network bots that are connected
    to this process, and `send_notice` tells one of them that it is benched. `metrics` is where all
    matches are counted, and `log` how workers log. `crashes` receives the crashes of local bots as
    they happen; a cluster reports them with their matches only.
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
        """Have a match played; gives what it will come to."""
        return self.executor.submit(self.play, task)


@contextlib.contextmanager
def open_backend(
    settings: LeagueSettings, network: bool, log: LogSettings | None = None
) -> Iterator[ExecutionBackend]:
    """Open the place that the settings ask for; when it is left, what is played there ends.

    Args:
        settings: the league.
        network: whether bots come over the network.
        log: how workers log; by default errors only.

    Raises:
        UnavailableError: when nobody can listen where they come to, or workers of a run that
            was killed do not end.
        UsageError: when nobody may, because tokens or tickets would cross a network bare.
    """
    opened = _here if settings.executor.kind == "here" else _elsewhere
    with lock_records(settings.records) as held, opened(settings, network, held) as place:
        yield replace(place, log=log or LogSettings())


@contextlib.contextmanager
def _here(settings: LeagueSettings, network: bool, _: int) -> Iterator[ExecutionBackend]:
    """This process."""
    server = _server(settings, settings.server.listen) if network else None
    durable, remote_bots = settings.match.durable, _remote_bots(settings)
    crashes = queue.SimpleQueue[Crash]()
    with MatchRunner(server, durable, remote=remote_bots, on_crash=crashes.put) as runner:
        address = runner.address if network else None
        yield ExecutionBackend(
            runner,
            runner.play,
            True,
            address,
            runner.overhead,
            runner.referee,
            runner.admit,
            streams=runner.streams,
            send_notice=runner.send_notice,
            metrics=runner.metrics,
            crashes=crashes,
        )


@contextlib.contextmanager
def _elsewhere(settings: LeagueSettings, network: bool, held: int) -> Iterator[ExecutionBackend]:
    """Other processes; network bots wait here until they are invited there.

    Those of this machine write the records where this one would.
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
    """A referee without matches, at which network bots connect."""
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
    """The bots of the league's file that come over the network, with hashes of tokens."""
    return {bot.name: bot.token for bot in settings.bots if bot.token}


def _server(settings: LeagueSettings, listen: str) -> ServerSettings:
    """Where network bots come to, here or at a worker."""
    tls, plaintext = settings.tls, settings.server.plaintext
    return ServerSettings(listen, tls=tls, plaintext=plaintext, names=KEYS)
