"""Restate a ledger: return journal events that produce its tables."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from referee.identifier import BotName, MatchId
from referee.league.attempt import Ending
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.hosted_rows import ended_friendlies, events_of_versions, hosted_of
from referee.league.ledger.journal_event import (
    AttemptBegun,
    AttemptFailed,
    AttemptSealed,
    BotArrived,
    BotBenched,
    BotLeft,
    BotListed,
    BotRenamed,
    JournalEvent,
    MatchReopened,
    MatchVoided,
    Opened,
    OwnerRenamed,
    RerunCancelled,
    RoundPlanned,
    RoundScheduled,
    VersionHeld,
)
from referee.league.ledger.journal_survey import JournalSurvey
from referee.league.ledger.owner import owner_names
from referee.league.ledger.renaming import present_names
from referee.league.ledger.schema import NEXT_START, attempt, bot, pairing, round_, season
from referee.league.pairing import Pairing

_RESTORED = "The journal was restored from the ledger."
"""The reason in events whose own reason no table has."""


@dataclass(frozen=True, slots=True)
class Restatement:
    """What a ledger knows.

    Attributes:
        league: the name of its league; None if it is empty.
        position: how much of the journal it has read.
        events: the events that produce its tables; empty if the journal has all of them.
    """

    league: str | None
    position: JournalPosition
    events: tuple[JournalEvent, ...]


def restate(connection: Connection, journal: JournalSurvey) -> Restatement:
    """Return what a ledger knows; its tables must be of the newest revision.

    If the journal is sound and the ledger has read it, no events are returned.
    """
    facts: dict[str, str] = dict(connection.execute(select(season)).all())
    league, position = facts.get("league"), position_of(facts.get("journal"))
    if journal.has(position) and journal.league == league:
        return Restatement(league, position, ())
    events = (
        *_opened(facts),
        *(BotRenamed(old, new) for old, new in present_names(connection).items()),
        *_owners(connection),
        *_bots(connection),
        *_rounds(connection),
        *_attempts(connection),
        *_decisions(connection),
        *_benched(connection),
        *_scheduled(facts),
        *_presence(connection),
        *_held(connection),
        *ended_friendlies(connection),
    )
    return Restatement(league, position, events)


def position_of(value: str | None) -> JournalPosition:
    """Return the position in the journal that a ledger stores as a text."""
    if value is None:
        return JournalPosition()
    lines, offset, digest = value.split()
    return JournalPosition(int(lines), int(offset), bytes.fromhex(digest))


def _opened(facts: dict[str, str]) -> Iterator[JournalEvent]:
    if "league" in facts:
        yield Opened(facts["league"], facts.get("game", ""))


def _scheduled(facts: dict[str, str]) -> Iterator[JournalEvent]:
    if NEXT_START in facts:
        yield RoundScheduled(facts[NEXT_START])


def _owners(connection: Connection) -> Iterator[JournalEvent]:
    """Yield the renames of owners, before any bot has an owner."""
    for name, now in owner_names(connection).items():
        yield OwnerRenamed(name, now)


def _bots(connection: Connection) -> Iterator[JournalEvent]:
    for row in connection.execute(select(bot).order_by(bot.c.name)):
        hosted = hosted_of(row.hosted)
        of_bot = row.name, row.command, row.token, row.address, row.token_env, row.owner
        yield from events_of_versions(connection, BotListed(*of_bot, hosted))


def _benched(connection: Connection) -> Iterator[JournalEvent]:
    statement = select(bot).where(bot.c.benched.is_not(None)).order_by(bot.c.name)
    for row in connection.execute(statement):
        yield BotBenched(row.name, row.benched, row.until_connected)


def _presence(connection: Connection) -> Iterator[JournalEvent]:
    statement = select(bot.c.name, bot.c.is_there).where(bot.c.is_there.is_not(None))
    for name, is_there in connection.execute(statement.order_by(bot.c.name)):
        yield BotArrived(name) if is_there else BotLeft(name)


def _held(connection: Connection) -> Iterator[JournalEvent]:
    statement = select(bot.c.name, bot.c.held).where(bot.c.held.is_not(None))
    for name, held in connection.execute(statement.order_by(bot.c.name)):
        yield VersionHeld(name, held)


def _rounds(connection: Connection) -> Iterator[JournalEvent]:
    pairings: dict[int, list[Pairing]] = {}
    statement = select(pairing).order_by(pairing.c.round, pairing.c.position)
    for row in connection.execute(statement):
        bots = tuple(map(BotName, json.loads(row.bots)))
        pairings.setdefault(row.round, []).append(
            Pairing(
                MatchId(row.match_id),
                row.round,
                row.set_number,
                bots,
                bytes(row.seed),
                row.variant,
            )
        )
    for number, bots in connection.execute(select(round_).order_by(round_.c.number)):
        roster = tuple(map(BotName, json.loads(bots)))
        yield RoundPlanned(number, roster, tuple(pairings.get(number, ())))


def _attempts(connection: Connection) -> Iterator[JournalEvent]:
    """Yield the events of all attempts.

    Those with a version that is still the latest of a bot come last, because the last event of a
    bot decides its version. Those without a version come first, because a bot that announces none
    has the version of its previous match.
    """
    latest = dict(connection.execute(select(bot.c.name, bot.c.version)).all())
    statement = select(attempt, pairing.c.bots).join(
        pairing, pairing.c.match_id == attempt.c.match_id
    )
    rows = connection.execute(
        statement.order_by(func.coalesce(attempt.c.ended, 0), attempt.c.match_id, attempt.c.number)
    ).all()
    for row in rows:
        seed = "" if row.seed is None else bytes(row.seed).hex()
        yield AttemptBegun(row.match_id, row.number, seed)
    for row in sorted(rows, key=lambda row: _order(row, latest)):
        if row.digest is not None:
            versions = tuple(json.loads(row.versions or "[]"))
            yield AttemptSealed(row.match_id, row.number, bytes(row.digest).hex(), versions)
        elif row.ending != Ending.OPEN.value:
            yield AttemptFailed(row.match_id, row.number, row.reason)


def _order(row: Any, latest: dict[str, str | None]) -> int:
    versions = json.loads(row.versions or "[]")
    if not any(versions):
        return 0
    bots = json.loads(row.bots)
    is_latest = all(latest.get(name) == new for name, new in zip(bots, versions, strict=True))
    return 2 if is_latest else 1


def _decisions(connection: Connection) -> Iterator[JournalEvent]:
    """Yield the events of matches that were reopened or are void."""
    statement = select(pairing).order_by(pairing.c.round, pairing.c.position)
    for row in connection.execute(statement):
        if row.counts_from != 1:
            yield MatchReopened(row.match_id, row.counts_from)
        if row.from_attempt > row.counts_from:
            yield MatchReopened(row.match_id, row.from_attempt, keeps_result=True)
        elif row.from_attempt < row.counts_from:
            yield RerunCancelled(row.match_id, row.from_attempt, _RESTORED)
        if row.void is not None:
            yield MatchVoided(row.match_id, row.void)
