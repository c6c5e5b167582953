"""A league without a league file: it may be deleted at its end, or kept in one folder.

The folder has its records, its journal, its ledger and its settings, so that the same command
continues it.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from referee.error import StorageError
from referee.launch.command import commands
from referee.launch.program_version import program_version
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.sentence import ExecutionSentence
from referee.league.ledger import Ledger
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Runner, open_runner
from referee.record.folder import SUFFIX
from referee.server.referee import ServerSettings

_FREE = ("executor", "folder", "limits", "storage")
"""Settings that may differ when a league continues: they change no result."""

LEDGER = "ledger.db"
"""The file of the ledger, beside the records."""

_MOST_BYTES = 1 << 20
"""Maximum size of the file."""


@contextlib.contextmanager
def temporary_league(
    settings: LeagueSettings,
    keep: Path | None,
    notify: Notify = ignore,
    look: Look = ignore_status,
    fixed: Sequence[str] = (),
    read_file: Callable[[], LeagueSettings] | None = None,
    server: ServerSettings | None = None,
) -> Iterator[Runner]:
    """Open a league, whose files are deleted on leaving the context unless they are kept.

    Args:
        settings: the league; local bots run in its folder.
        keep: the folder that keeps the league; one that was interrupted there continues. None to
            keep nothing.
        notify: receives every event.
        look: receives the status repeatedly.
        fixed: the settings that must not differ when the league continues; empty for all that
            change a result.
        read_file: reads the bots again; None if they never change.
        server: the listener of a season that stays open while bots come and go; None for a season
            that ends.

    Raises:
        StorageError: when `keep` has records of another league of this name, or a folder cannot be
            used.
        UnavailableError: when the execution backend cannot be opened.
    """
    if keep is not None:
        _keep_settings(settings, keep, fixed)
    with contextlib.ExitStack() as stack:
        if keep is None:
            scratch = tempfile.TemporaryDirectory(prefix=f"tianming-{settings.name}-")
            keep = Path(stack.enter_context(scratch)) / "records"
        folder = keep.resolve()
        ledger_url = f"sqlite:///{folder / LEDGER}"
        storage = replace(settings.storage, records=str(folder), ledger=ledger_url)
        settings = replace(settings, storage=storage)
        ledger = stack.enter_context(Ledger.of(settings, begin=True))
        runner = open_runner(settings, ledger, notify, look, read_file, server=server)
        yield stack.enter_context(runner)


def kept_seed(league: str, folder: Path) -> str | None:
    """Return the seed of the league whose records are in a folder; None if there is none.

    Raises:
        StorageError: when the settings in the folder are damaged.
    """
    kept = _read(_file(league, folder))
    return None if kept is None else str(kept.get("seed"))


def _keep_settings(settings: LeagueSettings, folder: Path, fixed: Sequence[str]) -> None:
    """Write the settings of a league to its records folder, or compare them with those there.

    Raises:
        StorageError: when the folder has records of another league of this name, or the settings
            there are damaged.
    """
    file, league = _file(settings.name, folder), settings.name
    own, kept = _identity(settings, fixed), _read(file)
    if kept is None:
        taken = next(folder.glob(f"{league}-r*{SUFFIX}"), None)
        if taken is not None:
            raise StorageError(ExecutionSentence.RECORDS_ARE_THERE, record=taken, league=league)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as opened:
            opened.write(json.dumps(own, indent=1, sort_keys=True) + "\n")
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


def _identity(settings: LeagueSettings, fixed: Sequence[str]) -> dict[str, object]:
    """Return the settings that must not differ, each value by its path."""
    values = asdict(settings)
    if fixed:
        values = {key: values[key] for key in fixed}
    else:
        values = {key: value for key, value in values.items() if key not in _FREE}
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
