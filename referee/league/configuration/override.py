"""Overrides of the league file: a flag overrides the environment, which overrides the file.

Every key outside of lists can be overridden, as `--set limits.matches=4` or
`TIANMING_LEAGUE_LIMITS_MATCHES=4`. `names` returns all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.error import UsageError
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import SECTIONS, LeagueSettings
from referee.league.format.kind import KINDS
from referee.league.key import KeySpec, specs
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.text import did_you_mean

PREFIX = "TIANMING_LEAGUE_"


def names() -> dict[str, KeySpec | None]:
    """Return every name that `--set` accepts, with its key; None for `format.kind`."""
    found: dict[str, KeySpec | None] = {spec.name: spec for spec in specs(LeagueSettings)}
    found["format.kind"] = None
    for kind in KINDS.values():
        found.update({f"format.{spec.name}": spec for spec in specs(kind)})
    for section, table in SECTIONS.items():
        found.update({f"{section}.{spec.name}": spec for spec in specs(table)})
    return found


def variable(name: str) -> str:
    """Return the environment variable of a name."""
    return PREFIX + name.replace(".", "_").upper()


def given(words: Sequence[str]) -> dict[str, str]:
    """Return the values of `--set` flags by name.

    Raises:
        UsageError: when a flag has no value, or a name has two different values.
    """
    found: dict[str, str] = {}
    for word in words:
        name, separator, text = word.partition("=")
        if not separator or not name:
            raise UsageError(LeagueFileSentence.NO_KEY_VALUE, word=word)
        if found.get(name, text) != text:
            raise UsageError(LeagueFileSentence.SET_TWICE, name=name, one=found[name], other=text)
        found[name] = text
    return found


def override(
    data: dict[str, Any], flags: Mapping[str, str], environment: Mapping[str, str]
) -> dict[KeyPath, str]:
    """Apply overrides to the data of a file; return the origin of each overridden value.

    Raises:
        UsageError: when an override names no key.
    """
    known = names()
    origins: dict[KeyPath, str] = {}
    for name, text, origin in (*_from(environment, known), *_from_flags(flags, known)):
        place: KeyPath = tuple(name.split("."))
        table = data
        for key in place[:-1]:
            table = table.setdefault(str(key), {})
            if not isinstance(table, dict):
                break
        else:
            table[str(place[-1])] = _value(text, known[name])
            origins[place] = origin
    return origins


def _from(
    environment: Mapping[str, str], known: Mapping[str, KeySpec | None]
) -> Iterator[tuple[str, str, str]]:
    variables = {variable(name): name for name in known}
    for word, text in sorted(environment.items()):
        if word.startswith(PREFIX):
            if word not in variables:
                hint = did_you_mean(word, variables)
                raise UsageError(LeagueFileSentence.UNKNOWN_VARIABLE, variable=word, hint=hint)
            yield variables[word], text, f"the environment's {word}"


def _from_flags(
    flags: Mapping[str, str], known: Mapping[str, KeySpec | None]
) -> Iterator[tuple[str, str, str]]:
    for name, text in flags.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(LeagueFileSentence.SET_UNKNOWN_KEY, name=name, hint=hint)
        yield name, text, f"--set {name}"


def _value(text: str, spec: KeySpec | None) -> object:
    """Return a text as a value of the key's type; the text itself if it cannot be converted."""
    if spec is not None and spec.type is bool:
        return {"true": True, "false": False}.get(text, text)
    if spec is not None and spec.type in (int, float):
        try:
            return spec.type(text)
        except ValueError:
            return text
    return text
