"""The journal of a league: an append-only file in the records folder.

Only the owner may read the file, because it has the seeds of future matches.
"""

from collections.abc import Sequence
from datetime import datetime

from referee.league.ledger.chained_journal import ChainedJournal, chained
from referee.league.ledger.journal_event import JournalEvent, dumps, loads
from referee.record import chain

NAME = "league.journal"


class Journal(ChainedJournal[JournalEvent]):
    """The journal of one league. Several processes may write it."""

    cure = ", or run `referee league rebuild`, which restores what it can"

    def _dumps(self, event: JournalEvent, time: str) -> str:
        return dumps(event, time)

    def _loads(self, line: str) -> JournalEvent:
        return loads(line)


def lines_of(
    events: Sequence[JournalEvent], time: datetime, before: bytes = chain.START
) -> tuple[bytes, bytes]:
    """Return events as lines, and the digest of the last one; `before` is the digest before."""
    stamp = time.isoformat(timespec="milliseconds")
    return chained([dumps(event, stamp) for event in events], before)
