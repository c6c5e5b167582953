"""Read and check a whole `league.toml`, and report all problems at once with their lines."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from referee.error import CodedError, UsageError
from referee.league.configuration.file_problem import FileProblem, LeagueFileError
from referee.league.configuration.league_check import check_league
from referee.league.configuration.line import CostlyStatement, check_cost, line_of, lines
from referee.league.configuration.model import LeagueFile, settings_of
from referee.league.configuration.override import override
from referee.league.configuration.preflight import ready
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import LeagueSettings
from referee.league.configuration.violation import error_of, mend, place_of
from tianming_games.ground.plain_file import KeyPath, read_plain

_MOST_BYTES = 1 << 20
"""The maximum size of a league file in bytes, enough for about ten thousand bots."""


def read_league(
    path: Path,
    flags: Mapping[str, str],
    environment: Mapping[str, str],
    to_play: bool = True,
) -> LeagueSettings:
    """Return the settings of a league.

    Args:
        path: the league file.
        flags: the values of `--set` flags by name; they override the environment and the file.
        environment: the environment variables of the process.
        to_play: whether to check that this machine can play the league. If not, tokens are not
            looked up.

    Raises:
        LeagueFileError: when the file has problems.
        UsageError: when the file cannot be read, or an override names no key.
    """
    data, found = _parsed(path)
    origins = override(data, flags, environment)
    return _FileReader(path, found, origins).league(data, to_play)


def league_data(
    path: Path, flags: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, Any]:
    """Return the tables of a valid league file, with the values that are overridden.

    Raises:
        LeagueFileError: when the file is no TOML.
        UsageError: when the file cannot be read, or an override names no key.
    """
    data, _ = _parsed(path)
    override(data, flags, environment)
    return data


def _parsed(path: Path) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    """Return the tables of a file, and the line of each key."""
    text = _text(path)
    try:
        check_cost(text)
        return _data(path, text), lines(text)
    except CostlyStatement as error:
        raise LeagueFileError(
            path, [FileProblem(f"{path}:{error.line}", error.line, error.why)]
        ) from None


def _text(path: Path) -> str:
    try:
        data = read_plain(path, _MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise UsageError(LeagueFileSentence.LEAGUE_TOO_LARGE, path=path, most=_MOST_BYTES)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            LeagueFileSentence.LEAGUE_NOT_READ, path=path, why=error.strerror
        ) from None
    except UnicodeDecodeError:
        raise UsageError(LeagueFileSentence.LEAGUE_NOT_TEXT, path=path) from None


def _data(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(text.splitlines()))
        why = UsageError(LeagueFileSentence.NO_TOML, why=str(error))
    except RecursionError:
        line, why = 1, UsageError(LeagueFileSentence.NESTED_TOO_DEEPLY)
    raise LeagueFileError(path, [FileProblem(f"{path}:{line}", line, why)])


@dataclass(slots=True)
class _FileReader:
    """Checks the data of one file, and collects its problems."""

    path: Path
    found: dict[KeyPath, int]
    origins: dict[KeyPath, str]
    problems: dict[KeyPath, FileProblem] = field(default_factory=dict)

    def league(self, data: dict[str, Any], to_play: bool) -> LeagueSettings:
        """Return the settings of the whole file.

        Raises:
            LeagueFileError: when the file has problems.
        """
        settings = settings_of(self._valid(data), self.path)
        checked = check_league(settings, self._problem)
        if to_play:
            checked = ready(checked, self._problem)
        if self.problems:
            raise LeagueFileError(self.path, tuple(self.problems.values()))
        return checked

    def _valid(self, data: dict[str, Any]) -> BaseModel:
        """Return the model of the data; note wrong values, and drop or replace them."""
        try:
            return LeagueFile.model_validate(data)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)
        for error in errors:
            self._problem(place_of(error), error_of(error))
        for error in errors:
            mend(data, error)
        return LeagueFile.model_validate(data)

    def _problem(self, place: KeyPath, error: CodedError) -> None:
        """Note the problem of a value, unless a problem inside the value is known already."""
        if any(known[: len(place)] == place for known in self.problems):
            return
        origin = self.origins.get(place)
        line = None if origin else line_of(self.found, place)
        self.problems[place] = FileProblem(origin or f"{self.path}:{line}", line, error)
        if len(self.problems) >= LeagueFileError.MOST:
            raise LeagueFileError(self.path, tuple(self.problems.values()))
