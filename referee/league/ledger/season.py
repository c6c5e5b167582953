"""The season of a ledger: what counts, from the index alone, in a second or two."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from referee.league.behaviour import Behaviour, behaviours
from referee.league.ledger.attempt import AttemptName
from referee.league.ledger.ledger import Ledger
from referee.league.season import Season
from referee.league.sheet import Indexes, sheet_from
from referee.record.conduct import conduct
from referee.record.reader import read


def season_of(ledger: Ledger, read_records: bool = False) -> Season:
    """The season of a ledger; with its records, too, also the behaviour of its bots.

    Raises:
        DataError: when a record is wanted that cannot be read.
    """
    rows = sorted(ledger.played())
    match_ids, attempts, sets, bots, seats = zip(*rows, strict=True) if rows else ((),) * 5
    numbers = dict(zip(match_ids, attempts, strict=True))

    def record_of(match_id: str) -> Path:
        return AttemptName(match_id, numbers[match_id]).record(ledger.folder)

    return Season(
        name=ledger.league,
        sheet=sheet_from(match_ids, sets, json.loads(f"[{','.join(bots)}]"), *_columns(seats)),
        void=ledger.voids(),
        record_of=record_of,
        behaviours=_behaviours(map(record_of, match_ids)) if read_records else None,
    )


def _columns(lines: Sequence[str]) -> Indexes:
    """The numbers in lists of lists of four, in JSON, one under the other; shape (4, seats)."""
    digits = ",".join(lines).replace("[", "").replace("]", "")
    return np.fromstring(digits, dtype=np.int64, sep=",").reshape(-1, 4).T


def _behaviours(paths: Iterable[Path]) -> dict[str, Behaviour]:
    records = map(read, paths)
    return behaviours((tuple(record.header.bots), conduct(record)) for record in records)
