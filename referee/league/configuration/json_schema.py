"""The JSON Schema of `league.toml`, for editors.

`python -m referee.league.configuration.json_schema` prints it.
"""

import json
from typing import Any

from referee.league.configuration.settings import SECTIONS, BotSettings, LeagueSettings
from referee.league.format.kind import KINDS
from referee.league.format.round_robin import RoundRobin
from referee.league.key import Spec, specs

_TYPES: dict[type, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema() -> dict[str, Any]:
    """The schema, in the order of the settings.

    It knows every key with its type and bounds. What keys mean to each other, to the game
    and to this machine, only `referee league check` knows.
    """
    document = _table(LeagueSettings)
    document["properties"].update(
        format={"description": "who meets whom", "oneOf": list(map(_format, KINDS))},
        variant={
            "description": "sets of the game's options, played in turn",
            "type": "array",
            "items": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        **{name: _table(table) for name, table in SECTIONS.items()},
        bot={
            "description": "the bots, each with a command or a token",
            "type": "array",
            "items": {
                **_table(BotSettings),
                "oneOf": [{"required": ["command"]}, {"required": ["token"]}],
            },
        },
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A league of bots",
        **document,
    }


def _format(kind: str) -> dict[str, Any]:
    table = _table(KINDS[kind])
    table["properties"] = {"kind": {"const": kind}, **table["properties"]}
    if kind != RoundRobin.kind:
        table["required"] = ["kind", *table.get("required", [])]
    return {"description": KINDS[kind].about, **table}


def _table(settings: type) -> dict[str, Any]:
    keys = specs(settings)
    table: dict[str, Any] = {
        "type": "object",
        "properties": {spec.name: _value(spec) for spec in keys},
        "additionalProperties": False,
    }
    required = [spec.name for spec in keys if spec.required]
    return {**table, "required": required} if required else table


def _value(spec: Spec) -> dict[str, Any]:
    value: dict[str, Any] = {"description": spec.key.help, "type": _TYPES[spec.type]}
    if spec.choices:
        value["enum"] = list(spec.choices)
    if spec.key.least is not None:
        value["minimum"] = spec.key.least
    if spec.key.most is not None:
        value["maximum"] = spec.key.most
    if spec.key.pattern:
        value["pattern"] = f"^(?:{spec.key.pattern})$"
    if not spec.required:
        value["default"] = spec.default
    return value


def text() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
