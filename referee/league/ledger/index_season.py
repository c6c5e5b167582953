"""The season of a ledger: what counts, from the index alone, in a second or two."""

import json
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path

import numpy as np

from referee.league.ledger.attempt import AttemptName
from referee.league.ledger.ledger import Ledger
from referee.league.statistics.results_table import Indexes, sheet_from
from referee.league.statistics.season import Season


def season_of(ledger: Ledger) -> Season:
    """The season of a ledger. No record is read, so nothing is known of how bots behaved."""
    rows = sorted(ledger.played(), key=itemgetter(0))
    match_ids, attempts, sets, bots, seats = zip(*rows, strict=True) if rows else ((),) * 5
    numbers = dict(zip(match_ids, attempts, strict=True))

    def record_of(match_id: str) -> Path:
        return AttemptName(match_id, numbers[match_id]).record(ledger.folder)

    return Season(
        name=ledger.league,
        sheet=sheet_from(match_ids, sets, json.loads(f"[{','.join(bots)}]"), *_columns(seats)),
        void=ledger.voids(),
        record_of=record_of,
    )


def _columns(lines: Sequence[str]) -> Indexes:
    """The numbers in lists of lists of four, in JSON, one under the other; shape (4, seats)."""
    digits = ",".join(lines).replace("[", "").replace("]", "")
    return np.fromstring(digits, dtype=np.int64, sep=",").reshape(-1, 4).T
