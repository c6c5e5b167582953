"""The Starlette application: routes of the API, of the pages, and of the pages' files."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.error import TianmingError
from referee.web.api.document import text as document_text
from referee.web.api.endpoint import (
    ANALYSIS,
    BOT_VIEW,
    FAIR,
    LEAGUE,
    LIVE,
    MATCH_VIEW,
    MATCHES,
    POSITION,
    PREFIX,
    REASONING,
    STEPS,
    Endpoint,
)
from referee.web.assets import Assets
from referee.web.encoded_response import EncodedResponse
from referee.web.entry_door import EntryDoor
from referee.web.event_stream import EventStream
from referee.web.failure_log import FailureLog
from referee.web.guard import Guard
from referee.web.owner_routes import OwnerPages
from referee.web.public_address import PublicAddress
from referee.web.query import query_of
from referee.web.sentence import WebSentence
from referee.web.service import Service
from referee.web.share_routes import SharePages
from referee.web.web_problem import (
    NotFound,
    Overloaded,
    WebProblem,
    not_allowed,
    problem_response,
    refused,
)

PAGES: Final = (
    "/",
    "/tv",
    "/matches",
    "/matches/{match}",
    "/bots/{bot:path}/vs/{opponent:path}",
    "/bots/{bot:path}",
    "/fair",
    "/fair/{match}",
    "/embed/matches/{match}",
)
"""Paths of the pages. All return the same HTML shell, which loads its data from the API."""

OWNER_PAGES: Final = ("/enter", "/mine")
"""Paths of the pages of owners."""

_ICON: Final = "seal.svg"
"""The icon of the pages. Browsers ask for `/favicon.ico` where they show no page."""

_FOREVER: Final = "public, max-age=31536000, immutable"
"""`Cache-Control` of a file whose name changes with its content."""

Handler = Callable[[Request], Awaitable[Response]]


def application(
    service: Service,
    assets: Assets,
    public: PublicAddress | None = None,
    door: EntryDoor | None = None,
) -> Starlette:
    """Return the application that serves a season at a public address.

    With a `door`, owners can enter bots in the season.
    """
    failures = FailureLog()
    owners, root = None, public.root if public else "/"
    if door is not None:
        assets, owners = assets.at(root, "entries"), OwnerPages(door, root)
    shared = SharePages(service, assets.shell, root)
    icon = {_ICON: assets.files[_ICON]} if _ICON in assets.files else {}

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await service.close()
        if owners is not None:
            await owners.close()

    async def owner_shell(request: Request) -> Response:
        return shared.shell.response(request)

    def asset(answer: EncodedResponse, name: str) -> Handler:
        cache = _FOREVER if name.startswith("assets/") else "no-cache"

        async def handle(request: Request) -> Response:
            return answer.response(request, cache)

        return handle

    app = Starlette(
        routes=[
            *_api(service),
            *shared.routes(),
            *(owners.routes() if owners else ()),
            *(Route(path, owner_shell) for path in (OWNER_PAGES if owners else ())),
            *(Route(f"/{name}", asset(one, name)) for name, one in assets.files.items()),
            *(Route("/favicon.ico", asset(one, name)) for name, one in icon.items()),
            *(Route(path, shared.page) for path in PAGES),
        ],
        middleware=[Middleware(Guard, public, failures, shared.is_for_scripts)],
        exception_handlers={
            WebProblem: refused,
            TianmingError: _unreadable(failures),
            HTTPException: _not_routed(shared.shell),
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # the redirect would have the host of the request
    return app


@cache
def _openapi() -> EncodedResponse:
    """Return the OpenAPI document, which takes 0.1 s to generate and to compress."""
    return EncodedResponse.of_bytes(document_text().encode(), "application/json")


def _api(service: Service) -> list[Route]:
    """Return the routes of the API: one for each endpoint, and the OpenAPI document."""

    async def league(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.league(_peer(request))

    async def matches(request: Request, query: dict[str, Any]) -> EncodedResponse:
        return await service.matches(query, _peer(request))

    async def match(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.match(request.path_params["match"], _peer(request))

    async def steps(request: Request, query: dict[str, Any]) -> EncodedResponse:
        wants_options = bool(query.get("options", 0))
        match_id, seat = request.path_params["match"], query.get("seat")
        return await service.steps(match_id, seat, wants_options, _peer(request))

    async def position(request: Request, query: dict[str, Any]) -> EncodedResponse:
        with_board = bool(query.get("board", 0))
        return await service.position(request.path_params["match"], with_board, _peer(request))

    async def analysis(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.analysis(request.path_params["match"], _peer(request))

    async def reasoning(request: Request, query: dict[str, Any]) -> EncodedResponse:
        match_id = request.path_params["match"]
        return await service.reasoning(match_id, query.get("n", 0), _peer(request))

    async def bot(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.bot(request.path_params["bot"], _peer(request))

    async def fair(request: Request, _: dict[str, Any]) -> EncodedResponse:
        return await service.fair(request.path_params["match"], _peer(request))

    async def live(request: Request) -> EventStream:
        query_of(request, LIVE)
        match_id, after = request.path_params["match"], _last_event(request)
        return EventStream(await service.live(match_id, after, _peer(request)))

    async def published(request: Request) -> Response:
        openapi = await asyncio.to_thread(_openapi)
        return openapi.response(request)

    handlers = (
        (LEAGUE, league),
        (MATCHES, matches),
        (MATCH_VIEW, match),
        (STEPS, steps),
        (POSITION, position),
        (ANALYSIS, analysis),
        (REASONING, reasoning),
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


def _unreadable(failures: FailureLog) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of a season that cannot be read; only the log has the reason."""

    async def handle(_: Request, error: Exception) -> Response:
        failures.unreadable(str(error))
        return problem_response(Overloaded(WebSentence.SEASON_NOT_READ))

    return handle


def _peer(request: Request) -> str:
    """Return the peer that the guard has found."""
    peer: str = request.state.peer
    return peer


def _not_routed(shell: EncodedResponse) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of requests without a route: a problem in the API, else the shell."""

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return not_allowed(request, error)
        if request.url.path.startswith("/api/"):
            return problem_response(NotFound(WebSentence.NO_SUCH_ENDPOINT))
        return shell.response(request, status=HTTPStatus.NOT_FOUND)

    return handle
