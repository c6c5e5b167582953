"""Apply journal events and records to the tables of a ledger, within a transaction.

Theory of operation. The ledger applies each event once, in the order of the journal. A record
arrives independently of its events, so the rows of an attempt must be the same whichever comes
first:

- "begun" (`_begin`) inserts the attempt as open, or leaves the row that exists;
- "sealed" (`_close`) stores the digest and the versions of the bots. It leaves an attempt with an
  outcome as it is. Until the record is ingested, the attempt is stored as failed: the journal alone
  never makes a result;
- a record (`seal`) stores the outcome, whatever the row had. If the journal lacks its digest, as
  after a kill, `seal` writes that into the journal first (`Keep`), in the same transaction.

`seal` ingests a record only if it agrees with its plan and its digest (`agreement`). It returns the
others, which change nothing.

After each change that may alter which attempt of a match counts, `settle` decides that again (see
`settlement`), and removes the ratings that followed from it.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from typing import Any, assert_never

from sqlalchemy import (
    BindParameter,
    Connection,
    Table,
    and_,
    bindparam,
    case,
    delete,
    false,
    insert,
    null,
    select,
    update,
)

from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger import journal_event
from referee.league.ledger.agreement import Agreement, Foreign, LeftOut, PlannedAttempt
from referee.league.ledger.hosted_rows import (
    end_friendly,
    hosted_of,
    hosted_text,
    keep_version,
    roll_back,
)
from referee.league.ledger.owner import rename_owner
from referee.league.ledger.plan_rows import add_round, add_step
from referee.league.ledger.renaming import as_present, present_header, present_names, rename
from referee.league.ledger.rows import seats_text
from referee.league.ledger.schema import (
    INTERVAL,
    NEXT_START,
    ROUNDS_ENDED,
    SEASON_ENDED,
    answer_times,
    attempt,
    bot,
    fault,
    former_owner,
    friendly,
    hosted_version,
    pairing,
    rating,
    result,
    round_,
    season,
    seat,
)
from referee.league.ledger.settlement import settle
from referee.league.ledger.summaries import keep_summaries
from referee.match.outcome import Termination

_AT_ONCE = 500
"""The most records that `seal` processes in one batch."""

# Statements that every match needs are built once. `names` are names of matches.
_NAMES: BindParameter[Any] = bindparam("names", expanding=True)
_PLANNED = select(pairing.c.match_id, pairing.c.bots, pairing.c.variant, pairing.c.seed).where(
    pairing.c.match_id.in_(_NAMES)
)
_ATTEMPTS = select(attempt.c.match_id, attempt.c.number, attempt.c.seed, attempt.c.digest).where(
    attempt.c.match_id.in_(_NAMES)
)
_VERSIONS = select(bot.c.name, bot.c.version)
_SET_VERSION = (
    update(bot).where(bot.c.name == bindparam("bot")).values(version=bindparam("new_version"))
)
_OF_MATCH = (fault, answer_times, seat, result, attempt, pairing)
"""The tables with rows of matches, in the order in which rows can be deleted."""

_RECORDED = (Ending.SEALED.value, Ending.VOID.value)
"""The endings of attempts whose records were ingested."""

_NO_RECORD = "Its record is missing."

Keep = Callable[[Sequence[journal_event.AttemptSealed]], None]
"""Writes events into the journal."""


def apply(connection: Connection, events: Iterable[journal_event.JournalEvent]) -> None:
    """Apply events of the journal in their order."""
    for kind, group in groupby(events, type):
        names = present_names(connection)
        same: list[Any] = [as_present(one, names) for one in group]
        if kind is journal_event.AttemptBegun:
            _begin(connection, same)
        elif kind is journal_event.AttemptSealed:
            _close(connection, same)
        else:
            for one in same:
                _apply(connection, one)


def _apply(connection: Connection, event: journal_event.JournalEvent) -> None:
    match event:
        case journal_event.Opened():
            facts = {"league": event.league, "game": event.game}
            insert_new(connection, season, _facts(facts))
        case journal_event.RoundPlanned():
            add_round(connection, event)
        case journal_event.AttemptBegun():
            _begin(connection, [event])
        case journal_event.AttemptSealed():
            _close(connection, [event])
        case journal_event.AttemptFailed(match_id, number, reason):
            which = and_(attempt.c.match_id == match_id, attempt.c.number == number)
            is_open = and_(which, attempt.c.ending == Ending.OPEN.value)
            failed = {"ending": Ending.FAILED.value, "reason": reason}
            connection.execute(update(attempt).where(is_open).values(**failed))
        case journal_event.MatchVoided(match_id, reason):
            which = pairing.c.match_id == match_id
            connection.execute(update(pairing).where(which).values(void=reason))
            settle(connection, [match_id])
        case journal_event.MatchReopened(match_id):
            _reopen(connection, event)
            settle(connection, [match_id])
        case journal_event.RerunCancelled(match_id, number):
            which = pairing.c.match_id == match_id
            connection.execute(update(pairing).where(which).values(from_attempt=number))
            settle(connection, [match_id])
        case journal_event.StepPlanned():
            add_step(connection, event)
        case journal_event.OrganiserAlerted():
            pass
        case (
            journal_event.RoundScheduled()
            | journal_event.RoundEnded()
            | journal_event.SeasonEnded()
            | journal_event.IntervalBegan()
            | journal_event.IntervalEnded()
        ):
            _note(connection, event)
        case _:
            _apply_to_bot(connection, event)


_OfBot = (
    journal_event.BotListed
    | journal_event.BotBenched
    | journal_event.RunBegan
    | journal_event.BotArrived
    | journal_event.BotLeft
    | journal_event.BotRenamed
    | journal_event.OwnerRenamed
    | journal_event.VersionRolledBack
    | journal_event.VersionHeld
    | journal_event.FriendlyEnded
)


def _apply_to_bot(connection: Connection, event: _OfBot) -> None:
    match event:
        case journal_event.BotListed(name):
            _list(connection, name, event)
        case journal_event.BotBenched(name, reason, until_connected):
            benched = {"benched": reason, "until_connected": until_connected}
            connection.execute(update(bot).where(bot.c.name == name).values(**benched))
        case journal_event.RunBegan():
            is_there = case((bot.c.token.is_not(None), false()), else_=null())
            connection.execute(update(bot).values(is_there=is_there))
        case journal_event.BotArrived(name):
            connection.execute(update(bot).where(bot.c.name == name).values(is_there=True))
        case journal_event.BotLeft(name):
            connection.execute(update(bot).where(bot.c.name == name).values(is_there=False))
        case journal_event.BotRenamed():
            rename(connection, event)
        case journal_event.OwnerRenamed():
            rename_owner(connection, event)
        case journal_event.VersionRolledBack():
            roll_back(connection, event)
        case journal_event.VersionHeld(name, held):
            connection.execute(update(bot).where(bot.c.name == name).values(held=held))
        case journal_event.FriendlyEnded():
            end_friendly(connection, event)
        case _:
            assert_never(event)


_OfSeason = (
    journal_event.RoundScheduled
    | journal_event.RoundEnded
    | journal_event.SeasonEnded
    | journal_event.IntervalBegan
    | journal_event.IntervalEnded
)


def _note(connection: Connection, event: _OfSeason) -> None:
    """Store a fact about the season in place of the former one."""
    match event:
        case journal_event.RoundScheduled(start):
            facts = {NEXT_START: start}
        case journal_event.RoundEnded(number):
            facts = {ROUNDS_ENDED: str(number)}
        case journal_event.SeasonEnded(rounds):
            facts = {SEASON_ENDED: str(rounds)}
        case journal_event.IntervalBegan(number, at):
            facts = {INTERVAL: f"{number} {at}"}
        case journal_event.IntervalEnded(number):
            facts = {INTERVAL: f"{number} ended"}
    connection.execute(delete(season).where(season.c.name.in_(facts)))
    insert_new(connection, season, _facts(facts))


def _facts(facts: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the rows of facts, without those that are empty."""
    return [{"name": name, "value": value} for name, value in facts.items() if value]


