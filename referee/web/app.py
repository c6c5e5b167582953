"""The Starlette application: routes of the API, of the pages, and of the pages' files."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.error import TianmingError
from referee.sentence.web import WebSentence
from referee.web.api.document import text as document_text
from referee.web.api.endpoint import (
    BOT_VIEW,
    FAIR,
    LEAGUE,
    LIVE,
    MATCH_VIEW,
    MATCHES,
    PREFIX,
    STEPS,
    Endpoint,
)
from referee.web.assets import Assets
from referee.web.encoded_response import EncodedResponse
from referee.web.event_stream import EventStream
from referee.web.guard import Guard
from referee.web.query import query_of
from referee.web.service import Service
from referee.web.web_problem import (
    NotAllowed,
    NotFound,
    Overloaded,
    WebProblem,
    problem_response,
)

log = structlog.get_logger()

PAGES: Final = (
    "/",
    "/matches",
    "/matches/{match}",
    "/bots/{bot:path}",
    "/fair",
    "/fair/{match}",
    "/embed/matches/{match}",
)
"""Paths of the pages. All return the same HTML shell, which loads its data from the API."""

_FOREVER: Final = "public, max-age=31536000, immutable"
"""`Cache-Control` of a file whose name changes with its content."""

Handler = Callable[[Request], Awaitable[Response]]


def application(service: Service, assets: Assets) -> Starlette:
    """Return the application that serves a season."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await service.close()

    async def shell(request: Request) -> Response:
        return assets.shell.response(request)

    def asset(answer: EncodedResponse, name: str) -> Handler:
        cache = _FOREVER if name.startswith("assets/") else "no-cache"

        async def handle(request: Request) -> Response:
            return answer.response(request, cache)

        return handle

    return Starlette(
        routes=[
            *_api(service),
            *(Route(f"/{name}", asset(one, name)) for name, one in assets.files.items()),
            *(Route(path, shell) for path in PAGES),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            WebProblem: _refused,
            TianmingError: _unreadable,
            HTTPException: _not_routed(assets),
        },
        lifespan=lifespan,
    )


def _api(service: Service) -> list[Route]:
    """Return the routes of the API: one for each endpoint, and the OpenAPI document."""
    openapi = EncodedResponse.of_bytes(document_text().encode(), "application/json")

    async def league(_: Request, __: dict[str, Any]) -> EncodedResponse:
        return await service.league()

    async def matches(_: Request, query: dict[str, Any]) -> EncodedResponse:
        return await service.matches(query)

    async def match(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.match(request.path_params["match"])

    async def steps(request: Request, query: dict[str, Any]) -> EncodedResponse:
        wants_options = bool(query.get("options", 0))
        return await service.steps(request.path_params["match"], query.get("seat"), wants_options)

    async def bot(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.bot(request.path_params["bot"])

    async def fair(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.fair(request.path_params["match"])

    async def live(request: Request) -> EventStream:
        query_of(request, LIVE)
        return EventStream(await service.live(request.path_params["match"], _last_event(request)))

    async def published(request: Request) -> Response:
        return openapi.response(request)

    handlers = (
        (LEAGUE, league),
        (MATCHES, matches),
        (MATCH_VIEW, match),
        (STEPS, steps),
        (BOT_VIEW, bot),
        (FAIR, fair),
    )
    return [
        Route(f"{PREFIX}/openapi.json", published),
        Route(PREFIX + LIVE.path, live),
        *(
            Route(PREFIX + one.path.replace("{bot}", "{bot:path}"), _answering(one, handler))
            for one, handler in handlers
        ),
    ]


def _answering(
    endpoint: Endpoint, handler: Callable[[Request, dict[str, Any]], Awaitable[EncodedResponse]]
) -> Handler:
    async def handle(request: Request) -> Response:
        answer = await handler(request, query_of(request, endpoint))
        return answer.response(request)

    return handle


def _last_event(request: Request) -> int | None:
    """Return the step number in `Last-Event-ID`; None if it is absent or malformed."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, WebProblem)
    return problem_response(error)


async def _unreadable(_: Request, error: Exception) -> Response:
    """Respond that the season cannot be read; only the organiser's log has the reason."""
    log.warning("season_not_read", reason=str(error))
    return problem_response(Overloaded(WebSentence.SEASON_NOT_READ))


def _not_routed(assets: Assets) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of requests without a route: a problem in the API, else the shell."""

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response = problem_response(NotAllowed(WebSentence.METHOD_NOT_ALLOWED))
            response.headers["Allow"] = "GET, HEAD"
            return response
        if request.url.path.startswith("/api/"):
            return problem_response(NotFound(WebSentence.NO_SUCH_ENDPOINT))
        response = assets.shell.response(request)
        response.status_code = HTTPStatus.NOT_FOUND
        return response

    return handle
