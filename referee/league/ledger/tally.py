"""How many of the matches that were planned are played, void and open, round by round."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from referee.league.ledger.schema import pairing, result


@dataclass(frozen=True, slots=True)
class RoundTally:
    """The matches of a round: those with a result, void ones, and open ones."""

    round: int
    planned: int
    played: int
    void: int

    @property
    def open(self) -> int:
        """Matches that are still to have a result."""
        return self.planned - self.played - self.void


_ROUNDS = (
    select(
        pairing.c.round,
        func.count(),
        func.count(result.c.match_id),
        func.count(pairing.c.void),
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


def rounds(connection: Connection) -> list[RoundTally]:
    """Every round that was planned, from the first."""
    return [RoundTally(*row) for row in connection.execute(_ROUNDS)]


def void_reasons(connection: Connection) -> dict[str, int]:
    """Why matches count for nobody, with how many do for it, the most frequent first."""
    return dict(connection.execute(_VOID).all())
