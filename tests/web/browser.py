"""A test client without a network: send requests to an ASGI application."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote

import brotli
from starlette.types import ASGIApp, Message

T = TypeVar("T")

_PIECE = 1 << 16
"""Bytes of a body that arrive at once."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The response to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body, parsed as JSON."""
        return json.loads(self.text)

    @property
    def text(self) -> str:
        """The body as text."""
        match self.headers.get("content-encoding"):
            case "gzip":
                return gzip.decompress(self.body).decode()
            case "br":
                return bytes(brotli.decompress(self.body)).decode()
        return self.body.decode()


class Stream:
    """A response that is read while the application sends it."""

    def __init__(self, app: ASGIApp, target: str, headers: Mapping[str, str]) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._left = asyncio.Event()
        self._task = asyncio.ensure_future(
            app(scope_of(target, "GET", headers), self._receive, self._messages.put)
        )

    async def __aenter__(self) -> "Stream":
        self.start = await self._messages.get()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._left.set()
        await self._task

    async def read(self) -> bytes:
        """Return the next part of the body; empty at the end."""
        message = await self._messages.get()
        body: bytes = message.get("body", b"")
        return body

    async def rest(self) -> bytes:
        """Return the rest of the body."""
        pieces = []
        while True:
            message = await self._messages.get()
            pieces.append(message.get("body", b""))
            if not message.get("more_body", False):
                return b"".join(pieces)

    async def until_quiet(self) -> bytes:
        """Return the body up to the first heartbeat, or to the end."""
        pieces: list[bytes] = []
        while True:
            message = await self._messages.get()
            body = message.get("body", b"")
            if body.startswith(b":"):
                return b"".join(pieces)
            pieces.append(body)
            if not message.get("more_body", False):
                return b"".join(pieces)

    async def _receive(self) -> Message:
        await self._left.wait()
        return {"type": "http.disconnect"}


async def request(
    app: ASGIApp,
    target: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Reply:
    """Send a request, and return the response."""
    sent: list[Message] = []
    over = asyncio.Event()
    pieces = [body[at : at + _PIECE] for at in range(0, len(body), _PIECE)] or [b""]

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        if pieces:
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}
        await over.wait()
        return {"type": "http.disconnect"}

    length = {"Content-Length": str(len(body))} if body else {}
    await app(scope_of(target, method, length | dict(headers or {})), receive, send)
    start, *rest = sent
    return Reply(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(message.get("body", b"") for message in rest),
    )


def visit(app: Callable[[], ASGIApp], use: Callable[[ASGIApp], Awaitable[T]]) -> T:
    """Use an application in a new event loop."""

    async def run() -> T:
        return await use(app())

    return asyncio.run(run())


def get(app: Callable[[], ASGIApp], target: str, **headers: str) -> Reply:
    """Send a GET request to an application, and return the response."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return visit(app, lambda made: request(made, target, headers=named))


def events(data: bytes) -> list[tuple[str, Any]]:
    """The events of a stream, each as its kind and its data."""
    found = []
    for block in data.decode().split("\n\n"):
        fields = dict(line.partition(": ")[::2] for line in block.split("\n") if line[:1] != ":")
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def scope_of(target: str, method: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return a request as ASGI has it."""
    path, _, query = target.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
