"""The pages of the people of a match: one link with a token for each of them.

A token is the only way to a seat. It lies in the path, so that the page works without a cookie, and
two people can use one browser. No page leads elsewhere, and no address is logged or sent on.
"""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.error import UsageError
from referee.seat.web_front import WebFront
from referee.web.api.endpoint import PREFIX, SEAT_ANSWER, SEAT_LIVE, SEAT_RULE
from referee.web.api.entered import Done
from referee.web.api.model import Model
from referee.web.api.seated import SeatAnswer
from referee.web.assets import Assets
from referee.web.event_stream import EventStream
from referee.web.guard import Guard
from referee.web.hub import Spectator
from referee.web.owner_session import secret_response
from referee.web.owner_upload import json_body
from referee.web.public_address import public_address
from referee.web.query import query_of
from referee.web.sentence import WebSentence
from referee.web.server import listening, name_of, settings_of
from referee.web.web_problem import (
    NotFound,
    WebProblem,
    not_allowed,
    problem_response,
    refused,
)

_PAGE: Final = "/seat/{token}"


class SeatPages:
    """The pages of some people, by the tokens of their links."""

    def __init__(self, address: str, base: str) -> None:
        self._base = base
        self._fronts: dict[str, WebFront] = {}
        self.is_local = base.startswith(("http://127.", "http://[::1]", "http://localhost"))
        """Whether only this machine can open them."""
        self.address = address

    def add(self, front: WebFront) -> str:
        """Return a new link to a seat."""
        token = secrets.token_urlsafe(18)
        self._fronts[token] = front
        return self._link(token)

    @property
    def links(self) -> list[str]:
        """The links to all seats."""
        return [self._link(token) for token in self._fronts]

    def _link(self, token: str) -> str:
        return f"{self._base}seat/{token}"

    def app(self, assets: Assets) -> Starlette:
        """Return the application."""
        shell = assets.at("/", "seat").shell

        async def page(request: Request) -> Response:
            return shell.response(request, "no-store")

        def file(name: str) -> Any:
            async def handle(request: Request) -> Response:
                return assets.files[name].response(request)

            return handle

        app = Starlette(
            routes=[
                Route(PREFIX + SEAT_LIVE.path, self._live),
                Route(PREFIX + SEAT_RULE.path, self._rule),
                Route(PREFIX + SEAT_ANSWER.path, self._answer, methods=["POST"]),
                Route(_PAGE, page),
                *(Route(f"/{name}", file(name)) for name in assets.files),
            ],
            middleware=[Middleware(Guard, public_address(self.address))],
            exception_handlers={WebProblem: refused, HTTPException: _not_routed},
        )
        app.router.redirect_slashes = False
        return app

    def _front(self, request: Request) -> WebFront:
        """Return the seat of a request.

        Raises:
            NotFound: if its token is that of no seat.
        """
        front = self._fronts.get(request.path_params["token"])
        if front is None:
            raise NotFound(WebSentence.NO_SEAT_LINK)
        return front

    async def _live(self, request: Request) -> Any:
        front = self._front(request)
        query_of(request, SEAT_LIVE)
        front.enter()
        return EventStream(Spectator(front.events(), front.leave))

    async def _rule(self, request: Request) -> Response:
        front = self._front(request)
        return _secret(front.rule(query_of(request, SEAT_RULE).get("option", 0)))

    async def _answer(self, request: Request) -> Response:
        front = self._front(request)
        order = await json_body(request, SeatAnswer)
        front.answer(order.question, order.option)
        return _secret(Done())


@contextlib.asynccontextmanager
async def seat_pages(address: str) -> AsyncIterator[SeatPages]:
    """Serve pages of people at `host:port` while the block runs; port 0 takes a free one.

    Raises:
        UsageError: if the address is malformed.
        UnavailableError: if the server cannot listen there.
    """
    if address.startswith("unix:"):
        raise UsageError(WebSentence.SEAT_AT_UNIX, address=address)
    with listening(address) as endpoint:
        pages = SeatPages(address, _base(endpoint))
        app = pages.app(_assets())
        server = _Server(settings_of(app, public_address(address)))
        serving = asyncio.create_task(server.serve([endpoint]))
        try:
            yield pages
        finally:
            server.should_exit = True
            await asyncio.wait([serving])


@cache
def _assets() -> Assets:
    """Return the files of the pages, which take a second to compress."""
    return Assets()


class _Server(uvicorn.Server):
    """A server that leaves the signals to the command."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals as they are."""
        yield


def _base(endpoint: socket.socket) -> str:
    """Return the address of the pages for other machines, too."""
    host, port = endpoint.getsockname()[:2]
    if not ip_address(host).is_unspecified:
        return name_of(endpoint)
    return f"http://{socket.gethostname().lower()}:{port}/"


def _secret(model: Model) -> Response:
    return secret_response(model.model_dump_json())


async def _not_routed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return not_allowed(request, error)
    return problem_response(NotFound(WebSentence.NO_SEAT_LINK))
