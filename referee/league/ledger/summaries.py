"""Store the answer times and faults of attempts in the tables."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from referee.league.attempt import AttemptName, Ending
from referee.league.ledger.rows import answer_time_rows, fault_rows
from referee.league.ledger.schema import answer_times, attempt, fault, season
from referee.parallel import on_every_core
from referee.record.summary import RecordSummary, read_summary

_FORGET_ANSWER_TIMES = delete(answer_times).where(
    answer_times.c.match_id == bindparam("match"), answer_times.c.attempt == bindparam("number")
)
_FORGET_FAULTS = delete(fault).where(
    fault.c.match_id == bindparam("match"), fault.c.attempt == bindparam("number")
)
_IS_MISSING = season.c.name == "summaries"
"""The row that an upgrade leaves if the attempts so far have no summaries."""

_RECORDED = (
    select(attempt.c.match_id, attempt.c.number)
    .where(attempt.c.ending.in_((Ending.SEALED.value, Ending.VOID.value)))
    .order_by(attempt.c.match_id, attempt.c.number)
)
_SET_TIMES = (
    update(attempt)
    .where(attempt.c.match_id == bindparam("match"), attempt.c.number == bindparam("attempt"))
    .values(started=bindparam("start"), ended=bindparam("end"))
)


def missing_summaries(connection: Connection) -> list[AttemptName]:
    """Return the attempts that lack summaries after an upgrade; else none."""
    if connection.scalar(select(season.c.value).where(_IS_MISSING)) is None:
        return []
    return [AttemptName(*row) for row in connection.execute(_RECORDED)]


def add_summaries(connection: Connection, folder: Path, names: Sequence[AttemptName]) -> None:
    """Read the records of ingested attempts, and store their summaries."""
    read: Callable[[AttemptName], RecordSummary | None] = partial(_read, folder)
    summaries = list(zip(names, on_every_core(read, names), strict=True))
    keep_summaries(connection, summaries)
    times = [
        {"match": name.match_id, "attempt": name.number, "start": one.started, "end": one.ended}
        for name, one in summaries
        if one is not None
    ]
    if times:
        connection.execute(_SET_TIMES, times)
    connection.execute(delete(season).where(_IS_MISSING))


def _read(folder: Path, name: AttemptName) -> RecordSummary | None:
    return read_summary(name.record(folder))


def keep_summaries(
    connection: Connection, summaries: Sequence[tuple[AttemptName, RecordSummary | None]]
) -> None:
    """Replace the stored summaries of attempts; None for an attempt without a summary."""
    keys = [{"match": name.match_id, "number": name.number} for name, _ in summaries]
    connection.execute(_FORGET_ANSWER_TIMES, keys)
    connection.execute(_FORGET_FAULTS, keys)
    known = [(name, summary) for name, summary in summaries if summary is not None]
    if times := [row for name, summary in known for row in answer_time_rows(name, summary)]:
        connection.execute(insert(answer_times), times)
    if faults := [row for name, summary in known for row in fault_rows(name, summary)]:
        connection.execute(insert(fault), faults)
