"""Translate Pydantic's validation errors into places in the file and error messages."""

from typing import Any

from pydantic_core import ErrorDetails

from referee.error import UsageError
from referee.league.configuration.model import MODELS, SPECS, Route
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.format.kind import KINDS
from referee.league.key import Key, KeySpec
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.text import did_you_mean, is_text

_TYPES: dict[type, str] = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def place_of(error: ErrorDetails) -> KeyPath:
    """Return the place in the file. Pydantic's path also has the kind of the format.

    If an entry of a list is no table, the place is the whole list.
    """
    place = error["loc"]
    if error["type"] == "union_tag_invalid":
        return (*place, "kind")
    if place[0] == "format":
        return place[:1] + place[2:]
    if len(place) == 2 and isinstance(place[1], int):
        return place[:1]
    return place


def error_of(error: ErrorDetails) -> UsageError:
    """Return the error for the user: what is wrong, and how to fix it."""
    if error["type"] == "extra_forbidden":
        return _of_unknown(error)
    spec = SPECS.get(_route(error))
    if spec is None:
        return _of_table(error)
    name = ".".join(word for word in place_of(error) if isinstance(word, str))
    if error["type"] == "missing":
        return UsageError(
            LeagueFileSentence.MISSING_KEY, name=name, key=spec.name, sample=spec.sample
        )
    return _of_value(name, error, spec)


def mend(data: dict[str, Any], error: ErrorDetails) -> None:
    """Remove a wrong value, or the table of an unknown format, so that the rest can be checked.

    A required value is replaced by a placeholder.
    """
    *way, key = error["loc"][:1] if error["type"] == "union_tag_invalid" else place_of(error)
    table: Any = data
    for step in way:
        if isinstance(table, dict) and step not in table:
            return  # it was removed with its list
        table = table[step]
    table.pop(key, None)
    spec = SPECS.get(_route(error))
    if spec is not None and spec.required:
        table[key] = spec.type(spec.key.least or 0)


def _route(error: ErrorDetails) -> Route:
    return tuple(word for word in error["loc"] if isinstance(word, str))


def _of_unknown(error: ErrorDetails) -> UsageError:
    """Return the error for a key that a table does not have."""
    *table, key = _route(error)
    where = "a league"
    if table:
        where = f"[{table[0]}]" if len(place_of(error)) == 2 else f"[[{table[0]}]]"
    hint = did_you_mean(key, MODELS[tuple(table)].model_fields)
    return UsageError(LeagueFileSentence.UNKNOWN_KEY, table=where, key=key, hint=hint)


def _of_table(error: ErrorDetails) -> UsageError:
    """Return the error for a wrong table or a wrong option of the game."""
    name, *rest = place_of(error)
    if error["type"] == "union_tag_invalid":
        word = error["input"]["kind"]
        hint = did_you_mean(str(word), KINDS)
        return UsageError(
            LeagueFileSentence.NO_CHOICE, name="format.kind", value=repr(word), hint=hint
        )
    if rest:
        return UsageError(LeagueFileSentence.OPTION_NOT_TEXT, option=rest[-1])
    if name in {"bot", "owner", "notify", "variant"}:
        return UsageError(LeagueFileSentence.NO_TABLES, name=name)
    return UsageError(LeagueFileSentence.NO_TABLE, name=name)


def _of_value(name: str, error: ErrorDetails, spec: KeySpec) -> UsageError:
    """Return the error for a wrong value."""
    value = error["input"]
    shown = _shown(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match error["type"]:
        case "literal_error" if isinstance(value, str):
            hint = did_you_mean(value, spec.key.choices)
            return UsageError(LeagueFileSentence.NO_CHOICE, name=name, value=shown, hint=hint)
        case "greater_than_equal" | "less_than_equal" | "finite_number":
            return _out_of_range(name, shown, spec.key)
        case "float_type" if is_number:  # a whole number that no float can hold
            return _out_of_range(name, shown, spec.key)
        case "string_pattern_mismatch" if is_text(value):
            form = spec.key.form
            return UsageError(LeagueFileSentence.WRONG_FORM, name=name, value=shown, form=form)
        case "string_pattern_mismatch" | "string_unicode" | "value_error":
            return UsageError(LeagueFileSentence.NO_TEXT, name=name, value=shown)
        case _:
            kind = _TYPES[spec.type]
            return UsageError(LeagueFileSentence.WRONG_TYPE, name=name, type=kind, value=shown)


def _out_of_range(name: str, shown: str, key: Key) -> UsageError:
    return UsageError(
        LeagueFileSentence.OUT_OF_RANGE, name=name, value=shown, least=key.least, most=key.most
    )


def _shown(value: object) -> str:
    """Return a value for a message, as in TOML and at most 60 characters long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return repr(value)[:60]