def _list(connection: Connection, name: str, event: journal_event.BotListed) -> None:
    """Replace the row of a bot, but keep its versions, and whether it is at the table."""
    columns = select(bot.c.version, bot.c.is_there, bot.c.hosted, bot.c.rolled_back, bot.c.held)
    known = connection.execute(columns.where(bot.c.name == name)).one_or_none()
    version, is_there, before, rolled_back, held = known or (None, None, None, "", None)
    hosted, earlier = event.hosted, hosted_of(before)
    is_same_choice = hosted is not None and earlier is not None and hosted.choice == earlier.choice
    connection.execute(delete(bot).where(bot.c.name == name))
    row = {
        "name": name,
        "command": event.command,
        "token": event.token,
        "benched": None,
        "address": event.address,
        "token_env": event.token_env,
        "version": version,
        "until_connected": False,
        "is_there": is_there,
        "owner": event.owner,
        "hosted": hosted_text(hosted),
        "rolled_back": rolled_back if is_same_choice else "",
        "held": held,
    }
    connection.execute(insert(bot), row)
    keep_version(connection, event)


def _reopen(connection: Connection, event: journal_event.MatchReopened) -> None:
    """Mark a match to be played again. A void match keeps no earlier result."""
    which = pairing.c.match_id == event.match_id
    void = connection.scalar(select(pairing.c.void).where(which))
    changes: dict[str, Any] = {"void": None, "from_attempt": event.from_attempt}
    if void is not None or not event.keeps_result:
        changes["counts_from"] = event.from_attempt
    connection.execute(update(pairing).where(which).values(**changes))


