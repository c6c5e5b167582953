"""The JSON Schema of `league.toml`, for editors.

`python -m referee.league.configuration.json_schema` prints it.
"""

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from referee.league.configuration.model import LeagueFile


class _Untitled(GenerateJsonSchema):
    """A schema whose keys have no titles: a title would only repeat the key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> dict[str, Any]:
    """The schema, in the order of the settings.

    It knows every key with its type and bounds. What keys mean to each other, to the game
    and to this machine, only `referee league check` knows.
    """
    document = LeagueFile.model_json_schema(schema_generator=_Untitled)
    return {"$schema": GenerateJsonSchema.schema_dialect, **document}


def text() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
