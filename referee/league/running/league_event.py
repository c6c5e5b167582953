"""Events of a running league, for people and programs that follow it.

Each is a dataclass. `as_json` makes the object that `referee league run --events` prints: the
kind, which is the name of the class in snake_case, the time, and the fields.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from referee.identifier import BotName

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class LeagueEvent:
    """Something that happened while a league ran."""

    @classmethod
    def kind(cls) -> str:
        """Return the kind, such as `match_ended`."""
        words = cls.__name__.removesuffix("Event")
        return re.sub(r"(?<!^)(?=[A-Z])", "_", words).lower()


Notify = Callable[[LeagueEvent], None]
"""Receives each event as it happens."""


def ignore(event: LeagueEvent) -> None:
    """Receive an event that nobody wants."""


def as_json(event: LeagueEvent, time: datetime) -> dict[str, Json]:
    """Return an event as a JSON object; `time` is when it happened."""
    stamp = time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    values = {field.name: _json(getattr(event, field.name)) for field in fields(event)}
    return {"event": event.kind(), "time": stamp, **values}


def _json(value: object) -> Json:
    match value:
        case None | str() | int() | float():
            return value
        case Path():
            return str(value)
        case tuple() | list():
            return [_json(one) for one in value]
        case dict():
            return {str(key): _json(one) for key, one in value.items()}
    raise TypeError(f"{value!r} has no form in JSON")


@dataclass(frozen=True, slots=True)
class ListeningEvent(LeagueEvent):
    """Bots can connect."""

    address: str


@dataclass(frozen=True, slots=True)
class BotsAwaitedEvent(LeagueEvent):
    """The league waits for network bots before it starts matches, up to that many seconds."""

    bots: tuple[BotName, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class BotsMissingEvent(LeagueEvent):
    """The wait is over, and those bots have not connected."""

    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class RoundPlannedEvent(LeagueEvent):
    """A round starts."""

    round: int
    matches: int
    bots: tuple[BotName, ...]


@dataclass(frozen=True, slots=True)
class RoundEndedEvent(LeagueEvent):
    """A round is over."""

    round: int


@dataclass(frozen=True, slots=True)
class MatchEndedEvent(LeagueEvent):
    """A match has a result. Places, points and versions are by seat, as the bots are."""

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
    """An attempt ended without a record, and its match starts again."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class AttemptVoidEvent(LeagueEvent):
    """An attempt was void, and its match starts again."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class AttemptPostponedEvent(LeagueEvent):
    """An interrupted match cannot resume yet."""

    match: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoidedEvent(LeagueEvent):
    """A match is not played any more, and counts for no bot."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class RerunCancelledEvent(LeagueEvent):
    """A match is not played again after all: its earlier result stays."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotCrashedEvent(LeagueEvent):
    """The process of a local bot ended; `crashes` counts those of this run.

    `printed` is what it printed last. `file` has that, too, and how to see the crash again.
    """

    bot: BotName
    match: str
    reason: str
    crashes: int
    file: Path
    printed: str = ""


@dataclass(frozen=True, slots=True)
class BotBenchedEvent(LeagueEvent):
    """A bot starts no more matches."""

    bot: BotName
    reason: str


@dataclass(frozen=True, slots=True)
class BotReturnedEvent(LeagueEvent):
    """A benched network bot connected, and plays again."""

    bot: BotName


@dataclass(frozen=True, slots=True)
class OwnerNotifiedEvent(LeagueEvent):
    """A message to the owner of a benched bot is in a file."""

    bot: BotName
    file: Path


@dataclass(frozen=True, slots=True)
class CommandsReceivedEvent(LeagueEvent):
    """The run received commands of other processes."""

    count: int


@dataclass(frozen=True, slots=True)
class BotsReadEvent(LeagueEvent):
    """The run read the bots of the league file again."""

    count: int


@dataclass(frozen=True, slots=True)
class BotsKeptEvent(LeagueEvent):
    """The league file has an error, so the bots stay as they were."""

    reason: str


@dataclass(frozen=True, slots=True)
class RecordMissingEvent(LeagueEvent):
    """The record of a finished match is not there."""

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
    """A record has the name of a match, and is the record of another."""

    record: Path
    reason: str


@dataclass(frozen=True, slots=True)
class DrainingEvent(LeagueEvent):
    """The run starts no more matches; so many are in progress."""

    running: int


@dataclass(frozen=True, slots=True)
class SeasonStoppedEvent(LeagueEvent):
    """The next round cannot be played."""

    reason: str


@dataclass(frozen=True, slots=True)
class LeagueEndedEvent(LeagueEvent):
    """The run is over; always the last event.

    Attributes:
        league: name of the league.
        finish: why the run ended: `over`, `stuck` or `drained`.
        rounds: how many rounds are planned.
        matches: how many matches have a result.
        played: how many of them are from this run.
        voided: how many matches this run voided.
        seconds: how long it ran.
        conclusion: what the results decide, if the format is one that decides.
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
    table: list[dict[str, str | int | float]]
    ratings: list[dict[str, str | int | float | None]]
