"""What the bots did in attempts, kept in the tables as far as records were read for it."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert

from referee.league.attempt import AttemptName
from referee.league.ledger.rows import conduct_rows, fault_rows
from referee.league.ledger.schema import conduct, fault
from referee.record.summary import RecordSummary

_FORGET_CONDUCT = delete(conduct).where(
    conduct.c.match_id == bindparam("match"), conduct.c.attempt == bindparam("number")
)
_FORGET_FAULTS = delete(fault).where(
    fault.c.match_id == bindparam("match"), fault.c.attempt == bindparam("number")
)


def keep_summaries(
    connection: Connection, summaries: Sequence[tuple[AttemptName, RecordSummary | None]]
) -> None:
    """Replace the summaries of attempts; None for those whose record nobody has summarized."""
    keys = [{"match": name.match_id, "number": name.number} for name, _ in summaries]
    connection.execute(_FORGET_CONDUCT, keys)
    connection.execute(_FORGET_FAULTS, keys)
    known = [(name, summary) for name, summary in summaries if summary is not None]
    if times := [row for name, summary in known for row in conduct_rows(name, summary)]:
        connection.execute(insert(conduct), times)
    if faults := [row for name, summary in known for row in fault_rows(name, summary)]:
        connection.execute(insert(fault), faults)
