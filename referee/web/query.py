"""Parse the query parameters of a request, and check them against the endpoint."""

from collections import Counter
from typing import Any, Final

from starlette.requests import Request

from referee.web.api.endpoint import Endpoint, Parameter
from referee.web.sentence import WebSentence
from referee.web.web_problem import WebProblem
from tianming_games.ground.text import did_you_mean, printable

_MOST: Final = 200
"""Maximum of characters in a value."""
_MOST_SHOWN: Final = 60


def query_of(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    """Return the parameters of a request by name, without those that are absent or empty.

    Raises:
        WebProblem: if a parameter is unknown, repeated, or has a wrong value.
    """
    known = {one.name: one for one in endpoint.query}
    given = request.query_params.multi_items()
    counts = Counter(name for name, _ in given)
    found: dict[str, Any] = {}
    for name, text in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise WebProblem(WebSentence.UNKNOWN_PARAMETER, name=_shown(name), hint=hint)
        if counts[name] > 1:
            raise _wrong(known[name], text, "it once")
        if text:
            found[name] = _value(known[name], text)
    return found


def _value(parameter: Parameter, text: str) -> Any:
    schema = parameter.schema
    choices = schema.get("enum")
    if schema["type"] == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum", 1)
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
            raise _wrong(parameter, text, f"a whole number from {least} to {most}")
        if not least <= int(text) <= most:
            raise _wrong(parameter, text, f"a whole number from {least} to {most}")
        return int(text)
    if len(text) > _MOST:
        raise _wrong(parameter, text, f"at most {_MOST} characters")
    if choices and text not in choices:
        raise _wrong(parameter, text, f"one of {', '.join(choices)}")
    return text


def _wrong(parameter: Parameter, text: str, form: str) -> WebProblem:
    return WebProblem(
        WebSentence.WRONG_PARAMETER, name=parameter.name, value=_shown(text), form=form
    )


def _shown(text: str) -> str:
    return printable(text[:_MOST_SHOWN])
