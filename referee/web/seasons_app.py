"""The application of several seasons: a list of all, and each below its own path."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from html import escape
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from referee.web.api.document import text as document_text
from referee.web.api.endpoint import PREFIX, SEASONS
from referee.web.api.seasons import SeasonLine, Seasons
from referee.web.assets import Assets
from referee.web.encoded_response import EncodedResponse
from referee.web.failure_log import FailureLog
from referee.web.guard import Guard
from referee.web.public_address import PublicAddress
from referee.web.query import query_of
from referee.web.season_slot import BELOW, SeasonSlot
from referee.web.sentence import WebSentence
from referee.web.web_problem import (
    NotFound,
    Overloaded,
    WebProblem,
    not_allowed,
    problem_response,
    refused,
)

_PLACE: Final = re.compile(rf"/{BELOW}/([^/]+)(/.*)?")

_STATES: Final = {
    "running": "being played",
    "waiting": "paused",
    "played": "all planned matches are played",
    "reading": "being read",
    "new": "not begun",
    "unreadable": "cannot be read now",
}


class SeasonsApp:
    """Sends each request to its season, and all others to the list of seasons."""

    def __init__(self, slots: Sequence[SeasonSlot], assets: Assets, public: PublicAddress) -> None:
        self._slots = {slot.name: slot for slot in slots}
        self._public = public
        self._list = _list_app(slots, assets, public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or start and stop the application."""
        app: ASGIApp | None = None
        if scope["type"] == "http":
            found = _PLACE.fullmatch(self._public.path_below(scope["path"]))
            slot = self._slots.get(found[1]) if found else None
            if found and slot is not None:
                app = await slot.app()
                if app is not None:
                    scope = {**scope, "path": found[2] or "/"}
        await (app or self._list)(scope, receive, send)


def _list_app(slots: Sequence[SeasonSlot], assets: Assets, public: PublicAddress) -> Starlette:
    """Return the application of the list; it also answers for seasons that cannot be read."""
    openapi = EncodedResponse.of_bytes(document_text().encode(), "application/json")
    names = {slot.name for slot in slots}

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for slot in slots:
            await slot.close()

    async def lines(request: Request) -> list[SeasonLine]:
        peer: str = request.state.peer
        return list(await asyncio.gather(*(slot.line(peer) for slot in slots)))

    async def page(request: Request, status: HTTPStatus = HTTPStatus.OK) -> Response:
        html = _page(await lines(request), assets, public.root)
        answer = EncodedResponse.of_bytes(html.encode(), "text/html", best=False)
        return answer.response(request, status=status)

    async def seasons(request: Request) -> Response:
        query_of(request, SEASONS)
        return EncodedResponse.of(Seasons(seasons=await lines(request))).response(request)

    async def published(request: Request) -> Response:
        return openapi.response(request)

    async def closed(request: Request) -> Response:
        if request.path_params["name"] not in names:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if request.path_params["rest"].startswith("/api/"):
            raise Overloaded(WebSentence.SEASON_NOT_READ)
        return await page(request, HTTPStatus.SERVICE_UNAVAILABLE)

    async def first(request: Request) -> Response:
        return await page(request)

    async def not_routed(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return not_allowed(request, error)
        if "/api/" in request.url.path:
            return problem_response(NotFound(WebSentence.NO_SUCH_ENDPOINT))
        return await page(request, HTTPStatus.NOT_FOUND)

    app = Starlette(
        routes=[
            Route("/", first),
            Route(PREFIX + SEASONS.path, seasons),
            Route(f"{PREFIX}/openapi.json", published),
            *(Route(f"/{name}", _asset(one)) for name, one in assets.files.items()),
            Route(f"/{BELOW}/{{name}}{{rest:path}}", closed),
        ],
        middleware=[Middleware(Guard, public, FailureLog())],
        exception_handlers={WebProblem: refused, HTTPException: not_routed},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _asset(answer: EncodedResponse) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return answer.response(request)

    return handle


def _page(lines: Sequence[SeasonLine], assets: Assets, root: str) -> str:
    """Return the list of seasons as HTML; it needs no script."""
    styles = "".join(
        f'<link rel="stylesheet" href="{root}{name}">'
        for name in assets.files
        if name.endswith(".css")
    )
    rows = "".join(map(_row, lines))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><title>Seasons</title>'
        f'<link rel="icon" href="{root}seal.svg" type="image/svg+xml">{styles}</head><body>'
        f'<div id="page"><header class="bar"><a class="home" href="{root}">Tianming</a></header>'
        '<main id="main"><h1>Seasons</h1><section class="card"><div class="scroll"><table>'
        "<thead><tr><th>Season</th><th>State</th><th>Game</th>"
        '<th class="number">Bots</th><th class="number">Matches</th><th>Leader</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section></main></div></body></html>\n"
    )


def _row(line: SeasonLine) -> str:
    cells = (
        ("", _STATES[line.state]),
        ("", ", ".join(line.games)),
        (' class="number"', str(line.bots)),
        (' class="number"', str(line.matches)),
        ("", line.leader or "-"),
    )
    tail = "".join(f"<td{kind}>{escape(text)}</td>" for kind, text in cells)
    return f'<tr><th><a href="{escape(line.path)}">{escape(line.name)}</a></th>{tail}</tr>'
