"""Count the planned matches of each round by state, and list their bots and the void ones."""

import json
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, case, exists, func, select

from referee.identifier import BotName
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger.schema import attempt, pairing, result, seat


@dataclass(frozen=True, slots=True)
class RoundTally:
    """The match counts of a round.

    Attributes:
        round: the number of the round.
        planned: all planned matches.
        played: matches with a result.
        void: void matches.
        rerun: matches with a result that are played again.
    """

    round: int
    planned: int
    played: int
    void: int
    rerun: int = 0

    @property
    def open(self) -> int:
        """How many matches still need a result or a new one."""
        return self.planned - self.played - self.void + self.rerun


_ROUNDS = (
    select(
        pairing.c.round,
        func.count(),
        func.count(result.c.match_id),
        func.count(pairing.c.void),
        func.count(case((result.c.attempt < pairing.c.from_attempt, 1))),
    )
    .outerjoin(result, result.c.match_id == pairing.c.match_id)
    .group_by(pairing.c.round)
    .order_by(pairing.c.round)
)

_VOID = (
    select(pairing.c.void, func.count())
    .where(pairing.c.void.is_not(None))
    .group_by(pairing.c.void)
    .order_by(func.count().desc(), pairing.c.void)
)


_SEALED = (
    select(attempt.c.match_id, attempt.c.number)
    .where(attempt.c.digest.is_not(None))
    .order_by(attempt.c.match_id, attempt.c.number)
)


class VoidAttempt(NamedTuple):
    """A void attempt, or a void match without such an attempt; its bots by seat, and the reason."""

    name: AttemptName
    bots: tuple[BotName, ...]
    reason: str


_IS_VOID = and_(attempt.c.match_id == pairing.c.match_id, attempt.c.ending == Ending.VOID.value)

_VOID_ATTEMPTS = (
    select(attempt.c.match_id, attempt.c.number, pairing.c.bots, attempt.c.reason)
    .join(pairing, _IS_VOID)
    .order_by(attempt.c.match_id, attempt.c.number)
)

_VOIDED = (
    select(pairing.c.match_id, pairing.c.bots, pairing.c.void)
    .where(pairing.c.void.is_not(None), ~exists().where(_IS_VOID))
    .order_by(pairing.c.match_id)
)


def rounds(connection: Connection) -> list[RoundTally]:
    """Return the match counts of every planned round, in order."""
    return [RoundTally(*row) for row in connection.execute(_ROUNDS)]


def seated(connection: Connection) -> tuple[tuple[BotName, ...], int | None]:
    """Return the bots of planned matches by name, and the most seats of one; None without one."""
    names = connection.scalars(select(seat.c.bot).distinct().order_by(seat.c.bot))
    last = connection.scalar(select(func.max(seat.c.seat)))
    return tuple(map(BotName, names)), None if last is None else last + 1


def sealed(connection: Connection) -> list[AttemptName]:
    """Return the attempts whose seals the journal has, by name."""
    return [AttemptName(*row) for row in connection.execute(_SEALED)]


def void_reasons(connection: Connection) -> dict[str, int]:
    """Return the number of void matches by reason, the most frequent reason first."""
    return dict(connection.execute(_VOID).all())


def void_attempts(connection: Connection) -> list[VoidAttempt]:
    """Return every void attempt, and every void match without such an attempt, by name."""
    attempts = [
        VoidAttempt(AttemptName(match_id, number), tuple(json.loads(bots)), reason)
        for match_id, number, bots, reason in connection.execute(_VOID_ATTEMPTS)
    ]
    voided = [
        VoidAttempt(AttemptName(match_id, 1), tuple(json.loads(bots)), reason)
        for match_id, bots, reason in connection.execute(_VOIDED)
    ]
    return sorted([*attempts, *voided], key=lambda each: (each.name.match_id, each.name.number))
