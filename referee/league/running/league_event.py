"""Events of a running league.

Each event is a dataclass. `as_json` returns the object that `referee league run --events` prints:
the kind, the time, and the fields. The kind is the class name in snake_case without `Event`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from referee.identifier import BotName, MatchId, OwnerName

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class LeagueEvent:
    """An event of a running league; the base class of all others."""

    @classmethod
    def kind(cls) -> str:
        """Return the kind, such as `match_ended`."""
        words = cls.__name__.removesuffix("Event")
        return re.sub(r"(?<!^)(?=[A-Z])", "_", words).lower()


Notify = Callable[[LeagueEvent], None]
"""Receives each event as it happens."""


def ignore(event: LeagueEvent) -> None:
    """Ignore an event."""


def as_json(event: LeagueEvent, time: datetime) -> dict[str, Json]:
    """Return an event as a JSON object; `time` is the time of the event."""
    values = {field.name: _json(getattr(event, field.name)) for field in fields(event)}
    return {"event": event.kind(), "time": _stamp(time), **values}


def _stamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _json(value: object) -> Json:
    match value:
        case None | str() | int() | float():
            return value
        case Path():
            return str(value)
        case datetime():
            return _stamp(value)
        case tuple() | list():
            return [_json(one) for one in value]
        case dict():
            return {str(key): _json(one) for key, one in value.items()}
    raise TypeError(f"{value!r} has no form in JSON")


@dataclass(frozen=True, slots=True)
class ListeningEvent(LeagueEvent):
    """The referee listens at `address`, and bots can connect."""

    address: str


@dataclass(frozen=True, slots=True)
class EntriesListeningEvent(LeagueEvent):
    """The entry process listens at `address`, and owners can join and submit."""

    address: str


@dataclass(frozen=True, slots=True)
class BotsAwaitedEvent(LeagueEvent):
    """Before the first match, the league waits at most `seconds` for these remote bots."""

    bots: tuple[BotName, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class BotsMissingEvent(LeagueEvent):
    """The wait for remote bots is over, and these have not connected."""

    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class RoundPlannedEvent(LeagueEvent):
    """A round was planned, and starts."""

    round: int
    matches: int
    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class StepPlannedEvent(LeagueEvent):
    """A set was planned in a season without rounds; `why` says why it comes next."""

    step: int
    round: int
    bots: tuple[BotName, ...]
    why: str


@dataclass(frozen=True, slots=True)
class RoundAwaitedEvent(LeagueEvent):
    """The next round needs the results of `matches` matches in progress, of these bots."""

    round: int
    matches: int
    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class TooFewBotsEvent(LeagueEvent):
    """Only `here` bots can play, and a match needs `needed`: the season waits for the others."""

    here: int
    needed: int
    away: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class OwnersMeetEvent(LeagueEvent):
    """A planned round has tables with two bots of these owners: no other groups are possible."""

    round: int
    owners: tuple[OwnerName, ...]


@dataclass(frozen=True, slots=True)
class RoundEndedEvent(LeagueEvent):
    """A round is over."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundUnattendedEvent(LeagueEvent):
    """None of these bots connected or answered: the run ends, and the round stays open.

    `causes` says of listening bots why they did not answer.
    """

    round: int
    bots: tuple[BotName, ...]
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchEndedEvent(LeagueEvent):
    """A match has a result. Bots, versions, places and points are listed by seat."""

    match: str
    attempt: int
    bots: tuple[BotName, ...]
    versions: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    record: str


