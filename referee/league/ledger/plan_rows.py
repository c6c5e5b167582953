"""Store planned rounds, steps and matches in the ledger's tables."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, insert, select

from referee.league.ledger.journal_event import RoundPlanned, StepPlanned
from referee.league.ledger.rows import seat_rows
from referee.league.ledger.schema import pairing, round_, seat
from referee.league.pairing import Pairing

_LAST_POSITION = select(func.max(pairing.c.position)).where(pairing.c.round == bindparam("number"))


def add_round(connection: Connection, event: RoundPlanned) -> None:
    """Add a planned round with its matches."""
    row = {"number": event.number, "bots": json.dumps(event.bots)}
    connection.execute(insert(round_), row)
    add_matches(connection, list(enumerate(event.pairings)))


def add_step(connection: Connection, event: StepPlanned) -> None:
    """Add the matches of a step to its round, after those that the round has."""
    last = connection.scalar(_LAST_POSITION, {"number": event.pairings[0].round})
    add_matches(connection, list(enumerate(event.pairings, 0 if last is None else last + 1)))


def add_matches(connection: Connection, planned: Sequence[tuple[int, Pairing]]) -> None:
    """Add planned matches, each with its position in the round."""
    if not planned:
        return
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
            "counts_from": 1,
            "void": None,
        }
        for position, one in planned
    ]
    connection.execute(insert(pairing), rows)
    if seats := [row for position, one in planned for row in seat_rows(one, position)]:
        connection.execute(insert(seat), seats)
