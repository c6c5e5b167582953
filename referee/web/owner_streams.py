"""Long answers to owners: the progress of a submission, the output of a bot, and records."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request

from referee.server.identity import hashed
from referee.web import owner_answers
from referee.web.api import endpoint as api
from referee.web.entry_door import EntryDoor
from referee.web.event_stream import EVENTS, EventStream, Headers
from referee.web.hub import Spectator
from referee.web.owner_session import signed_in
from referee.web.owner_slots import OwnerSlots
from referee.web.query import query_of
from referee.web.sentence import WebSentence
from referee.web.server_sent import HEARTBEAT, NOTHING_NEW
from referee.web.web_problem import WebProblem
from tianming_proto.entry.v1 import entry_pb2 as pb

MOST_STREAMS: Final = 256
MOST_STREAMS_OF_OWNER: Final = 8
"""Maximum of such answers at once."""

_OVER: Final = b"event: over\ndata: {}\n\n"


class OwnerStreams:
    """Answers that are sent while they come."""

    def __init__(self, door: EntryDoor) -> None:
        self._door = door
        self._slots = OwnerSlots(MOST_STREAMS, MOST_STREAMS_OF_OWNER)

    async def progress(self, request: Request) -> Any:
        """Send the progress of a submission as events."""
        query_of(request, api.PROGRESS)
        token, text = signed_in(request), request.path_params["number"]
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise WebProblem(WebSentence.NO_SUBMISSION_NUMBER)
        asked = pb.FollowRequest(number=int(text))
        responses = self._door.stream(asked, pb.FollowResponse, token)
        return await self._begun(token, _events(responses), EVENTS)

    async def output(self, request: Request) -> Any:
        """Send what a bot printed in a match, as plain text."""
        query = query_of(request, api.OUTPUT)
        asked = pb.ReadOutputRequest(match_id=query["match"], bot=query["bot"])
        token = signed_in(request)
        responses = self._door.stream(asked, pb.ReadOutputResponse, token)
        return await self._begun(token, _pieces(responses), _headers("text/plain; charset=utf-8"))

    async def record(self, request: Request) -> Any:
        """Send the record of a match, as a file to keep."""
        asked = pb.ReadRecordRequest(match_id=query_of(request, api.RECORD)["match"])
        token, name = signed_in(request), quote(f"{asked.match_id}.tianming", safe="")
        responses = self._door.stream(asked, pb.ReadRecordResponse, token)
        disposition = f"attachment; filename*=UTF-8''{name}"
        headers = _headers("application/octet-stream", disposition)
        return await self._begun(token, _pieces(responses), headers)

    async def _begun(
        self, token: str, data: AsyncGenerator[bytes, None], headers: Headers
    ) -> EventStream:
        """Return a response whose first bytes are there: a refused call has a status of its own."""
        owner = hashed(token)
        self._slots.take(owner)
        stream = Spectator(data, lambda: self._slots.free(owner))
        try:
            first = await anext(stream, b"")
        except BaseException:
            await stream.aclose()
            raise
        return EventStream(stream, headers, first)


async def _pieces(
    responses: AsyncIterator[pb.ReadOutputResponse] | AsyncIterator[pb.ReadRecordResponse],
) -> AsyncGenerator[bytes, None]:
    async for response in responses:
        yield response.piece


async def _events(responses: AsyncIterator[pb.FollowResponse]) -> AsyncGenerator[bytes, None]:
    """Yield the events of a submission, and heartbeats in between.

    If the entry process ends, the events end without `over`, and the browser asks again.
    """
    waiting: asyncio.Task[pb.FollowResponse | None] | None = None
    has_begun = False
    try:
        while True:
            waiting = waiting or asyncio.create_task(_next(responses))
            done, _ = await asyncio.wait((waiting,), timeout=HEARTBEAT)
            if not done:
                yield NOTHING_NEW
                continue
            response, waiting = waiting.result(), None
            if response is None:
                yield _OVER
                return
            has_begun = True
            body = owner_answers.progress(response).model_dump_json(exclude_defaults=True)
            yield b"event: progress\ndata: %b\n\n" % body.encode()
    except WebProblem:
        if not has_begun:
            raise
    finally:
        if waiting is not None:
            waiting.cancel()
            await asyncio.wait((waiting,))


async def _next(responses: AsyncIterator[pb.FollowResponse]) -> pb.FollowResponse | None:
    return await anext(responses, None)


def _headers(media_type: str, disposition: str = "") -> Headers:
    """Return the headers of bytes that no cache keeps."""
    headers = [
        (b"content-type", media_type.encode()),
        (b"cache-control", b"no-store"),
        (b"vary", b"Cookie"),
    ]
    return [*headers, (b"content-disposition", disposition.encode())] if disposition else headers
