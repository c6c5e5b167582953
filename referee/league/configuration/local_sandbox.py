"""The sandbox of a league's local bots."""

from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.launch.supervisor.exit_status import MIB
from referee.league.configuration.settings import LeagueSettings


def local_sandbox(league: LeagueSettings) -> Sandbox:
    """Return the sandbox of the local bots of a league."""
    table = league.sandbox
    limits = SandboxLimits(
        memory=table.memory * MIB,
        disk=table.disk * MIB,
        tasks=table.processes,
        files=table.files,
        cpu=table.cpu,
        quota=table.quota,
        cores=table.cores,
    )
    readable = tuple(league.folder / path for path in table.reads.split(":") if path)
    return Sandbox(Preset(table.preset), limits, readable, tuple(league.secrets))
