"""The OpenAPI document, generated from the endpoints and their models."""

import json
import re
from typing import Any

from pydantic.json_schema import models_json_schema

from referee.web.api.endpoint import ENDPOINTS, IN_PATH, PREFIX, Endpoint, Parameter
from referee.web.api.entered import RawBytes
from referee.web.api.model import Model, Problem

_SCHEMAS = "#/components/schemas/"

_ERRORS = {
    "400": "The request asks for something that does not exist in the API.",
    "403": "What was asked for is not shown yet, or the caller may not change it.",
    "404": "There is no such match or bot.",
    "503": "Too many clients are served; try again later.",
}


def document() -> dict[str, Any]:
    """Return the document as JSON values."""
    answers = {model for endpoint in ENDPOINTS for model in endpoint.answers}
    bodies = {endpoint.takes for endpoint in ENDPOINTS if endpoint.takes is not None}
    models = (answers | bodies | {Problem}) - {RawBytes}
    ordered = sorted(models, key=lambda model: model.__name__)
    _, schemas = models_json_schema(
        [(model, "validation") for model in ordered], ref_template=_SCHEMAS + "{model}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tianming: pages of a season",
            "version": "1",
            "description": "What the pages of a season show, for programs. A field that has its "
            "default may be absent. The addresses below /entry and /mine are for the pages of "
            "owners; programs of owners use the gRPC service of entries. The addresses below "
            "/seat are for people who play with `referee play --web`, whose server has no others.",
        },
        "paths": {
            PREFIX + endpoint.path: {endpoint.method.lower(): _operation(endpoint)}
            for endpoint in ENDPOINTS
        },
        "components": {"schemas": schemas["$defs"]},
    }


def text() -> str:
    """Return the text of the published file."""
    return json.dumps(document(), indent=1, sort_keys=True) + "\n"


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    body = {} if endpoint.takes is None else {"requestBody": _body(endpoint.takes)}
    return {
        **body,
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "parameters": [_parameter(IN_PATH[name], "path") for name in names]
        + [_parameter(one, "query") for one in endpoint.query],
        "responses": {
            "200": {"description": endpoint.about, "content": _content(endpoint)},
            **{
                code: {"description": why, "content": {"application/json": _schema(Problem)}}
                for code, why in _ERRORS.items()
            },
        },
    }


def _parameter(one: Parameter, place: str) -> dict[str, Any]:
    return {
        "name": one.name,
        "in": place,
        "required": place == "path",
        "description": one.about,
        "schema": one.schema,
    }


def _content(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.is_stream:
        choices = [{"$ref": _SCHEMAS + model.__name__} for model in endpoint.answers]
        return {"text/event-stream": {"schema": {"oneOf": choices}}}
    (model,) = endpoint.answers
    return _typed(model, endpoint.media)


def _body(model: type[Model]) -> dict[str, Any]:
    return {"required": True, "content": _typed(model)}


def _typed(model: type[Model], media: str = "application/octet-stream") -> dict[str, Any]:
    if model is RawBytes:
        return {media: {"schema": {"type": "string", "format": "binary"}}}
    return {"application/json": _schema(model)}


def _schema(model: type[Model]) -> dict[str, Any]:
    return {"schema": {"$ref": _SCHEMAS + model.__name__}}


if __name__ == "__main__":
    print(text(), end="")