def _begin(connection: Connection, events: Sequence[journal_event.AttemptBegun]) -> None:
    rows = [
        {
            "match_id": one.match_id,
            "number": one.attempt,
            "ending": Ending.OPEN.value,
            "reason": "",
            "termination": None,
            "seats": None,
            "digest": None,
            "seed": bytes.fromhex(one.seed) or None,
            "versions": None,
            "started": None,
            "ended": None,
        }
        for one in events
    ]
    insert_new(connection, attempt, rows)


def _close(connection: Connection, events: Sequence[journal_event.AttemptSealed]) -> None:
    """Store digests and versions of sealed attempts.

    The attempts are stored as failed until `seal` ingests their records.
    """
    versions = _versions(connection, events)
    rows = [
        {
            "match_id": one.match_id,
            "number": one.attempt,
            "ending": Ending.FAILED.value,
            "reason": _NO_RECORD,
            "digest": bytes.fromhex(one.digest),
            "versions": json.dumps(seats, separators=(",", ":")) if any(seats) else None,
        }
        for one, seats in zip(events, versions, strict=True)
    ]
    connection.execute(_closure(connection.dialect.name), rows)


def _versions(
    connection: Connection, events: Sequence[journal_event.AttemptSealed]
) -> list[tuple[str, ...]]:
    """Return the versions of the bots of each attempt by seat, and store the latest ones."""
    known = {name: version or "" for name, version in connection.execute(_VERSIONS)}
    before, found = dict(known), []
    names = {"names": sorted({one.match_id for one in events})}
    bots = {match_id: json.loads(row[0]) for match_id, *row in connection.execute(_PLANNED, names)}
    for one in events:
        seats = bots.get(one.match_id, [])
        known.update((name, new) for name, new in zip(seats, one.versions, strict=False) if new)
        announced = one.versions or ("",) * len(seats)
        found.append(
            tuple(new or known.get(name, "") for name, new in zip(seats, announced, strict=False))
        )
    changed = [
        {"bot": name, "new_version": new} for name, new in known.items() if before.get(name) != new
    ]
    if changed:
        connection.execute(_SET_VERSION, changed)
    return found


def planned_attempts(
    connection: Connection, names: Iterable[AttemptName]
) -> dict[AttemptName, PlannedAttempt]:
    """Return the attempts as the tables have them, without attempts at unplanned matches."""
    wanted = set(names)
    ids = {"names": sorted({name.match_id for name in wanted})}
    plans = {match_id: row for match_id, *row in connection.execute(_PLANNED, ids)}
    known = {AttemptName(*row[:2]): row[2:] for row in connection.execute(_ATTEMPTS, ids)}
    found = {}
    for name in wanted:
        if name.match_id in plans:
            bots, variant, first_seed = plans[name.match_id]
            seed, digest = known.get(name, (None, None))
            seed = first_seed if name.number == 1 else seed
            found[name] = PlannedAttempt(tuple(json.loads(bots)), variant, seed, digest)
    return found


