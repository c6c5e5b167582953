"""Execution backends: play matches in this process, in a pool of workers, or on a cluster.

Remote bots always connect to the league's process. Its referee plays their matches if they are
played there. Otherwise it is a lobby without matches, which invites the bots to the workers.
"""

import contextlib
import os
import queue
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Protocol

from referee.identifier import BotName, SessionId
from referee.launch.finished_match import PlayedMatch
from referee.launch.local_bot import Crash
from referee.launch.machine_speed import own_machine
from referee.launch.match_task import LobbyLink, MatchTask
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.cluster import DaskCluster
from referee.league.executor.cluster_matches import ClusterMatches, Warn
from referee.league.executor.machine_sets import SpeedPolicy
from referee.league.executor.match_runner import MatchRunner
from referee.league.executor.pool import WorkerPool
from referee.league.executor.worker_matches import play
from referee.league.lock import lock_records
from referee.server.address import KEYS
from referee.server.bench_notice import BenchNotice
from referee.server.dial import DialTarget
from referee.server.identity import new_token
from referee.server.lobby import BarredSession
from referee.server.log_output import LogSettings
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings


class NetworkBots(Protocol):
    """The remote bots that connect to the league's process."""

    @property
    def address(self) -> str:
        """Where they connect."""

    def admit(self, remote: Mapping[BotName, str]) -> None:
        """Admit these bots, by their tokens as `token_text` writes them, and no others."""

    def streams(self) -> Mapping[BotName, SessionId]:
        """Return the session id of each connected bot's stream; a new stream has a new id."""

    def versions(self) -> Mapping[BotName, str]:
        """Return the version in the `Hello` of each connected bot."""

    def hold(self, versions: Mapping[BotName, str]) -> None:
        """Let these bots play with these versions only, and all others with any version."""

    def barred(self) -> Mapping[BotName, BarredSession]:
        """Return the streams of bots with another version than `hold` allows; they do not play."""

    def wanted(self, bot: BotName) -> int:
        """Return the most matches at once that a connected bot asks for; 0 for any number."""

    def send_notice(self, bot: BotName, notice: BenchNotice) -> None:
        """Notify a bot that it is benched, if it is connected."""

    def dial(self, bot: DialTarget) -> None:
        """Dial a listening bot again and again, as if it connected by itself."""

    def drain(self, grace: float) -> None:
        """Notify the bots that the referee stops within `grace` seconds."""


class ExecutionBackend(Protocol):
    """Plays the matches of a league.

    Attributes:
        here: whether records are written into the league's own folder; if not, workers return
            them.
        network: the remote bots; None if the league has none.
        referee: the referee in this process that bots connect to; None if there is none.
        metrics: the counts of all matches.
        crashes: receives the crashes of local bots as they happen. A cluster does not use it: it
            reports crashes with the results of matches only.
    """

    here: bool
    network: NetworkBots | None
    referee: Referee | None
    metrics: Metrics
    crashes: "queue.SimpleQueue[Crash]"

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Submit a match, and return the future of its result."""


class LocalBackend:
    """Plays matches in a thread of this process."""

    def __init__(
        self, runner: MatchRunner, has_network: bool, crashes: "queue.SimpleQueue[Crash]"
    ) -> None:
        self.here = True
        self.network: NetworkBots | None = runner if has_network else None
        self.referee: Referee | None = runner.referee
        self.metrics = runner.metrics
        self.crashes = crashes
        self._runner = runner

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Submit a match to the thread."""
        return self._runner.submit(self._runner.play, task)


@dataclass(frozen=True, slots=True)
class WorkerLobby:
    """The lobby in this process, which invites remote bots to workers.

    Attributes:
        bots: the referee that the bots connect to; None if the league has no remote bots.
        link: how workers reach it; None likewise.
        log: how workers log.
    """

    bots: MatchRunner | None
    link: LobbyLink | None
    log: LogSettings

    @property
    def referee(self) -> Referee | None:
        """The referee of the lobby."""
        return None if self.bots is None else self.bots.referee

    def completed(self, task: MatchTask) -> MatchTask:
        """Return a task with the lobby and the log settings for its worker."""
        return replace(task, lobby=self.link, log=self.log)


