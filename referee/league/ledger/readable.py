"""Open a ledger to read it, also if its journal is damaged, or its files cannot be written.

If the SQLite file or its folder cannot be written, as on a read-only medium, a temporary copy is
used. Events that the journal has and the ledger lacks are applied to the copy.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.error import DataError, StorageError, TianmingError
from referee.launch.finished_match import FinishedMatch
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import tally
from referee.league.ledger.database import FILE
from referee.league.ledger.ingest import Unsound, read_all
from referee.league.ledger.journal import NAME
from referee.league.ledger.ledger import JournalUse, Ledger
from referee.league.sentence import LeagueSentence

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


@contextlib.contextmanager
def open_records(
    settings: LeagueSettings, report: Callable[[int], None]
) -> Iterator[tuple[Ledger, list[TianmingError]]]:
    """Make a temporary ledger of the journal and the records of a league, without its database.

    It has the results that the journal has seals of.

    Args:
        settings: the league.
        report: receives the number of records that were read so far.

    Yields:
        The ledger, and what is wrong with the records that it leaves out.

    Raises:
        DataError: if the season has not begun, or the journal is damaged.
    """
    wrong: list[TianmingError] = []
    with (
        tempfile.TemporaryDirectory(prefix="tianming-") as folder,
        _ledger(settings, f"{FILE}{folder}/ledger.db", JournalUse.READ) as ledger,
    ):
        left_out = ledger.seal(list(_sound(ledger, report, wrong)))
        wrong += [one.error(ledger.folder) for one in left_out.foreign]
        yield ledger, wrong


def _sound(
    ledger: Ledger, report: Callable[[int], None], wrong: list[TianmingError]
) -> Iterator[FinishedMatch]:
    """Yield the results of the attempts whose seals the journal has."""
    with contextlib.closing(read_all(ledger.folder, ledger.read(tally.sealed))) as found:
        for number, one in enumerate(found, 1):
            if isinstance(one, Unsound):
                wrong.append(one.reason)
            else:
                yield one
            report(number)


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
        by_version=settings.rating.by_version,
    )


def _is_writable(path: Path) -> bool:
    """Whether a file and its folder can be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