def seal(
    connection: Connection, sealed: Iterable[FinishedMatch], agreement: Agreement, keep: Keep
) -> LeftOut:
    """Ingest sealed records of planned matches if they agree with the plan.

    Args:
        connection: a connection within a transaction.
        sealed: the records.
        agreement: compares records with the plan.
        keep: writes the digests that the journal lacks into it, before the tables have them.

    Returns:
        The rejected records.
    """
    left_out = LeftOut([], [])
    renamed = present_names(connection)
    left = iter(sealed)
    while batch := list(islice(left, _AT_ONCE)):
        names = [AttemptName.parse(one.match_id) for one in batch]
        plans = planned_attempts(connection, names)
        sound = []
        for name, one in zip(names, batch, strict=True):
            planned = plans.get(name)
            if planned is None:
                left_out.strays.append(one)
            elif why := agreement.violation(
                planned, present_header(one.header, renamed), one.digest
            ):
                left_out.foreign.append(Foreign(name, why))
            else:
                sound.append((name, one))
        keep([_event(name, one) for name, one in sound if plans[name].digest is None])
        ingest(connection, sound)
    return left_out


def ingest(connection: Connection, sealed: Sequence[tuple[AttemptName, FinishedMatch]]) -> None:
    """Store sealed records of planned matches."""
    if sealed:
        rows = [_sealed_row(name, one) for name, one in sealed]
        connection.execute(_replacement(connection.dialect.name), rows)
        keep_summaries(connection, [(name, one.summary) for name, one in sealed])
        settle(connection, sorted({name.match_id for name, _ in sealed}))


def _event(name: AttemptName, finished: FinishedMatch) -> journal_event.AttemptSealed:
    return journal_event.AttemptSealed(
        name.match_id, name.number, finished.digest.hex(), finished.versions
    )


def _sealed_row(name: AttemptName, finished: FinishedMatch) -> dict[str, Any]:
    """Return the row of an attempt from its record."""
    outcome = finished.outcome
    is_void = outcome.termination is Termination.VOID
    summary = finished.summary
    return {
        "match_id": name.match_id,
        "number": name.number,
        "ending": (Ending.VOID if is_void else Ending.SEALED).value,
        "reason": outcome.reason,
        "termination": outcome.termination.value,
        "seats": seats_text(outcome),
        "digest": finished.digest,
        "started": None if summary is None else summary.started,
        "ended": None if summary is None else summary.ended,
    }


def clear(connection: Connection) -> None:
    """Empty every table."""
    others = (round_, bot, hosted_version, friendly, former_owner, season)
    for table in (rating, *_OF_MATCH, *others):
        connection.execute(delete(table))


def forget(connection: Connection, match_ids: Sequence[str]) -> None:
    """Delete planned matches, their attempts and their results."""
    for table in _OF_MATCH:
        connection.execute(delete(table).where(table.c.match_id.in_(match_ids)))


def insert_new(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows; ignore rows whose key exists already."""
    if not rows:
        return
    connection.execute(_insertion(connection.dialect.name, table), rows)


@cache
def _insertion(dialect: str, table: Table) -> Any:
    return _words(dialect).insert(table).on_conflict_do_nothing()


@cache
def _closure(dialect: str) -> Any:
    """Return the upsert of attempts that does not change attempts with an ingested record."""
    statement = _words(dialect).insert(attempt)
    columns = ("ending", "reason", "digest", "versions")
    given = {name: statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(
        index_elements=["match_id", "number"],
        set_=given,
        where=and_(*(attempt.c.ending != ending for ending in _RECORDED)),
    )


@cache
def _replacement(dialect: str) -> Any:
    """Return the upsert of attempts that replaces earlier rows."""
    statement = _words(dialect).insert(attempt)
    given = {
        name: statement.excluded[name]
        for name in (
            "ending",
            "reason",
            "termination",
            "seats",
            "digest",
            "started",
            "ended",
        )
    }
    return statement.on_conflict_do_update(index_elements=["match_id", "number"], set_=given)


def _words(dialect: str) -> Any:
    """Return the SQLAlchemy module that builds upserts for a database; import only this one."""
    return import_module(f"sqlalchemy.dialects.{dialect}")
