"""A response that is sent while it is made, and that ends when its client disconnects."""

import asyncio
from typing import Final

from starlette.types import Receive, Scope, Send

from referee.web.hub import Spectator

_CHUNK: Final = 1 << 14
"""Bytes per send. The next send waits until the client has read enough."""

Headers = list[tuple[bytes, bytes]]

EVENTS: Final[Headers] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
"""The headers of Server-Sent Events."""


class EventStream:
    """Sends events, or other bytes, until there are no more or the client disconnects."""

    def __init__(self, events: Spectator, headers: Headers = EVENTS, first: bytes = b"") -> None:
        """Prepare; `first` is sent before the events."""
        self._events = events
        self._headers = headers
        self._first = first

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
        await send({"type": "http.response.start", "status": 200, "headers": list(self._headers)})
        if not is_head:
            await self._send_data(send, self._first)
            async for data in self._events:
                await self._send_data(send, data)
        await send({"type": "http.response.body", "body": b""})

    async def _send_data(self, send: Send, data: bytes) -> None:
        for at in range(0, len(data), _CHUNK):
            chunk = data[at : at + _CHUNK]
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