class PoolBackend:
    """Plays matches on worker processes of this machine, which write the records."""

    def __init__(
        self, pool: WorkerPool, lobby: WorkerLobby, crashes: "queue.SimpleQueue[Crash]"
    ) -> None:
        self.here = True
        self.network: NetworkBots | None = lobby.bots
        self.referee = lobby.referee
        self.metrics = Metrics()
        self.crashes = crashes
        self.pool = pool
        self._lobby = lobby

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Send a match to the worker with the fewest matches."""
        return self.pool.submit(play, self._lobby.completed(task))


class ClusterBackend:
    """Plays matches on the workers of a Dask cluster, which return the records."""

    def __init__(self, matches: ClusterMatches, lobby: WorkerLobby) -> None:
        self.here = False
        self.network: NetworkBots | None = lobby.bots
        self.referee = lobby.referee
        self.metrics = Metrics()
        self.crashes = queue.SimpleQueue[Crash]()
        self._matches = matches
        self._lobby = lobby

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Send a match to the machine of its set."""
        return self._matches.begin(self._lobby.completed(task))


@contextlib.contextmanager
def open_backend(
    settings: LeagueSettings,
    network: Mapping[BotName, str] | None,
    log: LogSettings | None = None,
    warn: Warn = lambda _: None,
    server: ServerSettings | None = None,
) -> Iterator[ExecutionBackend]:
    """Open the execution backend of a league; leaving the context ends its matches.

    Args:
        settings: the league.
        network: the remote bots that it knows before it listens, with the hashes of their tokens;
            None if no bots connect over the network.
        log: how workers log; by default errors only.
        warn: receives a sentence about each machine of a cluster that `executor.speed` refuses.
        server: the listener for remote bots if matches are played here; by default that of the
            league.

    Raises:
        UnavailableError: when a listener cannot be opened, no cluster answers, or the workers of
            a killed run do not end.
        UsageError: when tokens or tickets would cross a network unencrypted.
    """
    executor, crashes = settings.executor, queue.SimpleQueue[Crash]()
    with contextlib.ExitStack() as stack:
        held = stack.enter_context(lock_records(settings.records))
        if executor.kind == "here":
            has_network = network is not None
            server = server or _server(settings, settings.server.listen)
            durable = settings.match.durable
            listener = server if has_network else None
            runner = MatchRunner(listener, durable, remote=network, on_crash=crashes.put)
            yield LocalBackend(stack.enter_context(runner), has_network, crashes)
            return
        lobby = WorkerLobby(None, None, log or LogSettings())
        if network is not None:
            lobby = stack.enter_context(_lobby(settings, network, lobby.log))
        if executor.kind == "dask":
            cluster = stack.enter_context(DaskCluster(executor.address))
            policy = SpeedPolicy(executor.speed, own_machine(settings.game))
            matches = ClusterMatches(cluster, settings.game, policy, warn)
            yield ClusterBackend(stack.enter_context(matches), lobby)
        else:
            workers = executor.workers or os.cpu_count() or 1
            pool = stack.enter_context(WorkerPool(workers, held, crashes.put))
            yield PoolBackend(pool, lobby, crashes)


@contextlib.contextmanager
def _lobby(
    settings: LeagueSettings, network: Mapping[BotName, str], log: LogSettings
) -> Iterator[WorkerLobby]:
    """Open a referee without matches as the lobby for remote bots."""
    secret, worker = new_token(), _server(settings, settings.executor.listen)
    worker.check()
    server = replace(_server(settings, settings.server.listen), secret=secret)
    with MatchRunner(server, remote=network) as runner:
        is_far, referee = settings.executor.kind == "dask", runner.referee
        link = LobbyLink(referee.link if is_far else referee.local_address, secret, worker)
        yield WorkerLobby(runner, link, log)


def _server(settings: LeagueSettings, listen: str) -> ServerSettings:
    """Return the settings of a listener for remote bots, here or at a worker."""
    tls, plaintext = settings.tls, settings.server.plaintext
    return ServerSettings(listen, tls=tls, plaintext=plaintext, names=KEYS)
