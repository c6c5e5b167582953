"""Rebuild the ledger of a league; restore a damaged journal before."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.error import DataError
from referee.identifier import MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.database import quarantined
from referee.league.ledger.ingest import Unsound, read_all, sealed_names
from referee.league.ledger.journal import NAME
from referee.league.ledger.ledger import Ledger
from referee.league.ledger.run_lock import held
from referee.league.salvage.salvage import Salvaged, salvaged
from referee.league.sentence import LeagueSentence

_NAMED = 10
"""Maximum of damaged records that an error names."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A ledger that was rebuilt.

    Attributes:
        records: how many sealed records the folder has.
        strays: the records that belong to no match of the league.
        digest: the digest of the ledger.
        damaged: the new name of the old ledger; None if it was not damaged.
        salvaged: how the journal was restored; None if it was sound.
    """

    records: int
    strays: tuple[MatchId, ...]
    digest: str
    damaged: Path | None
    salvaged: Salvaged | None


def rebuild(settings: LeagueSettings) -> Rebuilt:
    """Rebuild a ledger from the records and the journal; if that fails, nothing changes.

    Raises:
        DataError: if the season has not begun, a record is damaged or of another match, or the
            journal or the ledger belongs to another league.
        StorageError: if the disk fails, or another process or machine runs the league.
        TianmingError: if the ledger cannot be reached.
    """
    folder = settings.records
    if not folder.is_dir():
        raise DataError(LeagueSentence.NOT_BEGUN, journal=folder / NAME, league=settings.name)
    with (
        held(folder, settings.name),
        salvaged(settings) as found,
        quarantined(settings.ledger_url) as damaged,
        Ledger.of(settings, to_rebuild=True) as ledger,
        ledger.held_elsewhere(),
    ):
        names = sorted(sealed_names(folder), key=str)
        with closing(read_all(folder, names)) as read:
            strays = ledger.rebuild(_sound(read))
        stray_names = tuple(stray.match_id for stray in strays)
        return Rebuilt(len(names), stray_names, ledger.digest(), damaged, found)


def _sound(found: Iterable[FinishedMatch | Unsound]) -> Iterator[FinishedMatch]:
    """Yield the sound records.

    Raises:
        DataError: after the last record, if any was unsound.
    """
    reasons = []
    for one in found:
        if isinstance(one, Unsound):
            reasons.append(str(one.reason))
        else:
            yield one
    if reasons:
        more = len(reasons) - _NAMED
        lines = [*reasons[:_NAMED], *([f"and {more} more"] if more > 0 else [])]
        raise DataError(LeagueSentence.UNSOUND_RECORDS, reasons="\n".join(lines))
