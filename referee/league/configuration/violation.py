"""Violations of the models: where each is in the file, and a sentence for it."""

from typing import Any

from pydantic_core import ErrorDetails

from referee.league.configuration.model import MODELS, SPECS, Route
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
    """The place in the file: Pydantic's path has the kind of the format too.

    Where an entry of a list is no table, the whole list is to blame.
    """
    place = error["loc"]
    if error["type"] == "union_tag_invalid":
        return (*place, "kind")
    if place[0] == "format":
        return place[:1] + place[2:]
    if len(place) == 2 and isinstance(place[1], int):
        return place[:1]
    return place


def sentence_of(error: ErrorDetails) -> str:
    """What is wrong, and how to mend it."""
    if error["type"] == "extra_forbidden":
        return _of_unknown(error)
    spec = SPECS.get(_route(error))
    if spec is None:
        return _of_table(error)
    name = ".".join(word for word in place_of(error) if isinstance(word, str))
    if error["type"] == "missing":
        return f"{name} is missing: add {spec.name} = {spec.sample}"
    return f"{name} {_of_value(error, spec)}"


def mend(data: dict[str, Any], error: ErrorDetails) -> None:
    """Drop a wrong value, or the table of an unknown format, so that the rest can be checked.

    A stand-in replaces a value that a league must have.
    """
    *way, key = error["loc"][:1] if error["type"] == "union_tag_invalid" else place_of(error)
    table: Any = data
    for step in way:
        if isinstance(table, dict) and step not in table:
            return  # it went with the list that it was in
        table = table[step]
    table.pop(key, None)
    spec = SPECS.get(_route(error))
    if spec is not None and spec.required:
        table[key] = spec.type(spec.key.least or 0)


def _route(error: ErrorDetails) -> Route:
    return tuple(word for word in error["loc"] if isinstance(word, str))


def _of_unknown(error: ErrorDetails) -> str:
    """A sentence about a key that a table does not have."""
    *table, key = _route(error)
    where = "a league"
    if table:
        where = f"[{table[0]}]" if len(place_of(error)) == 2 else f"[[{table[0]}]]"
    return f"{where} has no key {key!r}: {did_you_mean(key, MODELS[tuple(table)].model_fields)}"


def _of_table(error: ErrorDetails) -> str:
    """A sentence about a table, or about an option of the game."""
    name, *rest = place_of(error)
    if error["type"] == "union_tag_invalid":
        word = error["input"]["kind"]
        return f"format.kind cannot be {word!r}: {did_you_mean(str(word), KINDS)}"
    if rest:
        return f"option {rest[-1]} must be {_TYPES[str]}"
    if name in {"bot", "variant"}:
        return f"{name} must be tables: write [[{name}]] above each"
    return f"{name} must be a table: write [{name}] and its keys below"


def _of_value(error: ErrorDetails, spec: KeySpec) -> str:
    """What is wrong with a value, as the end of a sentence."""
    value = error["input"]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match error["type"]:
        case "literal_error" if isinstance(value, str):
            return f"cannot be {_shown(value)}: {did_you_mean(value, spec.choices)}"
        case "greater_than_equal" | "less_than_equal" | "finite_number":
            return f"is {_shown(value)}: give a number {_range(spec.key)}"
        case "float_type" if is_number:  # a whole number that no float can hold
            return f"is {_shown(value)}: give a number {_range(spec.key)}"
        case "string_pattern_mismatch" if is_text(value):
            return f"is {_shown(value)}: give {spec.key.form}"
        case "string_pattern_mismatch" | "string_unicode" | "value_error":
            return f"is {_shown(value)}: give a text in UTF-8, without U+0000"
        case _:
            return f"must be {_TYPES[spec.type]}, not {_shown(value)}"


def _range(key: Key) -> str:
    return f"from {key.least:.15g} to {key.most:.15g}"


def _shown(value: object) -> str:
    """A value of a file for a message, as TOML would write it and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return repr(value)[:60]
