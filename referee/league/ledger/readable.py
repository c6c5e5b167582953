"""Open a ledger to read it, also if its journal is damaged, or its files cannot be written.

If the SQLite file or its folder cannot be written, as on a read-only medium, a temporary copy is
used. Events that the journal has and the ledger lacks are applied to the copy.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.error import DataError, StorageError
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.database import FILE
from referee.league.ledger.journal import NAME
from referee.league.ledger.ledger import JournalUse, Ledger
from referee.sentence.league import LeagueSentence

_OF_JOURNAL = frozenset(
    (
        LeagueSentence.JOURNAL_DAMAGED,
        LeagueSentence.JOURNAL_OTHER,
        LeagueSentence.JOURNAL_CUT,
        LeagueSentence.JOURNAL_EMPTIED,
        LeagueSentence.JOURNAL_MISSING,
        LeagueSentence.OTHER_LEAGUE,
        LeagueSentence.EMPTY_JOURNAL,
    )
)
"""What may be wrong with a journal while its ledger is sound."""


@contextlib.contextmanager
def open_to_read(settings: LeagueSettings) -> Iterator[tuple[Ledger, DataError | None]]:
    """Open the ledger of a league to read it.

    Yields:
        The ledger, and what is wrong with its journal; None if nothing is. With a damaged
        journal, the ledger has the events that it read before.

    Raises:
        DataError: if the season has not begun, or the ledger is damaged.
        TianmingError: if the ledger cannot be read.
    """
    with readable(settings.ledger_url) as address:
        ledger, problem = _open(settings, address)
        with ledger:
            yield ledger, problem


@contextlib.contextmanager
def readable(address: str) -> Iterator[str]:
    """Yield the URL of a ledger, or that of a temporary copy if it is a file that is read-only.

    Raises:
        StorageError: if it cannot be copied.
    """
    path = Path(address.removeprefix(FILE))
    if not address.startswith(FILE) or not path.is_file() or _is_writable(path):
        yield address
        return
    with tempfile.TemporaryDirectory(prefix="tianming-") as folder:
        copy = Path(folder) / "ledger.db"
        try:
            for ending in ("", "-wal"):
                if Path(f"{path}{ending}").exists():
                    shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        except OSError as error:
            raise StorageError(
                LeagueSentence.LEDGER_NOT_COPIED, ledger=address, folder=folder, why=error.strerror
            ) from None
        yield f"{FILE}{copy}"


def _open(settings: LeagueSettings, address: str) -> tuple[Ledger, DataError | None]:
    """Open a ledger; without its journal, if that is damaged and the ledger is not."""
    is_writable = _is_writable(settings.records / NAME)
    use = JournalUse.WRITE if is_writable else JournalUse.READ
    try:
        return _ledger(settings, address, use), None
    except DataError as error:
        if error.sentence not in _OF_JOURNAL:
            raise
        try:
            return _ledger(settings, address, JournalUse.NONE), error
        except DataError:
            raise error from None


def _ledger(settings: LeagueSettings, address: str, use: JournalUse) -> Ledger:
    return Ledger(
        address,
        settings.records,
        settings.name,
        game=settings.game,
        variants=settings.variants,
        use=use,
    )


def _is_writable(path: Path) -> bool:
    """Whether a file and its folder can be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
