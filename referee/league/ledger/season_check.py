"""Whether a ledger, a journal and a records folder belong to the season that is to be opened."""

import glob
from pathlib import Path

from sqlalchemy import select

from referee.error import DataError, StorageError
from referee.league.ledger.database import read_if_sound
from referee.league.ledger.schema import season
from referee.league.sentence import LeagueSentence
from referee.record.folder import SUFFIX

LEAGUE = select(season.c.value).where(season.c.name == "league")
"""Selects the name of the league that a ledger belongs to."""


def check_names(
    journal: Path, found: tuple[str | None, str | None], wanted: tuple[str, str]
) -> None:
    """Check the league and the game of a season; an empty game is any.

    Raises:
        DataError: when the journal names no league, another one, or another game.
    """
    (name, game), (league, own_game) = found, wanted
    if name is None:
        raise DataError(LeagueSentence.EMPTY_JOURNAL, journal=journal, league=league)
    if name != league:
        raise DataError(LeagueSentence.OTHER_LEAGUE, journal=journal, found=name, league=league)
    if game and own_game and game != own_game:
        raise DataError(LeagueSentence.OTHER_GAME, league=name, found=game, game=own_game)


def check_begun(address: str, path: Path, league: str, begin: bool, to_rebuild: bool) -> None:
    """Check that an empty or missing journal is not all that is missing of a season.

    Raises:
        DataError: if the season has begun but its journal is lost, or it has not begun.
    """
    if path.exists() and path.stat().st_size:
        return
    if not to_rebuild and _has_begun(address, path.parent, league):
        raise DataError(LeagueSentence.JOURNAL_MISSING, path=path, league=league)
    if not begin and not path.exists():
        raise DataError(LeagueSentence.NOT_BEGUN, journal=path, league=league)


def _has_begun(address: str, folder: Path, league: str) -> bool:
    """Whether the ledger or a record knows of the season of a league."""
    if any(folder.glob(f"{glob.escape(league)}-r[0-9]*{SUFFIX}*")):
        return True
    with read_if_sound(address) as connection:
        return connection is not None and connection.scalar(LEAGUE) == league


def make_folder(folder: Path) -> None:
    """Create the records folder if needed.

    Raises:
        StorageError: when that fails.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            LeagueSentence.FOLDER_NOT_MADE, folder=folder, why=error.strerror
        ) from None
