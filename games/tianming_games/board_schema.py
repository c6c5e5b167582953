"""Check a board file with Pydantic: report all wrong keys and values, each with its line.

A game models its boards as tables. Only files of users are checked, so Pydantic is imported only
for them; a test checks the boards that a game ships.
`python -m tianming_games.board_schema GAME` prints the JSON Schema of a game's boards.
"""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from annotated_types import Len
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from tianming_games.board_file import BoardFile
from tianming_games.ground.error import DataError
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean

REMARK = "status"
"""The suffix of keys in which a board's author explains a value; they may contain any text."""

_MOST_ERRORS = 100
"""Maximum errors of a file that one message lists."""

_KINDS = {
    "int": "a whole number",
    "str": "a text",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
}


class Table(BaseModel):
    """A table of a board file: it has exactly these keys, apart from remarks."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        json_schema_extra={"patternProperties": {f"{REMARK}$": {"type": "string"}}},
    )

    @model_validator(mode="before")
    @classmethod
    def _without_remarks(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {key: value for key, value in data.items() if not key.endswith(REMARK)}


def exactly(value: int | str, sentence: str) -> Any:
    """Return a validator that accepts only one value; the sentence is its error."""

    def check(given: int | str) -> int | str:
        if given != value:
            raise PydanticCustomError("fact", "{sentence}", {"sentence": sentence})
        return given

    return AfterValidator(check), Field(json_schema_extra={"const": value})


def _one_line(text: str) -> str:
    if not text or not text.isprintable():
        raise PydanticCustomError(
            "fact", "{sentence}", {"sentence": "it must be one line of text."}
        )
    return text


Words = Annotated[str, AfterValidator(_one_line)]
"""A text of one line, not empty."""

Natural = Annotated[int, Field(ge=0)]
"""An integer from 0."""

Pair = Annotated[list[str], Len(2, 2)]
"""Two names."""

Spot = Annotated[list[int], Len(2, 2)]
"""Two coordinates."""


def check_types(file: BoardFile, model: type[Table]) -> None:
    """Check all keys and values of a board file against the model of the game's boards.

    Raises:
        DataError: with every wrong key or value, its line, and how to fix it.
    """
    try:
        model.model_validate(file.data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise _refusal(file, model, found) from None


def schema_text(model: type[Table]) -> str:
    """Return the JSON Schema of a game's boards, as it is published."""
    return json.dumps(model.model_json_schema(), indent=2, ensure_ascii=False) + "\n"


def _refusal(file: BoardFile, model: type[Table], found: Sequence[ErrorDetails]) -> DataError:
    by_line = sorted((_line(file, one["loc"]), _sentence(model, one)) for one in found)
    errors = list(dict.fromkeys(by_line))[:_MOST_ERRORS]
    if len(errors) == 1:
        line, why = errors[0]
        return DataError(GameSentence.WRONG_BOARD, path=file.source, line=line, why=why)
    rest = "\n".join(f"  {file.source}:{line}: {why}" for line, why in errors)
    return DataError(
        GameSentence.WRONG_BOARD_VALUES, path=file.source, count=len(errors), errors=rest
    )


def _sentence(model: type[Table], error: ErrorDetails) -> str:
    place = error["loc"]
    name = _name(place)
    match error["type"]:
        case "fact":
            return error["msg"]
        case "text":
            return f"{name} must be one line of text."
        case "extra_forbidden":
            *table, key = (step for step in place if isinstance(step, str))
            known = _keys(model, table)
            where = f"[{'.'.join(table)}]" if table else "a board"
            return f"{where} has no key {key!r}: {did_you_mean(key, known)}"
        case "greater_than_equal":
            return f"{name} must be a whole number from {error['ctx']['ge']}."
        case "less_than_equal":
            return f"{name} must be a whole number to {error['ctx']['le']}."
        case "too_short" | "too_long":
            least = error["ctx"].get("min_length", error["ctx"].get("max_length"))
            return f"{name} must have {least} entries, not {error['ctx']['actual_length']}."
    return f"{name} must be given, as {_kind(model, place)}."


def _name(place: KeyPath) -> str:
    """Return the name of a value: its keys, without the index of its table."""
    table, *rest = place
    steps = rest[1:] if rest and isinstance(rest[0], int) else rest
    return str(table) + "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps
    )


def _keys(model: type[Table], table: Iterable[str]) -> list[str]:
    """Return the keys of a table of the model."""
    fields = model.model_fields
    for key in table:
        fields = _model_of(fields[key].annotation).model_fields
    return list(fields)


def _model_of(annotation: Any) -> type[Table]:
    """Return the table model of a field, or of the items of its list."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
        return annotation
    (inner,) = annotation.__args__
    return _model_of(inner)


def _kind(model: type[Table], place: KeyPath) -> str:
    """Return a description of the type of a value."""
    annotation: Any = model
    for step in place:
        origin = getattr(annotation, "__origin__", annotation)
        if isinstance(origin, type) and issubclass(origin, Table):
            annotation = origin.model_fields[str(step)].annotation
        else:
            annotation = annotation.__args__[-1]
        if hasattr(annotation, "__metadata__"):
            annotation = annotation.__origin__
    origin = getattr(annotation, "__origin__", annotation)
    if isinstance(origin, type) and issubclass(origin, Table):
        return _KINDS["dict"]
    return _KINDS[origin.__name__]


def _line(file: BoardFile, place: KeyPath) -> int:
    """Return the line of a value, or of the table around it, from 1."""
    lines = file.text.splitlines()
    table, *rest = place
    index = rest.pop(0) if rest and isinstance(rest[0], int) else 0
    pattern = re.compile(rf"\[+\s*{re.escape(str(table))}\s*\]+")
    heads = [number for number, line in enumerate(lines) if pattern.match(line)]
    if int(index) >= len(heads):
        return file.line(str(table))
    start = heads[int(index)]
    for number in range(start + 1, len(lines)):
        if lines[number].startswith("["):
            break
        if rest and re.match(rf"{re.escape(str(rest[0]))}\s*=", lines[number]):
            return _line_in_list(file, place, number + 1)
    return start + 1


def _line_in_list(file: BoardFile, place: KeyPath, first: int) -> int:
    """Return the line of an item in a list of lists, which may be on a separate line."""
    value: Any = file.data
    for depth, step in enumerate(place):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
        if depth and isinstance(step, int) and isinstance(value, list):
            words = [f'"{one}"' if isinstance(one, str) else f"{one}" for one in value]
            return max(first, file.line(*words))
        if not isinstance(value, dict | list):
            break
    return first


if __name__ == "__main__":
    from importlib import import_module

    models = import_module(f"tianming_games.{sys.argv[1]}.board_model")
    print(schema_text(models.BoardModel), end="")