@dataclass(frozen=True, slots=True)
class AttemptFailedEvent(LeagueEvent):
    """An attempt failed without a sealed record. Its match is played again or given up."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class AttemptVoidEvent(LeagueEvent):
    """An attempt was void. Its match is played again or given up."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class AttemptPostponedEvent(LeagueEvent):
    """An interrupted attempt cannot resume yet."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoidedEvent(LeagueEvent):
    """A match became void: it is not played any more, and counts for no bot."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class RerunCancelledEvent(LeagueEvent):
    """The rerun of a match was cancelled: its earlier result still counts."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotCrashedEvent(LeagueEvent):
    """The process of a local bot ended during a match.

    Attributes:
        bot: the name of the bot.
        match: the match.
        reason: how the process ended.
        crashes: how often the bot has crashed in this run.
        file: the file with its last output and, if known, the command that repeats the crash.
        printed: its last output.
    """

    bot: BotName
    match: str
    reason: str
    crashes: int
    file: Path
    printed: str = ""


@dataclass(frozen=True, slots=True)
class BotBenchedEvent(LeagueEvent):
    """A bot was benched: it starts no more matches."""

    bot: BotName
    reason: str


@dataclass(frozen=True, slots=True)
class BotReturnedEvent(LeagueEvent):
    """A benched remote bot connected, and plays again."""

    bot: BotName


@dataclass(frozen=True, slots=True)
class OwnerNotifiedEvent(LeagueEvent):
    """The run wrote a message to the owner of a benched bot into `file`."""

    bot: BotName
    file: Path


@dataclass(frozen=True, slots=True)
class CommandsReceivedEvent(LeagueEvent):
    """The run received commands of other processes."""

    count: int


@dataclass(frozen=True, slots=True)
class BotsReadEvent(LeagueEvent):
    """The run read the bots again, those of the league file and those that owners entered.

    Attributes:
        count: how many there are.
        changed: those that joined or changed.
        left: those that play no more.
    """

    count: int
    changed: tuple[BotName, ...] = ()
    left: tuple[BotName, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerAwayEvent(LeagueEvent):
    """The database of the ledger does not answer; the run waits for it at most `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class BotsNotInFileEvent(LeagueEvent):
    """These bots play, although the league file does not name them (any more)."""

    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class BotsKeptEvent(LeagueEvent):
    """The league file has an error, so the bots stay as they were."""

    reason: str


@dataclass(frozen=True, slots=True)
class MachineRefusedEvent(LeagueEvent):
    """A machine of the cluster plays no matches, because of `executor.speed`."""

    reason: str


@dataclass(frozen=True, slots=True)
class PaceWaitEvent(LeagueEvent):
    """The pace of the season delays all waiting matches.

    Attributes:
        limit: the key of `[pace]`: `quiet`, `matches`, `matches_per_bot` or `disk`.
        reason: why, as a clause.
        until: when the next match may start; None if that depends on the organiser.
    """

    limit: str
    reason: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonCertainEvent(LeagueEvent):
    """Every rank is decided with the probability `certainty`, so the season ends."""

    certainty: float


@dataclass(frozen=True, slots=True)
class RecordMissingEvent(LeagueEvent):
    """The record of a finished match is missing."""

    match: str


@dataclass(frozen=True, slots=True)
class RecordStrayEvent(LeagueEvent):
    """A record belongs to no match of this league."""

    match: str


@dataclass(frozen=True, slots=True)
class RecordUnsoundEvent(LeagueEvent):
    """A record is damaged."""

    record: Path
    reason: str


@dataclass(frozen=True, slots=True)
class RecordForeignEvent(LeagueEvent):
    """A record is named after a planned match, but does not belong to it."""

    record: Path
    reason: str


@dataclass(frozen=True, slots=True)
class DrainingEvent(LeagueEvent):
    """The run starts no more matches; `running` matches are in progress."""

    running: int


@dataclass(frozen=True, slots=True)
class SeasonStoppedEvent(LeagueEvent):
    """The next round cannot be planned."""

    reason: str


@dataclass(frozen=True, slots=True)
class RoundScheduledEvent(LeagueEvent):
    """The schedule begins a round at `start`, in ISO 8601 and the time zone of the schedule."""

    round: int
    start: str


@dataclass(frozen=True, slots=True)
class RoundWaitsEvent(LeagueEvent):
    """A round waits for these bots, which are not connected."""

    round: int
    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class IntervalBeganEvent(LeagueEvent):
    """The command of `format.after_round` runs after a round, at most until `until`."""

    round: int
    until: datetime


@dataclass(frozen=True, slots=True)
class IntervalOverEvent(LeagueEvent):
    """The next round may begin; `problem` is a clause about the command, or empty."""

    round: int
    problem: str


@dataclass(frozen=True, slots=True)
class SeasonOverEvent(LeagueEvent):
    """All rounds are played, or the schedule has no more starts; the server stays up.

    `cause` is `rounds` or `schedule`.
    """

    rounds: int
    cause: str


@dataclass(frozen=True, slots=True)
class SettingsReadEvent(LeagueEvent):
    """The server read the league file again, and other settings than the bots have changed.

    Attributes:
        changed: the keys that changed; running matches end before the season goes on with them.
        kept: the keys that changed, but take effect only when the server starts again.
    """

    changed: tuple[str, ...]
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionRolledBackEvent(LeagueEvent):
    """A version of a hosted bot failed in its first sets.

    Attributes:
        bot: the bot.
        number: the version that failed.
        to: the version that plays instead; 0 if the bot is benched, because there is none.
        reason: how it failed, as a clause.
    """

    bot: BotName
    number: int
    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class FriendlyEndedEvent(LeagueEvent):
    """A friendly was played, or cannot be played; `bots` are by seat."""

    match: MatchId
    bots: tuple[BotName, ...]
    reason: str
    was_played: bool


@dataclass(frozen=True, slots=True)
class EntrantRefusedEvent(LeagueEvent):
    """A bot that an owner entered does not play, or keeps its earlier version."""

    bot: str
    owner: str
    reason: str


@dataclass(frozen=True, slots=True)
class EntriesLostEvent(LeagueEvent):
    """The journal of entries cannot be read; the season goes on with what it knew."""

    reason: str


@dataclass(frozen=True, slots=True)
class EntriesFoundEvent(LeagueEvent):
    """The journal of entries can be read again."""


@dataclass(frozen=True, slots=True)
class LeagueEndedEvent(LeagueEvent):
    """The run is over; always the last event.

    Attributes:
        league: name of the league.
        finish: why the run ended: `over`, `absent`, `stuck` or `drained`.
        rounds: how many rounds are planned.
        matches: how many matches have a result.
        played: how many of them are from this run.
        voided: how many matches this run voided.
        seconds: how long it ran.
        conclusion: what the results decide; None if the format decides nothing.
        benched: why each benched bot is benched.
        table: totals by bot.
        ratings: the rows of `referee table --json`.
    """

    league: str
    finish: str
    rounds: int
    matches: int
    played: int
    voided: int
    seconds: float
    conclusion: str | None
    benched: dict[str, str]
    table: list[dict[str, str | int | float | None]]
    ratings: list[dict[str, str | int | float | None]]
