"""The season of a ledger: what counts, from the index alone, in a second or two."""

import json
from collections.abc import Iterable
from itertools import chain

import numpy as np

from referee.league.behaviour import Behaviour, behaviours
from referee.league.ledger.attempt import AttemptName
from referee.league.ledger.ledger import Ledger
from referee.league.season import Season
from referee.league.sheet import sheet_from
from referee.record.conduct import conduct
from referee.record.reader import read


def season_of(ledger: Ledger, read_records: bool = False) -> Season:
    """The season of a ledger; with its records, too, also the behaviour of its bots.

    Raises:
        DataError: when a record is wanted that cannot be read.
    """
    rows = sorted(ledger.played())
    seated = {text: tuple(json.loads(text)) for text in {row[3] for row in rows}}
    lines = json.loads(f"[{','.join(row[4] for row in rows)}]")
    columns = np.array(list(chain.from_iterable(lines)), dtype=np.int64).reshape(-1, 4).T
    sheet = sheet_from(
        [row[0] for row in rows],
        [row[2] for row in rows],
        [seated[row[3]] for row in rows],
        *columns,
    )
    names = {row[0]: AttemptName(row[0], row[1]) for row in rows}
    return Season(
        name=ledger.league,
        sheet=sheet,
        void=ledger.voids(),
        record_of=lambda match: names[match].record(ledger.folder),
        behaviours=_behaviours(ledger, names.values()) if read_records else None,
    )


def _behaviours(ledger: Ledger, names: Iterable[AttemptName]) -> dict[str, Behaviour]:
    records = (read(name.record(ledger.folder)) for name in names)
    return behaviours((tuple(record.header.bots), conduct(record)) for record in records)
