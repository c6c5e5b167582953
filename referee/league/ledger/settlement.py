"""Which attempt at a match counts.

A match has at most one counting attempt, in one row of `result`. The rows of the match determine
it, whatever the order of events:

- only attempts that ended with an outcome (`sealed`) can count, and none of a void match;
- `counts_from` is the first attempt that may count. A rerun that keeps the old result leaves it.
  Any other rerun moves it to the new attempt, so the old result stops counting at once;
- `from_attempt` is the first attempt that settles the match. Of the attempts that may count, the
  first one from there on counts. If there is none yet, the last earlier one counts meanwhile.

So a result that arrives twice, late, or from an attempt that was already replaced changes nothing.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, delete, func, insert, select

from referee.league.attempt import Ending
from referee.league.ledger.schema import attempt, pairing, rating, result

# Statements that every match needs are built once. `names` are names of matches.
_NAMES: BindParameter[Any] = bindparam("names", expanding=True)
_MAY_COUNT = (
    select(pairing.c.match_id, attempt.c.number, attempt.c.number >= pairing.c.from_attempt)
    .join(
        attempt,
        and_(
            attempt.c.match_id == pairing.c.match_id,
            attempt.c.number >= pairing.c.counts_from,
            attempt.c.ending == Ending.SEALED.value,
        ),
    )
    .where(pairing.c.match_id.in_(_NAMES), pairing.c.void.is_(None))
    .order_by(pairing.c.match_id, attempt.c.number)
)
_COUNTS = select(result.c.match_id, result.c.attempt).where(result.c.match_id.in_(_NAMES))
_UNCOUNT = delete(result).where(result.c.match_id.in_(_NAMES))

_FIRST_ROUND = select(func.min(pairing.c.round)).where(pairing.c.match_id.in_(_NAMES))
_FORGET_RATINGS = delete(rating).where(rating.c.round >= _FIRST_ROUND.scalar_subquery())


def settle(connection: Connection, match_ids: Sequence[str]) -> None:
    """Choose the attempt that counts for each of these matches.

    The choice depends only on the rows of the match, not on the order of events. Ratings of rounds
    whose results change are removed.
    """
    names = {"names": match_ids}
    right, replaced = dict[str, int](), set[str]()
    for match_id, number, is_new in connection.execute(_MAY_COUNT, names):
        if match_id not in replaced:
            right[match_id] = number
        if is_new:
            replaced.add(match_id)
    now: dict[str, int] = dict(connection.execute(_COUNTS, names).all())
    wrong = [match_id for match_id, number in now.items() if right.get(match_id) != number]
    if wrong:
        connection.execute(_UNCOUNT, {"names": wrong})
        connection.execute(_FORGET_RATINGS, {"names": wrong})
    rows = [
        {"match_id": match_id, "attempt": number}
        for match_id, number in right.items()
        if now.get(match_id) != number
    ]
    if rows:
        connection.execute(insert(result), rows)
        connection.execute(_FORGET_RATINGS, {"names": [row["match_id"] for row in rows]})
