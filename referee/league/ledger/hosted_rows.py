"""Hosted bots and friendlies in the tables of a ledger."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, delete, func, insert, select, update

from referee.identifier import BotName
from referee.league.attempt import Ending
from referee.league.hosted_version import HostedVersion
from referee.league.ledger.journal_event import BotListed, FriendlyEnded, VersionRolledBack
from referee.league.ledger.schema import attempt, bot, friendly, hosted_version, seat


@dataclass(frozen=True, slots=True)
class ListedVersion:
    """A version of a hosted bot that the season has listed.

    Attributes:
        command: the command that starts it.
        hosted: the version.
        failed: how it was rolled back; None if it was not.
        matches: how many of its matches have a result.
    """

    command: str
    hosted: HostedVersion
    failed: VersionRolledBack | None
    matches: int


def hosted_text(hosted: HostedVersion | None) -> str | None:
    """Return a version as the column `hosted` has it."""
    return None if hosted is None else json.dumps(asdict(hosted), separators=(",", ":"))


def hosted_of(text: str | None) -> HostedVersion | None:
    """Return the version in a column `hosted`."""
    return None if text is None else HostedVersion.of(json.loads(text))


def keep_version(connection: Connection, event: BotListed) -> None:
    """Store the version of a hosted bot; one that failed before keeps that mark."""
    hosted = event.hosted
    if hosted is None:
        return
    known = hosted_version.c
    which = (known.bot == event.bot) & (known.number == hosted.number)
    failed = connection.scalar(select(known.failed).where(which)) or ""
    connection.execute(delete(hosted_version).where(which))
    row = {
        "bot": event.bot,
        "number": hosted.number,
        "command": event.command or "",
        "hosted": hosted_text(hosted),
        "failed": failed,
    }
    connection.execute(insert(hosted_version), row)


def roll_back(connection: Connection, event: VersionRolledBack) -> None:
    """Mark a version as failed, and store why at its bot."""
    known = hosted_version.c
    which = (known.bot == event.bot) & (known.number == event.number)
    failed = json.dumps((event.to, event.reason))
    connection.execute(update(hosted_version).where(which).values(failed=failed))
    now = f"version {event.to} plays again" if event.to else "it has no earlier version that played"
    why = f"version {event.number} {event.reason}: {now}"
    connection.execute(update(bot).where(bot.c.name == event.bot).values(rolled_back=why))


def _rolled_back(name: BotName, number: int, failed: str) -> VersionRolledBack | None:
    return VersionRolledBack(name, number, *json.loads(failed)) if failed else None


def listed_versions(connection: Connection, name: BotName) -> Iterator[ListedVersion]:
    """Yield the versions of a hosted bot, by number."""
    known = hosted_version.c
    columns = select(known.command, known.hosted, known.failed).where(known.bot == name)
    for command, text, failed in connection.execute(columns.order_by(known.number)).all():
        hosted = HostedVersion.of(json.loads(text))
        rolled_back = _rolled_back(name, hosted.number, failed)
        yield ListedVersion(command, hosted, rolled_back, _matches_of(connection, name, hosted))


def _matches_of(connection: Connection, name: BotName, hosted: HostedVersion) -> int:
    """Return how many matches of a version have a result."""
    is_its = attempt.c.versions.contains(json.dumps(hosted.name), autoescape=True)
    matches = (
        select(func.count(attempt.c.match_id.distinct()))
        .join(seat, seat.c.match_id == attempt.c.match_id)
        .where(seat.c.bot == name, attempt.c.ending == Ending.SEALED.value, is_its)
    )
    return connection.scalar(matches) or 0


def events_of_versions(
    connection: Connection, listed: BotListed
) -> Iterator[BotListed | VersionRolledBack]:
    """Yield the events that list all versions of a bot, the present one last."""
    versions = listed_versions(connection, listed.bot)
    now = listed.hosted
    for one in sorted(versions, key=lambda one: _restated(one, now)):
        yield replace(listed, command=one.command, token=None, hosted=one.hosted)
        if one.failed is not None:
            yield one.failed
    if now is None:
        yield listed


def _restated(one: ListedVersion, now: HostedVersion | None) -> tuple[bool, bool, int]:
    """Return the order of a version: the one that the present one replaced comes just before it."""
    is_now = now is not None and one.hosted.number == now.number
    is_same_choice = now is not None and one.hosted.choice == now.choice
    return is_now, is_same_choice and one.failed is not None, one.hosted.number


def end_friendly(connection: Connection, event: FriendlyEnded) -> None:
    """Store a friendly that ended; the first ending of a number stands."""
    if connection.scalar(select(friendly.c.number).where(friendly.c.number == event.number)):
        return
    row = {**asdict(event), "bots": json.dumps(event.bots), "digest": bytes.fromhex(event.digest)}
    connection.execute(insert(friendly), row)


def ended_friendlies(connection: Connection) -> list[FriendlyEnded]:
    """Return the friendlies that ended, by number."""
    rows = connection.execute(select(friendly).order_by(friendly.c.number)).mappings()
    return [
        FriendlyEnded(
            **{**row, "bots": tuple(json.loads(row["bots"])), "digest": row["digest"].hex()}
        )
        for row in rows
    ]
