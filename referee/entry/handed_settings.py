"""What the season process hands to the processes of entries at their start, as JSON."""

import json
import os
import socket
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_worker import SeasonTerms
from referee.launch.sandbox import SandboxLimits
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.machine_need import need_of
from referee.league.configuration.settings import LeagueSettings
from referee.match.clock import ClockSettings
from referee.server.address import is_wildcard
from referee.server.log_output import LogSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSettings:
    """The settings of the processes of entries. They have no secret of the season.

    Attributes:
        address: the address at which it listens; the sockets come with the settings.
        entries: what the service says and demands.
        terms: what the season demands of a bot.
        store: the folder of the store.
        versions: the folder of all versions.
        toolchains: the folder of the toolchains.
        builds: how many submissions it works on at once.
        cores: the cores for builds and checks; empty for all.
        tls: whether the address has TLS.
        log: how it logs.
    """

    address: str
    entries: EntrySettings
    terms: SeasonTerms
    store: Path
    versions: Path
    toolchains: Path
    builds: int = 1
    cores: tuple[int, ...] = ()
    tls: bool = False
    log: LogSettings = field(default_factory=LogSettings)

    @classmethod
    def of(cls, league: LeagueSettings, address: str, log: LogSettings) -> Self:
        """Return the settings for a league."""
        table, folder = league.entry, league.folder
        reserved = tuple(bot.name.casefold() for bot in league.bots)
        owners = tuple(owner.name.casefold() for owner in league.owners)
        return cls(
            address=address,
            entries=EntrySettings(
                league=league.name,
                game=league.game,
                most_bytes=table.archive << 20,
                quotas=EntryQuotas(
                    table.submissions_per_day, table.waiting, league.freeze_time, reserved, owners
                ),
                most_stored=table.disk << 20,
                by_hand=table.approval == "organiser",
                connected=table.connected,
                friendlies=table.friendlies,
                seats=league.seats,
                look=0.5,
                bots_address=_bots_address(league),
            ),
            terms=SeasonTerms(
                game=league.game,
                clock=league.clock.settings,
                strikes=league.match.strikes,
                startup=league.match.startup,
                by_hand=table.approval == "organiser",
                limits=replace(local_sandbox(league).limits, cores=False),
                hidden=tuple(path.absolute() for path in league.secrets),
            ),
            store=(folder / table.store).absolute(),
            versions=(folder / table.versions).absolute(),
            toolchains=(folder / table.toolchains).absolute(),
            builds=table.builds,
            cores=build_cores(league),
            tls=league.entry_tls is not None,
            log=log,
        )

    def encode(self) -> bytes:
        """Return the settings as JSON."""
        return json.dumps(asdict(self), default=str).encode()

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Return the settings that `encode` has written."""
        facts: dict[str, Any] = json.loads(data)
        entries, terms = facts["entries"], facts["terms"]
        names = {key: tuple(entries["quotas"][key]) for key in ("reserved", "owners")}
        quotas = EntryQuotas(**entries["quotas"] | names)
        clock, limits = ClockSettings(**terms["clock"]), SandboxLimits(**terms["limits"])
        hidden = tuple(map(Path, terms["hidden"]))
        paths = {name: Path(facts[name]) for name in ("store", "versions", "toolchains")}
        decoded = {
            "entries": EntrySettings(**entries | {"quotas": quotas}),
            "terms": SeasonTerms(**terms | {"clock": clock, "limits": limits, "hidden": hidden}),
            "cores": tuple(facts["cores"]),
            "log": LogSettings(**facts["log"]),
        }
        return cls(**facts | paths | decoded)


def build_cores(league: LeagueSettings) -> tuple[int, ...]:
    """Return the cores for builds and checks, away from play; empty if there is one core.

    Without `sandbox.cores` they are the last quarter. With it, bots take the cores from the second
    on, so the builds get those that are left, or the referee's if none is.
    """
    cores = sorted(os.sched_getaffinity(os.getpid()))
    if len(cores) < 2:
        return ()
    if league.sandbox.cores:
        return tuple(cores[1 + need_of(league).cores :] or cores[:1])
    return tuple(cores[-max(1, len(cores) // 4) :])


def _bots_address(league: LeagueSettings) -> str:
    """Return the address at which bots of owners connect, as in `TIANMING_SERVER`.

    In place of a wildcard, it has the host at which owners reach the service, or this machine's.
    """
    listen = league.server.listen
    if listen.startswith("unix:"):
        return listen
    host, _, port = listen.rpartition(":")
    if is_wildcard(host):
        host = urlsplit(league.entry.address).hostname or socket.gethostname()
    return f"{'http' if league.tls is None else 'https'}://{host}:{port}"
