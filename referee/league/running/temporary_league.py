"""A league without a league file: its ledger is temporary, and its records may be kept.

The settings of such a league lie beside its records, so that the same command continues it.
"""

import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from referee.error import StorageError
from referee.launch.command import commands
from referee.launch.program_version import program_version
from referee.league.configuration.settings import LeagueSettings, StorageTable
from referee.league.executor.sentence import ExecutionSentence
from referee.league.ledger import Ledger
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Runner, open_runner
from referee.record.folder import SUFFIX

_FREE = ("executor", "folder", "limits", "storage")
"""Settings that may differ when a league continues: they change no result."""

_MOST_BYTES = 1 << 20
"""Maximum size of the file."""


@contextlib.contextmanager
def temporary_league(
    settings: LeagueSettings,
    keep: Path | None,
    notify: Notify = ignore,
    look: Look = ignore_status,
) -> Iterator[Runner]:
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
        _keep_settings(settings, keep)
    with tempfile.TemporaryDirectory(prefix=f"tianming-{settings.name}-") as scratch:
        records = f"{scratch}/records" if keep is None else str(keep.resolve())
        storage = StorageTable(records=records, ledger=f"sqlite:///{scratch}/ledger.db")
        settings = replace(settings, storage=storage)
        with (
            Ledger.of(settings, begin=True) as ledger,
            open_runner(settings, ledger, notify, look) as runner,
        ):
            yield runner


def kept_seed(league: str, folder: Path) -> str | None:
    """Return the seed of the league whose records are in a folder; None if there is none.

    Raises:
        StorageError: when the settings in the folder are damaged.
    """
    kept = _read(_file(league, folder))
    return None if kept is None else str(kept.get("seed"))


def _keep_settings(settings: LeagueSettings, folder: Path) -> None:
    """Write the settings of a league to its records folder, or compare them with those there.

    Raises:
        StorageError: when the folder has records of another league of this name, or the settings
            there are damaged.
    """
    file, league = _file(settings.name, folder), settings.name
    own, kept = _identity(settings), _read(file)
    if kept is None:
        taken = next(folder.glob(f"{league}-r*{SUFFIX}"), None)
        if taken is not None:
            raise StorageError(ExecutionSentence.RECORDS_ARE_THERE, record=taken, league=league)
        file.write_text(json.dumps(own, indent=1, sort_keys=True) + "\n")
        return
    for key in sorted({*own, *kept}):
        if own.get(key) != kept.get(key):
            raise StorageError(
                ExecutionSentence.OTHER_SETTINGS,
                folder=folder,
                key=key,
                kept=kept.get(key),
                given=own.get(key),
                league=league,
            )


def _file(league: str, folder: Path) -> Path:
    return folder / f"{league}.json"


def _identity(settings: LeagueSettings) -> dict[str, object]:
    """Return everything that determines the plan and the results, each value by its path."""
    values = {key: value for key, value in asdict(settings).items() if key not in _FREE}
    values["format"]["kind"] = settings.format.kind
    values["versions"] = {
        bot.name: program_version(commands([bot.command])[0])
        for bot in settings.bots
        if bot.command
    }
    return dict(_flat(json.loads(json.dumps(values, default=str)), ""))


def _flat(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield the values of nested tables and lists with their paths, such as `clock.bank`."""
    items: Iterator[tuple[object, object]]
    if isinstance(value, Mapping):
        items = iter(value.items())
    elif isinstance(value, list):
        items = iter(enumerate(value, 1))
    else:
        yield path, value
        return
    for key, one in items:
        yield from _flat(one, f"{path}.{key}" if path else str(key))


def _read(file: Path) -> dict[str, object] | None:
    """Return the settings in a file; None if there is no file."""
    try:
        with file.open("rb") as opened:
            kept = json.loads(opened.read(_MOST_BYTES))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        raise StorageError(ExecutionSentence.SETTINGS_DAMAGED, file=file)
    return kept
