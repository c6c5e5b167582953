"""The OpenAPI document: it is published, and a program can use it."""

from pathlib import Path

from jsonschema import Draft202012Validator

from referee.web.api.document import document, text
from referee.web.api.endpoint import ENDPOINTS, PREFIX

PUBLISHED = Path(__file__).parents[2] / "docs" / "web-api.json"


class TestDocument:
    """`docs/web-api.json` says what the server answers."""

    def test_it_is_the_published_one(self) -> None:
        """`python -m referee.web.api.document > docs/web-api.json` writes it again."""
        assert PUBLISHED.read_text(encoding="utf-8") == text()

    def test_it_names_every_endpoint(self) -> None:
        paths = document()["paths"]
        assert set(paths) == {PREFIX + endpoint.path for endpoint in ENDPOINTS}

    def test_every_schema_is_one(self) -> None:
        for schema in document()["components"]["schemas"].values():
            Draft202012Validator.check_schema(schema)

    def test_every_field_of_ours_is_documented_or_named_plainly(self) -> None:
        schemas = document()["components"]["schemas"]
        assert all("description" in schema for name, schema in schemas.items() if name[0] != "_")
