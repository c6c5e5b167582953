"""`league.toml`: read whole, checked whole, every error at once with its line."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from referee.error import UsageError
from referee.league.configuration.check import check
from referee.league.configuration.line import CostlyStatement, Place, check_cost, line_of, lines
from referee.league.configuration.override import override
from referee.league.configuration.preflight import ready
from referee.league.configuration.problem import LeagueFileError, Problem
from referee.league.configuration.settings import SECTIONS, BotSettings, LeagueSettings
from referee.league.format import Format
from referee.league.format.kind import KINDS
from referee.league.format.round_robin import RoundRobin
from referee.league.key import specs
from tianming_games.ground.plain_file import read_plain
from tianming_games.ground.text import did_you_mean

T = TypeVar("T")

_MOST_BYTES = 1 << 20
"""Bytes of a league's file, at most: those of some ten thousand bots."""


def read_league(
    path: Path,
    flags: Mapping[str, str],
    environment: Mapping[str, str],
    to_play: bool = True,
) -> LeagueSettings:
    """The settings of a league.

    Args:
        path: its file.
        flags: values that go before those of the file and of the environment, by name.
        environment: variables of the process.
        to_play: whether this machine must have what it takes to play the league. Where it
            need not, tokens are not looked up.

    Raises:
        LeagueFileError: with everything that is wrong.
        UsageError: when the file cannot be read, or what overrides it has no such name.
    """
    text = _text(path)
    try:
        check_cost(text)
        data = _data(path, text)
        found = lines(text)
    except CostlyStatement as error:
        raise LeagueFileError(
            path, [Problem(f"{path}:{error.line}", error.line, str(error))]
        ) from None
    origins = override(data, flags, environment)
    return _Reader(path, found, origins).league(data, to_play)


def _text(path: Path) -> str:
    try:
        data = read_plain(path, _MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise UsageError(f"the league {path} has more than {_MOST_BYTES} bytes: no league has.")
        return data.decode()
    except OSError as error:
        raise UsageError(
            f"the league {path} cannot be read: {error.strerror}; "
            f"`referee league new {path}` writes one."
        ) from None
    except UnicodeDecodeError:
        raise UsageError(
            f"the league {path} is no text: a TOML file is written in UTF-8."
        ) from None


def _data(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(text.splitlines()))
        problem = Problem(f"{path}:{line}", line, f"this is no TOML: {error}.")
    except RecursionError:
        problem = Problem(f"{path}:1", 1, "this is no league: its lists are nested without end.")
    raise LeagueFileError(path, [problem])


@dataclass(slots=True)
class _Reader:
    """Reads the tables of one file, and gathers what is wrong with them."""

    path: Path
    found: dict[Place, int]
    origins: dict[Place, str]
    problems: dict[Place, Problem] = field(default_factory=dict)

    def league(self, data: dict[str, Any], to_play: bool) -> LeagueSettings:
        """The settings of the whole file.

        Raises:
            LeagueFileError: with everything that is wrong.
        """
        self._unknown((), data, (*_ROOT, *SECTIONS, "format", "variant", "bot"))
        sections: dict[str, Any] = {
            name: self._section(data, name, kind) for name, kind in SECTIONS.items()
        }
        settings = LeagueSettings(
            **self._values((), data, LeagueSettings),
            **sections,
            format=self._format(data),
            variants=self._variants(data),
            bots=self._bots(data),
            folder=self.path.parent,
            file=self.path.name,
        )
        checked = check(settings, self._problem)
        if to_play:
            checked = ready(checked, self._problem)
        if self.problems:
            raise LeagueFileError(self.path, tuple(self.problems.values()))
        return checked

    # -- tables

    def _section(self, data: dict[str, Any], name: str, kind: type[T]) -> T:
        return self._built((name,), self._table((name,), data.get(name, {})), kind)

    def _format(self, data: dict[str, Any]) -> Format:
        table = self._table(("format",), data.get("format", {}))
        word = table.get("kind", RoundRobin.kind)
        kind = KINDS.get(word) if isinstance(word, str) else None
        if kind is None:
            hint = did_you_mean(str(word), KINDS)
            self._problem(("format", "kind"), f"format.kind cannot be {word!r}: {hint}")
            return RoundRobin()
        rest = {key: value for key, value in table.items() if key != "kind"}
        return self._built(("format",), rest, kind)

    def _variants(self, data: dict[str, Any]) -> tuple[dict[str, str], ...]:
        tables = self._list(data, "variant")
        for place, table in tables:
            for key, value in table.items():
                if not isinstance(value, str):
                    self._problem((*place, key), f"option {key} must be a text in quotes")
        good = [{key: str(value) for key, value in table.items()} for _, table in tables]
        return tuple(good) or ({},)

    def _bots(self, data: dict[str, Any]) -> tuple[BotSettings, ...]:
        return tuple(
            self._built(place, table, BotSettings) for place, table in self._list(data, "bot")
        )

    # -- one table

    def _built(self, place: Place, table: dict[str, Any], kind: type[T]) -> T:
        self._unknown(place, table, [spec.name for spec in specs(kind)])
        return kind(**self._values(place, table, kind))

    def _values(self, place: Place, table: dict[str, Any], kind: type) -> dict[str, Any]:
        """The values of a table; those that are wrong are noted, and stood in for."""
        values: dict[str, Any] = {}
        for spec in specs(kind):
            name = ".".join(str(key) for key in (*place, spec.name) if isinstance(key, str))
            value: Any = table.get(spec.name)
            wrong = spec.wrong(value) if spec.name in table else ""
            if spec.name not in table and spec.required:
                wrong = f"is missing: add {spec.name} = {spec.sample}"
            if wrong:
                self._problem((*place, spec.name), f"{name} {wrong}")
                value = spec.type(spec.key.least or 0) if spec.required else spec.default
            if wrong or spec.name in table:
                values[spec.name] = spec.type(value)
        return values

    def _unknown(self, place: Place, table: dict[str, Any], known: Iterable[str]) -> None:
        for key in table:
            if key not in known:
                where = "a league"
                if place:
                    where = f"[{place[0]}]" if len(place) == 1 else f"[[{place[0]}]]"
                self._problem(
                    (*place, key), f"{where} has no key {key!r}: {did_you_mean(key, known)}"
                )

    def _table(self, place: Place, value: object) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self._problem(place, f"{place[0]} must be a table: write [{place[0]}] and its keys below")
        return {}

    def _list(self, data: dict[str, Any], name: str) -> list[tuple[Place, dict[str, Any]]]:
        value = data.get(name, [])
        if isinstance(value, list) and all(isinstance(table, dict) for table in value):
            return [((name, index), table) for index, table in enumerate(value)]
        self._problem((name,), f"{name} must be tables: write [[{name}]] above each")
        return []

    def _problem(self, place: Place, text: str) -> None:
        """Note what is wrong with a value, unless something in it is known to be."""
        if any(known[: len(place)] == place for known in self.problems):
            return
        origin = self.origins.get(place)
        line = None if origin else line_of(self.found, place)
        sentence = text if text.endswith((".", "?")) else f"{text}."
        problem = Problem(origin or f"{self.path}:{line}", line, sentence)
        self.problems[place] = problem
        if len(self.problems) >= LeagueFileError.MOST:
            raise LeagueFileError(self.path, tuple(self.problems.values()))


_ROOT = tuple(spec.name for spec in specs(LeagueSettings))
