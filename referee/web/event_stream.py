"""A response of Server-Sent Events, which ends when its client disconnects."""

import asyncio
from typing import Final

from starlette.types import Receive, Scope, Send

from referee.web.hub import Spectator

_CHUNK: Final = 1 << 14
"""Bytes per send. The next send waits until the client has read enough."""

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream:
    """Sends events until there are no more, or until the client disconnects."""

    def __init__(self, events: Spectator) -> None:
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        sending = asyncio.create_task(self._send(send, scope["method"] == "HEAD"))
        leaving = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            try:
                await asyncio.wait((sending, leaving))
            finally:
                await self._events.aclose()
        if not sending.cancelled():
            sending.result()

    async def _send(self, send: Send, is_head: bool) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        if not is_head:
            async for data in self._events:
                for at in range(0, len(data), _CHUNK):
                    chunk = data[at : at + _CHUNK]
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
