"""Open a source from a path: a league file, a folder, or records."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from referee.error import UsageError
from referee.league.configuration.league_file import read_league
from referee.record.folder import SUFFIX, is_record
from referee.record.reader import no_record
from referee.web.league_source import LeagueSource
from referee.web.records_source import RecordsSource
from referee.web.season_slot import name_of_path
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings
from referee.web.source import Source

_NO_FLAGS: Mapping[str, str] = MappingProxyType({})

LEAGUE_FILE = "league.toml"
"""Name of the league file in a league's folder."""


def open_season(
    path: Path,
    show: ShowSettings,
    environment: Mapping[str, str],
    flags: Mapping[str, str] = _NO_FLAGS,
) -> Source:
    """Open the season of a league file, of a folder with a league file, or of a folder of records.

    Args:
        path: the league file, or the folder.
        show: what is shown of a folder's records; a league file has its own settings.
        environment: variables that override keys of the league file.
        flags: values that override both, by key.

    Raises:
        UsageError: if `path` is none of these.
        TianmingError: if the season cannot be read.
    """
    if path.is_dir() and (path / LEAGUE_FILE).is_file():
        path = path / LEAGUE_FILE
    if path.suffix == ".toml":
        return LeagueSource(read_league(path, flags, environment, to_play=False))
    if path.is_dir():
        return RecordsSource(path.resolve().name, path, [], show)
    raise UsageError(WebSentence.NO_SEASON, path=path)


def is_season(path: Path) -> bool:
    """Whether a path is that of a league file, or of a folder with one."""
    return path.suffix == ".toml" or (path / LEAGUE_FILE).is_file()


def seasons_of(
    paths: Sequence[Path], show: ShowSettings, environment: Mapping[str, str]
) -> dict[str, Callable[[], Source]]:
    """Return how to open each of several seasons, by name.

    A league file that cannot be read gets a name from its path: the season cannot be opened now.

    Raises:
        UsageError: if a path is no season, or two seasons have the same name.
    """
    found: dict[str, Callable[[], Source]] = {}
    for path in paths:
        if not is_season(path):
            raise UsageError(WebSentence.SEASONS_AND_RECORDS, path=path)
        file = path / LEAGUE_FILE if path.is_dir() else path
        try:
            name = read_league(file, {}, environment, to_play=False).name
        except UsageError:
            name = name_of_path(file, LEAGUE_FILE)
        if name.lower() in {one.lower() for one in found}:
            raise UsageError(WebSentence.TWO_SEASONS, name=name, path=path)
        found[name] = partial(_open_named, name, file, show, environment)
    return found


def _open_named(
    name: str, file: Path, show: ShowSettings, environment: Mapping[str, str]
) -> Source:
    """Open the season of a league file, and show it under a name."""
    source = open_season(file, show, environment)
    source.name = name
    return source


def open_records(paths: Sequence[Path]) -> Source:
    """Open records of a local user, who may see everything at once.

    Raises:
        DataError: if a file does not exist.
        UsageError: if a file does not have the name of a record, or if there are no records.
    """
    files = [path for path in paths if not path.is_dir()]
    folders = [path for path in paths if path.is_dir()]
    for path in files:
        if not path.exists():
            raise no_record(path)
        if not is_record(path.name):
            raise UsageError(WebSentence.NO_RECORDS, path=path)
    found = [
        record
        for folder in folders
        for record in sorted(folder.glob(f"*{SUFFIX}*"))
        if is_record(record.name)
    ]
    if not (files or found):
        raise UsageError(WebSentence.NO_RECORDS, path=paths[0])
    show = ShowSettings(live=True, notes=True, same_draws=False)
    return RecordsSource("records", None, [*files, *found], show)
