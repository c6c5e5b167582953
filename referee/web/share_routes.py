"""What leaves the pages: previews of links, pictures of boards, feeds of results, and records."""

from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.error import TianmingError
from referee.web.api.endpoint import CARD, OWNER_ENDPOINTS, PICTURE, PREFIX, RECORD_FILE
from referee.web.encoded_response import EncodedResponse
from referee.web.feed import ATOM, JSON, feed_links
from referee.web.link_preview import TITLE, with_tags
from referee.web.query import query_of
from referee.web.service import Service
from referee.web.web_problem import WebProblem

_OF_OWNERS: Final = tuple({PREFIX + "/" + one.path.split("/")[1] for one in OWNER_ENDPOINTS})
"""Where the addresses of owners begin. Scripts of other sites never read them."""

_STEP: Final = 9
"""Maximum of digits in the number of a step."""


class SharePages:
    """Answers for people and programs that carry a match elsewhere."""

    def __init__(self, service: Service, shell: EncodedResponse, root: str) -> None:
        """Prepare; `shell` is the HTML of all pages, and `root` the path of the first page."""
        self._service = service
        self._plain = shell
        self._links = feed_links(root)
        self.shell = with_tags(shell, self._links + TITLE, best=True)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route(f"/{ATOM}", self._atom),
            Route(f"/{JSON}", self._json),
            Route(PREFIX + PICTURE.path, self._picture),
            Route(PREFIX + CARD.path, self._card),
            Route(PREFIX + RECORD_FILE.path, self._record),
        ]

    def is_for_scripts(self, path: str) -> bool:
        """Return whether scripts of other sites may read the answer at a path."""
        if not self._service.cors:
            return False
        if path in (f"/{ATOM}", f"/{JSON}"):
            return True
        return path.startswith(f"{PREFIX}/") and not path.startswith(_OF_OWNERS)

    async def page(self, request: Request) -> Response:
        """Return the shell of a page; that of a match has the preview of a link to it."""
        peer: str = request.state.peer
        is_there = await self._service.has(**request.path_params, peer=peer)
        shell = self.shell
        if is_there and "match" in request.path_params:
            with suppress(WebProblem, TianmingError):
                preview = await self._service.preview(request.path_params["match"], peer)
                tags = preview.tags(request.state.base, _step_of(request))
                shell = with_tags(self._plain, self._links + tags)
        status = HTTPStatus.OK if is_there else HTTPStatus.NOT_FOUND
        return shell.response(request, status=status)

    async def _picture(self, request: Request) -> Response:
        step = query_of(request, PICTURE).get("step")
        match_id, peer = request.path_params["match"], request.state.peer
        return (await self._service.picture(match_id, step, peer)).response(request)

    async def _card(self, request: Request) -> Response:
        step = query_of(request, CARD).get("step")
        match_id, peer = request.path_params["match"], request.state.peer
        return (await self._service.card(match_id, step, peer)).response(request)

    async def _record(self, request: Request) -> Response:
        query_of(request, RECORD_FILE)
        match_id, peer = request.path_params["match"], request.state.peer
        name, answer = await self._service.record(match_id, peer)
        response = answer.response(request)
        response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
        return response

    async def _atom(self, request: Request) -> Response:
        feed = await self._service.feed(request.state.base, request.state.peer)
        return feed.atom().response(request)

    async def _json(self, request: Request) -> Response:
        feed = await self._service.feed(request.state.base, request.state.peer)
        return feed.json().response(request)


def _step_of(request: Request) -> int | None:
    """Return the step that the address names; None if it names none."""
    text = request.query_params.get("step", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _STEP else None
