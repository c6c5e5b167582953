"""A league without a league file: its ledger is temporary, and its records may be kept."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.league.configuration.settings import LeagueSettings, StorageTable
from referee.league.ledger import Ledger
from referee.league.running.execution_backend import open_backend
from referee.league.running.kept_settings import keep_settings
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Runner


@dataclass(frozen=True, slots=True)
class TemporaryLeague:
    """An open league: its settings, its ledger, and the runner that plays it."""

    settings: LeagueSettings
    ledger: Ledger
    runner: Runner


@contextlib.contextmanager
def temporary_league(
    settings: LeagueSettings,
    keep: Path | None,
    notify: Notify = ignore,
    look: Look = ignore_status,
) -> Iterator[TemporaryLeague]:
    """Open a league whose ledger is in a scratch folder, which is deleted on leaving the context.

    Args:
        settings: the league; local bots run in its folder.
        keep: the folder of the records, the journal and the output of crashed bots; a league that
            was interrupted there continues. None to keep nothing.
        notify: receives every event.
        look: receives the status repeatedly.

    Raises:
        StorageError: when `keep` has records of another league of this name, or a folder cannot be
            used.
        UnavailableError: when the execution backend cannot be opened.
    """
    if keep is not None:
        keep_settings(settings, keep)
    with tempfile.TemporaryDirectory(prefix=f"tianming-{settings.name}-") as scratch:
        records = f"{scratch}/records" if keep is None else str(keep.resolve())
        storage = StorageTable(records=records, ledger=f"sqlite:///{scratch}/ledger.db")
        settings = replace(settings, storage=storage)
        with (
            _ledger(settings) as ledger,
            ledger.running(),
            open_backend(settings, network=False) as place,
        ):
            runner = Runner(settings, ledger, place, notify, look)
            yield TemporaryLeague(settings, ledger, runner)


def _ledger(settings: LeagueSettings) -> Ledger:
    return Ledger(
        settings.ledger_url,
        settings.records,
        settings.name,
        begin=True,
        game=settings.game,
        variants=settings.variants,
        by_version=settings.rating.by_version,
    )
