"""What events and records do to the tables of a ledger, within a transaction."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Any, assert_never

from sqlalchemy import (
    BindParameter,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from referee.league.ledger import event as say
from referee.league.ledger.agreement import Agreement, PlannedAttempt
from referee.league.ledger.attempt import AttemptName, Ending, Foreign, LeftOut, Sealed
from referee.league.ledger.schema import attempt, bot, pairing, result, round_, season
from referee.match.outcome import Termination

_AT_ONCE = 500
"""Matches that one statement names."""

# Statements that every match needs are put together once; `names` are those of matches.
_NAMES: BindParameter[Any] = bindparam("names", expanding=True)
_PLANNED = select(pairing.c.match_id, pairing.c.bots, pairing.c.variant, pairing.c.seed).where(
    pairing.c.match_id.in_(_NAMES)
)
_ATTEMPTS = select(attempt.c.match_id, attempt.c.number, attempt.c.seed, attempt.c.digest).where(
    attempt.c.match_id.in_(_NAMES)
)
_MAY_COUNT = (
    select(pairing.c.match_id, attempt.c.number)
    .join(
        attempt,
        and_(
            attempt.c.match_id == pairing.c.match_id,
            attempt.c.number >= pairing.c.from_attempt,
            attempt.c.ending == Ending.SEALED.value,
        ),
    )
    .where(pairing.c.match_id.in_(_NAMES), pairing.c.void.is_(None))
    .order_by(pairing.c.match_id, attempt.c.number.desc())
)
_COUNTS = select(result.c.match_id, result.c.attempt).where(result.c.match_id.in_(_NAMES))
_UNCOUNT = delete(result).where(result.c.match_id.in_(_NAMES))

_RECORDED = (Ending.SEALED.value, Ending.VOID.value)
"""Endings of attempts whose record is in here."""

_NO_RECORD = "Its record is missing."

Keep = Callable[[Sequence[say.AttemptSealed]], None]
"""Writes events into the journal."""


def apply(connection: Connection, events: Iterable[say.Event]) -> None:
    """Carry out events of the journal, in their order."""
    for kind, group in groupby(events, type):
        same: list[Any] = list(group)
        if kind is say.AttemptBegun:
            _begin(connection, same)
        elif kind is say.AttemptSealed:
            _close(connection, same)
        else:
            for one in same:
                _apply(connection, one)


def _apply(connection: Connection, event: say.Event) -> None:
    match event:
        case say.Opened(league, game):
            facts = {"league": league, "game": game}
            rows = [{"name": name, "value": value} for name, value in facts.items() if value]
            insert_new(connection, season, rows)
        case say.BotListed(name):
            reached = {"command": event.command, "token": event.token, "address": event.address}
            row = {"name": name, "benched": None, "token_env": event.token_env, **reached}
            connection.execute(delete(bot).where(bot.c.name == name))
            connection.execute(insert(bot), row)
        case say.BotBenched(name, reason):
            connection.execute(update(bot).where(bot.c.name == name).values(benched=reason))
        case say.RoundPlanned():
            _plan(connection, event)
        case say.AttemptBegun():
            _begin(connection, [event])
        case say.AttemptSealed():
            _close(connection, [event])
        case say.AttemptFailed(match_id, number, reason):
            which = and_(attempt.c.match_id == match_id, attempt.c.number == number)
            is_open = and_(which, attempt.c.ending == Ending.OPEN.value)
            failed = {"ending": Ending.FAILED.value, "reason": reason}
            connection.execute(update(attempt).where(is_open).values(**failed))
        case say.MatchVoided(match_id, reason):
            which = pairing.c.match_id == match_id
            connection.execute(update(pairing).where(which).values(void=reason))
            settle(connection, [match_id])
        case say.MatchReopened(match_id, from_attempt):
            anew = {"void": None, "from_attempt": from_attempt}
            connection.execute(update(pairing).where(pairing.c.match_id == match_id).values(**anew))
            settle(connection, [match_id])
        case _:
            assert_never(event)


def _plan(connection: Connection, event: say.RoundPlanned) -> None:
    row = {"number": event.number, "bots": json.dumps(event.bots)}
    connection.execute(insert(round_), row)
    rows = [
        {
            "match_id": one.match_id,
            "round": one.round,
            "position": position,
            "set_number": one.set_number,
            "variant": one.variant,
            "bots": json.dumps(one.bots),
            "seed": one.seed,
            "from_attempt": 1,
            "void": None,
        }
        for position, one in enumerate(event.pairings)
    ]
    connection.execute(insert(pairing), rows)


def _begin(connection: Connection, events: Sequence[say.AttemptBegun]) -> None:
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
        }
        for one in events
    ]
    insert_new(connection, attempt, rows)


def _close(connection: Connection, events: Sequence[say.AttemptSealed]) -> None:
    """Keep the digests of seals. An attempt counts once its record is there, see `seal`."""
    rows = [
        {
            "match_id": one.match_id,
            "number": one.attempt,
            "ending": Ending.FAILED.value,
            "reason": _NO_RECORD,
            "digest": bytes.fromhex(one.digest),
        }
        for one in events
    ]
    connection.execute(_closure(connection.dialect.name), rows)


def planned_attempts(
    connection: Connection, names: Iterable[AttemptName]
) -> dict[AttemptName, PlannedAttempt]:
    """Return what the tables say about attempts at planned matches, and nothing of others."""
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
    connection: Connection, sealed: Iterable[Sealed], agreement: Agreement, keep: Keep
) -> LeftOut:
    """Take sealed records of planned matches in, each once, if they agree with the plan.

    `keep` brings the digests that the journal lacks there before the tables have them.
    """
    left_out = LeftOut([], [])
    left = iter(sealed)
    while batch := list(islice(left, _AT_ONCE)):
        plans = planned_attempts(connection, (one.name for one in batch))
        sound = []
        for one in batch:
            planned = plans.get(one.name)
            if planned is None:
                left_out.strays.append(one)
            elif why := agreement.violation(planned, one.header, one.digest):
                left_out.foreign.append(Foreign(one.name, why))
            else:
                sound.append(one)
        keep([_event(one) for one in sound if plans[one.name].digest is None])
        if sound:
            _replace(connection, sound)
            settle(connection, sorted({one.name.match_id for one in sound}))
    return left_out


def _event(sealed: Sealed) -> say.AttemptSealed:
    return say.AttemptSealed(sealed.name.match_id, sealed.name.number, sealed.digest.hex())


def _replace(connection: Connection, sealed: Sequence[Sealed]) -> None:
    """The rows of attempts, as their records say."""
    rows = [_sealed_row(one) for one in sealed]
    connection.execute(_replacement(connection.dialect.name), rows)


def _sealed_row(sealed: Sealed) -> dict[str, Any]:
    outcome = sealed.outcome
    is_void = outcome.termination is Termination.VOID
    seats = [
        (seat.place, seat.score, seat.strikes, int(seat.forfeited)) for seat in outcome.results
    ]
    return {
        "match_id": sealed.name.match_id,
        "number": sealed.name.number,
        "ending": (Ending.VOID if is_void else Ending.SEALED).value,
        "reason": outcome.reason,
        "termination": outcome.termination.value,
        "seats": json.dumps(seats, separators=(",", ":")),
        "digest": sealed.digest,
    }


def settle(connection: Connection, match_ids: Sequence[str]) -> None:
    """See that the first attempt that may count does, for some matches.

    It follows from the rows of the match alone, whatever came first.
    """
    names = {"names": match_ids}
    right: dict[str, int] = dict(connection.execute(_MAY_COUNT, names).all())
    now: dict[str, int] = dict(connection.execute(_COUNTS, names).all())
    wrong = [match_id for match_id, number in now.items() if right.get(match_id) != number]
    if wrong:
        connection.execute(_UNCOUNT, {"names": wrong})
    rows = [
        {"match_id": match_id, "attempt": number}
        for match_id, number in right.items()
        if now.get(match_id) != number
    ]
    if rows:
        connection.execute(insert(result), rows)


def clear(connection: Connection) -> None:
    """Empty every table."""
    for table in (result, attempt, pairing, round_, bot, season):
        connection.execute(delete(table))


def insert_new(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows; those whose key is there already change nothing."""
    connection.execute(_insertion(connection.dialect.name, table), rows)


@cache
def _insertion(dialect: str, table: Table) -> Any:
    return _words(dialect).insert(table).on_conflict_do_nothing()


@cache
def _closure(dialect: str) -> Any:
    """The insert of attempts that are sealed; one that has a record already stays as it is."""
    statement = _words(dialect).insert(attempt)
    given = {name: statement.excluded[name] for name in ("ending", "reason", "digest")}
    return statement.on_conflict_do_update(
        index_elements=["match_id", "number"],
        set_=given,
        where=and_(*(attempt.c.ending != ending for ending in _RECORDED)),
    )


@cache
def _replacement(dialect: str) -> Any:
    """The insert of attempts, whatever their rows were before."""
    statement = _words(dialect).insert(attempt)
    given = {
        name: statement.excluded[name]
        for name in ("ending", "reason", "termination", "seats", "digest")
    }
    return statement.on_conflict_do_update(index_elements=["match_id", "number"], set_=given)


def _words(dialect: str) -> Any:
    """The words of a database for an insert that may meet its row."""
    return sqlite if dialect == "sqlite" else postgresql
