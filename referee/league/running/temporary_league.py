"""A league without a league file: play it in a scratch folder, and keep at most its records."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.error import StorageError
from referee.league.configuration.settings import LeagueSettings, StorageTable
from referee.league.ledger import Ledger
from referee.league.running.crashes import CRASHED
from referee.league.running.execution_backend import open_backend
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Runner
from referee.record.folder import PART, SUFFIX
from referee.sentence.execution import ExecutionSentence


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
    """Open a league in a scratch folder, which is deleted on leaving the context.

    Args:
        settings: the league; local bots run in its folder.
        keep: the folder that receives the records and the output of crashed bots in the end; None
            to keep nothing.
        notify: receives every event.
        look: receives the status repeatedly.

    Raises:
        StorageError: when `keep` already has records of a league of this name, or the scratch
            folder cannot be used.
        UnavailableError: when the execution backend cannot be opened.
    """
    if keep is not None:
        _check_is_free(settings.name, keep)
    with tempfile.TemporaryDirectory(prefix=f"tianming-{settings.name}-") as scratch:
        storage = StorageTable(
            records=f"{scratch}/records", ledger=f"sqlite:///{scratch}/ledger.db"
        )
        settings = replace(settings, storage=storage)
        try:
            with (
                _ledger(settings) as ledger,
                ledger.running(),
                open_backend(settings, network=False) as place,
            ):
                runner = Runner(settings, ledger, place, notify, look)
                yield TemporaryLeague(settings, ledger, runner)
        finally:
            if keep is not None:
                _keep(settings.records, keep)


def _ledger(settings: LeagueSettings) -> Ledger:
    return Ledger(
        settings.ledger_url,
        settings.records,
        settings.name,
        begin=True,
        game=settings.game,
        variants=settings.variants,
    )


def _check_is_free(league: str, folder: Path) -> None:
    """Raise `StorageError` if a folder has records of a league of this name."""
    taken = next(folder.glob(f"{league}-r*{SUFFIX}"), None)
    if taken is not None:
        raise StorageError(ExecutionSentence.RECORDS_ARE_THERE, record=taken, league=league)


def _keep(records: Path, folder: Path) -> None:
    """Move sealed and open records to a folder, and copy the output of crashed bots."""
    for suffix in (SUFFIX, f"{SUFFIX}{PART}"):
        for path in sorted(records.glob(f"*{suffix}")):
            shutil.move(path, folder / path.name)
    crashed = records / CRASHED
    if crashed.exists():
        shutil.copytree(crashed, folder / CRASHED, dirs_exist_ok=True)
