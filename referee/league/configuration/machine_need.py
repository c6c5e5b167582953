"""What a machine must allow its user, so that a league can be played on it."""

import os
from dataclasses import dataclass

from referee.launch.orchestrator import FILES_PER_BOT, OWN_FILES
from referee.league.configuration.settings import LeagueSettings
from referee.server.limits import Limits

_OWN_PROCESSES = 64
"""Processes and threads of the referee, its front, its workers and the pages."""

_PROCESSES_PER_BOT = 32
"""Processes and threads of a usual local bot with its supervisor; a bot may have more."""


@dataclass(frozen=True, slots=True)
class MachineNeed:
    """The limits that are enough.

    Attributes:
        files: open descriptors of the process that plays the matches.
        processes: processes and threads of the user.
        cores: cores for bots, beside the referee's; 0 without `sandbox.cores`.
    """

    files: int
    processes: int
    cores: int = 0


def need_of(league: LeagueSettings) -> MachineNeed:
    """Return what a league needs on this machine while as many matches run as it allows.

    Only the local bots of these matches count: the others are stopped when they need room.
    """
    bots = [bot for bot in league.bots if bot.enabled]
    local = sum(bool(bot.command) for bot in bots)
    if league.executor.kind == "dask":
        local = 0
    playing = min(local, league.limits.matches * league.seats)
    files = OWN_FILES + league.limits.matches + playing * FILES_PER_BOT
    if any(bot.token for bot in bots):
        files += Limits().max_connections
    cores = cores_at(league, league.limits.matches) if league.sandbox.cores else 0
    return MachineNeed(files, _OWN_PROCESSES + playing * _PROCESSES_PER_BOT, cores)


def cores_at(league: LeagueSettings, matches: int) -> int:
    """Return how many local bots run on this machine while so many matches are played at once.

    Each worker of a pool starts its own process for each bot.
    """
    executor = league.executor
    if executor.kind == "dask":
        return 0
    workers = (executor.workers or os.cpu_count() or 1) if executor.kind == "processes" else 1
    local = sum(bool(bot.command) for bot in league.bots if bot.enabled)
    return min(matches * min(league.seats, local), workers * local)


def matches_on(league: LeagueSettings, cores: int) -> int:
    """Return how many matches can be played at once if there are so many cores for bots."""
    most = league.limits.matches
    return max((count for count in range(most + 1) if cores_at(league, count) <= cores), default=0)
