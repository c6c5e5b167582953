"""The settings of a league, as in `league.toml`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from referee.identifier import BotName, OwnerName
from referee.launch.preset import Preset
from referee.league.configuration.notify_settings import NotifySettings
from referee.league.format import Format
from referee.league.format.round_robin import RoundRobin
from referee.league.hosted_version import HostedVersion
from referee.league.key import Key
from referee.league.schedule import Schedule, moment_of, schedule_of
from referee.match.clock import ClockSettings, seconds
from referee.record.durability import Durability
from referee.server.identity import NAME
from referee.server.tls import Tls

_DAY = 86_400
_YEAR = 365 * _DAY

_NAME_FORM = (
    "1 to 40 letters, digits, spaces, dots, underscores and hyphens, with a letter or digit at "
    "both ends"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTable:
    """The clock of every seat in every match, in seconds."""

    decision: Annotated[float, Key("time for each decision", 0, _DAY)] = 5.0
    bank: Annotated[float, Key("reserve time for the whole match", 0, _DAY)] = 30.0
    increment: Annotated[float, Key("time added to the bank after a decision", 0, _DAY)] = 0.0
    grace: Annotated[
        float, Key("time after the budget in which an answer still counts", 0, _DAY)
    ] = 0.1
    first: Annotated[float, Key("extra time for a bot's first question", 0, _DAY)] = 5.0
    stall: Annotated[float, Key("pauses of this machine after which a match is void", 0, _DAY)] = (
        10.0
    )

    @property
    def settings(self) -> ClockSettings:
        """The clock settings of a match."""
        return ClockSettings(
            seconds(self.decision),
            seconds(self.bank),
            seconds(self.increment),
            seconds(self.grace),
            seconds(self.first),
            seconds(self.stall),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTable:
    """Other settings of every match."""

    strikes: Annotated[int, Key("faults after which a seat is forfeited", 1, 1_000)] = 3
    durable: Annotated[
        str,
        Key(
            "what a decision survives before anybody sees it: end of the process, or power loss",
            choices=tuple(one.value for one in Durability),
        ),
    ] = "process"
    startup: Annotated[float, Key("seconds for a bot to connect", 0.1, 3_600)] = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxTable:
    """How local bots are isolated from the machine and from each other."""

    preset: Annotated[
        str,
        Key(
            "preset; `referee doctor` shows which are available",
            choices=tuple(one.value for one in Preset),
        ),
    ] = "basic"
    memory: Annotated[int, Key("MiB of memory for all processes of a bot", 64, 1 << 24)] = 2048
    disk: Annotated[int, Key("MiB a bot may write to its scratch folder", 1, 1 << 24)] = 64
    processes: Annotated[int, Key("processes and threads of a bot", 1, 4_000_000)] = 256
    files: Annotated[int, Key("open descriptors per process", 1, 1 << 20)] = 1024
    cpu: Annotated[int, Key("seconds of processor time of a bot; 0: unlimited", 0, _YEAR)] = 0
    quota: Annotated[
        int,
        Key(
            "percent of one processor that a bot may use over time; 0: unlimited",
            0,
            1_000_000,
        ),
    ] = 0
    cores: Annotated[bool, Key("give each local bot of a match a processor core of its own")] = (
        False
    )
    reads: Annotated[str, Key("more paths that bots may read in strict, separated by colons")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageTable:
    """Where the league stores its data; paths are relative to the folder of the league file."""

    records: Annotated[str, Key("folder of the records", pattern=r".+", form="a path")] = "records"
    ledger: Annotated[
        str,
        Key(
            "URL of the ledger: sqlite:///FILE or postgresql://USER@HOST/DATABASE",
            pattern=r"(sqlite|postgresql(\+psycopg)?)://.+",
            form="sqlite:///FILE or postgresql://USER@HOST/DATABASE",
        ),
    ] = "sqlite:///ledger.db"
    key: Annotated[
        str, Key("key of `referee new key` that signs the records; empty: they are not signed")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsTable:
    """Limits, so that one bot or one round cannot block the league."""

    matches: Annotated[int, Key("matches played at once", 1, 100_000)] = 16
    matches_per_bot: Annotated[int, Key("matches of one bot played at once", 1, 10_000)] = 16
    bench_after: Annotated[
        int,
        Key(
            "consecutive matches that a bot misses before it is benched; 0: never",
            0,
            1_000_000,
        ),
    ] = 3
    round_minutes: Annotated[
        float,
        Key(
            "minutes after which a round starts no more matches; 0: unlimited; not for a ladder",
            0,
            _YEAR / 60,
        ),
    ] = 0.0
    open_rounds: Annotated[
        int,
        Key(
            "rounds played at once if a format needs no results; 1: each waits for the last",
            1,
            1_000,
        ),
    ] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleTable:
    """When `referee league serve` begins a round; without `at` and `every` it begins at once."""

    at: Annotated[
        str, Key('times of day, after their weekdays if any: "02:00" or "mon-fri 18:00, sun 10:00"')
    ] = ""
    every: Annotated[
        str, Key('an interval, counted from midnight, in place of at: "30 min", "6 h"')
    ] = ""
    zone: Annotated[str, Key('time zone of these times, such as "Europe/Berlin"')] = "UTC"
    until: Annotated[
        str,
        Key(
            'last day, or last moment, at which a round begins: "2026-12-20", "2026-12-20 18:00"; '
            "empty: no end"
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceTable:
    """How fast the season goes on, and when it has told enough."""

    matches: Annotated[
        int, Key("matches of the season that may start within an hour; 0: unlimited", 0, 1_000_000)
    ] = 0
    matches_per_bot: Annotated[
        int, Key("matches of one bot that may start within an hour; 0: unlimited", 0, 1_000_000)
    ] = 0
    quiet: Annotated[
        str,
        Key(
            "times of day at which no match starts, in schedule.zone: "
            '"22:00-07:00, sat-sun 12:00-14:00"'
        ),
    ] = ""
    certain: Annotated[
        float,
        Key(
            "probability that every rank is decided, at which the season ends; 0: never", 0.0, 0.999
        ),
    ] = 0.0
    disk: Annotated[
        int, Key("MiB of the folder of records at which no match starts; 0: unlimited", 0, 1 << 30)
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTable:
    """How the table rates the bots."""

    by_version: Annotated[
        bool, Key("whether each version of a bot is rated separately; false: all share a rating")
    ] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorTable:
    """What plays the matches."""

    kind: Annotated[
        str,
        Key(
            "this process, a pool of processes on this machine, or a Dask cluster",
            choices=("here", "processes", "dask"),
        ),
    ] = "here"
    workers: Annotated[int, Key("processes of the pool; 0: one for each core", 0, 4_096)] = 0
    address: Annotated[
        str,
        Key(
            "the Dask scheduler",
            pattern=r"|(tcp|tls)://.+:\d+",
            form='an address such as "tcp://host:8786"',
        ),
    ] = ""
    listen: Annotated[
        str,
        Key("where remote bots connect to a worker", pattern=r".+", form="host:port"),
    ] = "127.0.0.1:0"
    speed: Annotated[
        str,
        Key(
            "on machines of other speeds: only record the speed, scale the clock, or refuse "
            "machines below 0.8 of this one's speed",
            choices=("record", "scale", "refuse"),
        ),
    ] = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTable:
    """Where remote bots connect; needed only if there are any."""

    listen: Annotated[str, Key("host:port or unix:/path", pattern=".+", form="an address")] = (
        "127.0.0.1:50051"
    )
    tokens: Annotated[str, Key("file of hashes that `referee token` writes; empty: none")] = ""
    certificate: Annotated[str, Key("PEM file of the server's certificate; empty: no TLS")] = ""
    key: Annotated[str, Key("PEM file of the certificate's key")] = ""
    client_ca: Annotated[
        str, Key("PEM file of the CA that must have signed the bots' certificates")
    ] = ""
    plaintext: Annotated[
        bool, Key("allow plaintext beyond this machine, because a proxy terminates TLS")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesTable:
    """What the web pages of the league show, and when."""

    live: Annotated[
        bool, Key("show matches of games that hide something while they are played")
    ] = False
    delay: Annotated[
        int,
        Key("show live matches this many decisions late; above 0: also hidden games", 0, 10_000),
    ] = 0
    notes: Annotated[bool, Key("show what bots and the referee noted in matches")] = False
    cors: Annotated[bool, Key("let scripts of other sites read the API of the pages")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTable:
    """How owners enter bots by themselves. Without `listen` nobody can."""

    listen: Annotated[
        str, Key("host:port or unix:/path where owners join and submit; empty: entries are off")
    ] = ""
    address: Annotated[
        str,
        Key(
            "where owners reach it, for invitations, such as https://league.example:50052; empty: "
            "as listen",
            pattern=r"|(https?://|unix:).+",
            form="https://host:port, http://host:port or unix:/path",
        ),
    ] = ""
    certificate: Annotated[str, Key("PEM file of the certificate for owners; empty: no TLS")] = ""
    key: Annotated[str, Key("PEM file of the certificate's key")] = ""
    plaintext: Annotated[
        bool, Key("allow plaintext beyond this machine, because a proxy terminates TLS")
    ] = False
    store: Annotated[
        str, Key("folder of the journal and the archives of entries", pattern=r".+", form="a path")
    ] = "entry"
    versions: Annotated[
        str, Key("folder of the built versions of entries", pattern=r".+", form="a path")
    ] = "entries"
    toolchains: Annotated[
        str, Key("folder that `referee league prepare` fills", pattern=r".+", form="a path")
    ] = "toolchains"
    approval: Annotated[
        str,
        Key("who accepts a version that passed the check", choices=("check", "organiser")),
    ] = "check"
    freeze: Annotated[
        str,
        Key(
            "moment in schedule.zone from which no submission is taken, such as "
            '"2026-12-20 18:00"; empty: never'
        ),
    ] = ""
    submissions_per_day: Annotated[int, Key("submissions of an owner in 24 hours", 1, 100_000)] = 20
    waiting: Annotated[int, Key("submissions of an owner that wait at once", 1, 1_000)] = 5
    archive: Annotated[int, Key("MiB of an archive", 1, 1_024)] = 64
    disk: Annotated[
        int,
        Key("MiB of store and versions at which no submission is taken; 0: unlimited", 0, 1 << 30),
    ] = 20_480
    builds: Annotated[int, Key("submissions built and checked at once", 1, 64)] = 1
    connected: Annotated[
        bool, Key("allow owners to run a bot themselves and connect it with a token")
    ] = False
    friendlies: Annotated[bool, Key("allow owners to ask for friendlies")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings:
    """A bot of the league: a local bot, a remote bot, or a listening bot.

    A local bot has a `command`, a remote bot a `token`, and a listening bot an `address`. After
    the preflight check, `token` is always the SHA-256 of the token in hexadecimal, even if the file
    has the name of an entry in the token file.

    A bot that an owner entered is in no file. `rests` is why it does not play, empty if it does;
    `hosted` is its version if the organiser runs it, and `refused` are its versions that may not
    play any more. If its owner `connects` it, it rests until it comes with its token,
    and from the time `frozen_from` on it keeps its version; 0 is never.
    """

    name: Annotated[
        BotName,
        Key(
            "name in matches and tables",
            pattern=NAME.pattern,
            form=_NAME_FORM,
            example="greedy",
        ),
    ]
    command: Annotated[
        str,
        Key(
            "an installed bot, or a command line, run in the folder of this file",
            example="greedy",
        ),
    ] = ""
    token: Annotated[
        str, Key("SHA-256 of the bot's token, or the bot's name in the file of tokens")
    ] = ""
    address: Annotated[
        str,
        Key(
            "where the bot listens for the referee: http://host:port, https://host:port or "
            "unix:/path",
            pattern=r"|(https?://|unix:).+",
            form="http://host:port, https://host:port or unix:/path",
        ),
    ] = ""
    token_env: Annotated[
        str,
        Key(
            "environment variable with the token that a bot with an address expects",
            pattern=r"|TIANMING_[A-Z0-9_]+",
            form="the name of a variable that begins with TIANMING_, which no bot is started with",
        ),
    ] = ""
    enabled: Annotated[bool, Key("whether the bot plays from the start")] = True
    owner: Annotated[OwnerName, Key("name of its owner, as in [[owner]]; empty: it has none")] = (
        OwnerName("")
    )
    title: Annotated[
        str,
        Key(
            "name on the pages, in any script; empty: as name",
            pattern=r"|\S(.{0,38}\S)?",
            form="1 to 40 characters without a space at an end",
        ),
    ] = ""
    colour: Annotated[
        str,
        Key(
            "colour on the pages; empty: one that follows from the name",
            pattern=r"|#[0-9A-Fa-f]{6}",
            form='a colour such as "#a23a27"',
        ),
    ] = ""
    initial: Annotated[
        str,
        Key(
            "letters of its mark on the pages; empty: the first of its name",
            pattern=r"|\S{1,2}",
            form="one or two characters",
        ),
    ] = ""
    rests: str = ""
    connects: bool = False
    frozen_from: int = 0
    refused: frozenset[int] = frozenset()
    hosted: HostedVersion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerSettings:
    """An owner of bots, and how much the bots may take."""

    name: Annotated[
        OwnerName,
        Key("name in tables", pattern=NAME.pattern, form=_NAME_FORM, example="ada"),
    ]
    bots: Annotated[int, Key("most bots in the league at once; 0: unlimited", 0, 10_000)] = 0
    matches: Annotated[
        int, Key("matches of all its bots played at once; 0: unlimited", 0, 100_000)
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSettings:
    """The settings of a league.

    `folder` is the folder of the league file, to which paths are relative, and `file` its name.
    `variants` are the sets of the game's options; the sets of matches use them in turn.
    """

    name: Annotated[
        str,
        Key(
            "name of the league; names of matches begin with it",
            pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}",
            form="1 to 40 letters, digits, underscores and hyphens",
            example="season",
        ),
    ]
    game: Annotated[str, Key("name of the game; `referee games` lists them", example="dragon")]
    seats: Annotated[int, Key("bots in a match", 2, 100)]
    seed: Annotated[
        str,
        Key(
            "determines all draws and pairings; whoever knows it knows every future draw",
            pattern=r".{1,200}",
            form="a text of 1 to 200 characters",
            example="change me",
        ),
    ]
    same_draws: Annotated[
        bool, Key("whether the matches of a set have the same draws; false: each its own")
    ] = True
    variants: tuple[Mapping[str, str], ...] = ({},)
    format: Format = field(default_factory=RoundRobin)
    clock: ClockTable = field(default_factory=ClockTable)
    match: MatchTable = field(default_factory=MatchTable)
    sandbox: SandboxTable = field(default_factory=SandboxTable)
    storage: StorageTable = field(default_factory=StorageTable)
    limits: LimitsTable = field(default_factory=LimitsTable)
    schedule: ScheduleTable = field(default_factory=ScheduleTable)
    pace: PaceTable = field(default_factory=PaceTable)
    rating: RatingTable = field(default_factory=RatingTable)
    executor: ExecutorTable = field(default_factory=ExecutorTable)
    server: ServerTable = field(default_factory=ServerTable)
    pages: PagesTable = field(default_factory=PagesTable)
    entry: EntryTable = field(default_factory=EntryTable)
    bots: tuple[BotSettings, ...] = ()
    owners: tuple[OwnerSettings, ...] = ()
    notify: tuple[NotifySettings, ...] = ()
    folder: Path = field(default_factory=Path)
    file: str = "league.toml"

    @property
    def records(self) -> Path:
        """The folder of the records."""
        return self.folder / self.storage.records

    @property
    def ledger_url(self) -> str:
        """The URL of the ledger; the path of a SQLite file includes the league's folder."""
        prefix, separator, path = self.storage.ledger.partition("sqlite:///")
        if prefix or not separator:
            return self.storage.ledger
        return f"sqlite:///{self.folder / path}"

    @property
    def secrets(self) -> Iterator[Path]:
        """The paths that no bot may read or lock: seeds, records, journal, ledger, keys."""
        yield self.folder / self.file
        yield self.records
        prefix, separator, path = self.storage.ledger.partition("sqlite:///")
        if separator and not prefix:
            yield from (self.folder / f"{path}{ending}" for ending in ("", *_OF_SQLITE))
        yield self.folder / self.entry.store
        keys = (self.server.tokens, self.server.key, self.storage.key, self.entry.key)
        secrets = (target.secret_file for target in self.notify)
        yield from (self.folder / path for path in (*keys, *secrets) if path)

    @property
    def signing_key(self) -> Path | None:
        """The file of the key that signs the records; None if they are not signed."""
        return self.folder / self.storage.key if self.storage.key else None

    @property
    def tls(self) -> Tls | None:
        """The TLS settings of the server; None for plaintext."""
        table = self.server
        if not table.certificate:
            return None
        authority = self.folder / table.client_ca if table.client_ca else None
        return Tls(self.folder / table.certificate, self.folder / table.key, authority)

    @property
    def entry_tls(self) -> Tls | None:
        """The TLS settings of the entry process; None for plaintext."""
        table = self.entry
        if not table.certificate:
            return None
        return Tls(self.folder / table.certificate, self.folder / table.key)

    @property
    def freeze_time(self) -> int:
        """The time from which no submission is taken, in seconds since 1970; 0 for never.

        Raises:
            UsageError: when `entry.freeze` is no moment.
        """
        text = self.entry.freeze
        return int(moment_of(text, self.schedule.zone).timestamp()) if text else 0

    @property
    def rounds_schedule(self) -> Schedule | None:
        """When `referee league serve` begins a round; None if at once."""
        table = self.schedule
        return schedule_of(table.at, table.every, table.zone, table.until)

    @property
    def owner_of(self) -> dict[BotName, OwnerName]:
        """The owner of each bot that has one."""
        return {bot.name: bot.owner for bot in self.bots if bot.owner}

    @property
    def roster(self) -> tuple[BotName, ...]:
        """The names of the enabled bots, in the order of the file."""
        return tuple(bot.name for bot in self.bots if bot.enabled)


_OF_SQLITE = ("-journal", "-shm", "-wal", ".damaged", ".damaged-shm", ".damaged-wal")
"""The suffixes of the files that SQLite creates next to a database, and of a damaged one."""

SECTIONS: dict[str, type] = {
    "clock": ClockTable,
    "match": MatchTable,
    "sandbox": SandboxTable,
    "storage": StorageTable,
    "limits": LimitsTable,
    "schedule": ScheduleTable,
    "pace": PaceTable,
    "rating": RatingTable,
    "executor": ExecutorTable,
    "server": ServerTable,
    "pages": PagesTable,
    "entry": EntryTable,
}
"""The tables that every league has, by name."""
