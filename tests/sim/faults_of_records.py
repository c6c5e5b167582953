"""Faults of records and of the ledger."""

import asyncio
from dataclasses import replace
from typing import Any

from referee.league.attempt import Ending
from referee.league.ledger import Ledger, settlement, update
from referee.league.ledger.schema import attempt
from referee.record import resume
from referee.record.file import RecordFile
from referee.record.writer import RecordWriter
from referee.server.commit import GroupCommit
from referee.server.host import MatchHost
from referee.server.message import ended
from tests.sim.plant import Planted, around, instead


def _flush_late(original: Any, self: RecordWriter) -> None:
    asyncio.get_running_loop().call_later(0.001, original, self)


async def _end_early(original: Any, self: MatchHost, end: Any) -> None:
    for one in self._sessions.values():
        one.send(ended(self.settings, end.outcome, end.digest, ()))
    await original(self, end)


def _sync_again(original: Any, self: RecordFile) -> None:
    try:
        original(self)
    except Exception:
        self._failed = False
        original(self)


def _commit_nothing(self: GroupCommit, file: Any, done: Any) -> None:
    asyncio.get_running_loop().call_soon(done, None)


def _forget_last(original: Any, data: bytes, source: str) -> Any:
    record = original(data, source)
    *before, last = record.entries
    if not before:
        return record
    digest = before[-1].digest
    return replace(record, entries=tuple(before), good=last.offset, digest=digest)


DURABLE = (
    Planted(
        "durable",
        "a decision is shown before it is written",
        around(RecordWriter, "flush", _flush_late),
    ),
    Planted(
        "durable", "a result is told before it is on disk", around(MatchHost, "_end", _end_early)
    ),
    Planted(
        "durable",
        "a failed sync is tried again",
        around(RecordFile, "finish", _sync_again),
        seeds=(28,),
    ),
    Planted(
        "durable",
        "no decision is synced",
        instead(GroupCommit, "request", _commit_nothing),
        seeds=(2,),
    ),
    Planted(
        "durable",
        "a resumed match lacks its last step",
        around(resume, "parse", _forget_last),
        seeds=(7,),
    ),
)


ONCE = (
    Planted(
        "once",
        "a result counts twice",
        around(Ledger, "results", lambda original, self: [*original(self), *original(self)[:1]]),
    ),
    Planted(
        "once",
        "a result is lost",
        around(Ledger, "seal", lambda original, self, sealed: original(self, sealed[1:])),
    ),
    Planted(
        "once",
        "a later attempt replaces an earlier one",
        instead(
            settlement,
            "_MAY_COUNT",
            settlement._MAY_COUNT.order_by(None).order_by(attempt.c.number.desc()),
        ),
    ),
    Planted(
        "once",
        "a void attempt counts",
        around(
            update,
            "_sealed_row",
            lambda original, *args: {**original(*args), "ending": Ending.SEALED.value},
        ),
    ),
    Planted(
        "once",
        "a settled match is played again",
        around(
            Ledger,
            "open_matches",
            lambda original, self: [*original(self), *self.round_matches()[:1]],
        ),
    ),
    Planted("once", "records are forgotten", instead(Ledger, "known_records", lambda _: set())),
)
