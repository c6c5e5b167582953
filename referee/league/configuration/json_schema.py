"""The JSON Schema of `league.toml`, for editors.

`python -m referee.league.configuration.json_schema` prints it.
"""

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from referee.league.configuration.model import LeagueFile


class _Untitled(GenerateJsonSchema):
    """Generates a schema without titles, which would only repeat the keys."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> dict[str, Any]:
    """Return the schema, in the order of the settings.

    It has every key with its type and bounds. Only `referee league check` checks keys against each
    other, the game and this machine.
    """
    document = LeagueFile.model_json_schema(schema_generator=_Untitled)
    return {"$schema": GenerateJsonSchema.schema_dialect, **document}


def text() -> str:
    """Return the schema as JSON text, as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
