"""Where matches are played: an executor, what it carries out, and how it is closed."""

import contextlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from referee.error import UsageError
from referee.league.run.arena import Arena, play
from referee.league.run.cluster import DaskCluster
from referee.league.run.pool import WorkerPool
from referee.league.run.task import Play
from referee.league.settings import LeagueSettings
from referee.server.referee import Referee, ServerSettings
from referee.server.tls import Tls


@dataclass(frozen=True, slots=True)
class Workplace:
    """An executor with what it is to carry out.

    `here` says whether it writes records into the league's own folder, or gives them back;
    `address` is where network bots come to, if they do; `overhead` gives the 99th
    percentile of the referee's own time for a decision, in seconds, where it is known.
    `referee` is the one that plays, where it is in this process.
    """

    executor: Executor
    play: Play
    here: bool
    address: str | None = None
    overhead: Callable[[], float | None] = lambda: None
    referee: Referee | None = None


@contextlib.contextmanager
def workplace(settings: LeagueSettings, network: bool) -> Iterator[Workplace]:
    """Open the place that the settings ask for; when it is left, what is played there ends.

    Args:
        settings: the league.
        network: whether bots come over the network.

    Raises:
        UnavailableError: when nobody can listen where they come to.
        UsageError: when bots of the network would have to play elsewhere.
    """
    if settings.executor.kind == "here":
        with _arena(settings, network) as place:
            yield place
    else:
        if network:
            raise UsageError(
                "bots of the network play where the league runs: set executor.kind to "
                '"here", or give them a command.'
            )
        executor = _workers(settings)
        try:
            yield Workplace(executor, play, False)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def _arena(settings: LeagueSettings, network: bool) -> Iterator[Workplace]:
    """This process."""
    arena = Arena(_server(settings) if network else None, settings.match.durable)
    try:
        with ThreadPoolExecutor(settings.limits.matches, "match") as executor:
            try:
                address = arena.address if network else None
                yield Workplace(executor, arena.play, True, address, arena.overhead, arena.referee)
            finally:
                executor.shutdown(wait=False, cancel_futures=True)
                arena.close()
    finally:
        arena.close()


def _workers(settings: LeagueSettings) -> Executor:
    """Other processes, here or on a cluster."""
    executor = settings.executor
    if executor.kind == "dask":
        return DaskCluster(executor.address)
    return WorkerPool(executor.workers or os.cpu_count() or 1, settings.limits.matches)


def _server(settings: LeagueSettings) -> ServerSettings:
    """Where network bots come to."""
    server, tls = settings.server, None
    if server.certificate:
        authority = settings.folder / server.client_ca if server.client_ca else None
        tls = Tls(settings.folder / server.certificate, settings.folder / server.key, authority)
    return ServerSettings(server.listen, tls=tls, plaintext=server.plaintext)
