"""The server of the pages: a process that answers browsers until it is told to stop."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import uvicorn

from referee.error import UnavailableError, UsageError
from referee.sentence.web import WebSentence
from referee.web.app import application
from referee.web.assets import Assets
from referee.web.browser_connection import BrowserConnection
from referee.web.service import Service
from referee.web.source import Source

_UNIX: Final = "unix:"
_BACKLOG: Final = 512
_GOODBYE: Final = 2
"""Seconds that answers have to be complete when the server stops."""


def serve(source: Source, address: str, assets: Assets, ready: Callable[[str], None]) -> None:
    """Serve the pages of a season until SIGINT or SIGTERM.

    Args:
        source: the season.
        address: host:port, or unix:/path; port 0 takes a free one.
        assets: the files of the pages.
        ready: is told where the pages are, once they are there.

    Raises:
        UsageError: for what is no address.
        UnavailableError: when the server cannot listen there.
    """
    with listening(address) as endpoint:
        asyncio.run(serve_on(source, endpoint, assets, ready))


async def serve_on(
    source: Source, endpoint: socket.socket, assets: Assets, ready: Callable[[str], None]
) -> None:
    """Serve the pages on a socket that listens, until a signal or the task's end."""
    settings = uvicorn.Config(
        application(Service(source), assets),
        http=BrowserConnection,
        ws="none",
        loop="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GOODBYE,
    )
    server = uvicorn.Server(settings)
    serving = asyncio.create_task(server.serve([endpoint]))
    while not (server.started or serving.done()):
        await asyncio.sleep(0.01)
    if server.started:
        ready(_name(endpoint))
    await serving


@contextlib.contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    """A socket that listens at an address; one of Unix leaves no file behind."""
    try:
        endpoint = _bound(address)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnavailableError(
            WebSentence.CANNOT_LISTEN, address=address, why=why.lower()
        ) from None
    with endpoint:
        try:
            yield endpoint
        finally:
            if address.startswith(_UNIX):
                Path(address.removeprefix(_UNIX)).unlink(missing_ok=True)


def _bound(address: str) -> socket.socket:
    """A socket that listens at an address.

    Raises:
        UsageError: for what is no address.
        OSError: when it cannot listen there.
    """
    if address.startswith(_UNIX):
        endpoint = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        place: str | tuple[str, int] = address.removeprefix(_UNIX)
    else:
        host, colon, port = address.rpartition(":")
        if not (colon and host and port.isascii() and port.isdigit()):
            raise UsageError(WebSentence.WRONG_ADDRESS, address=address)
        host = host.strip("[]")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        endpoint = socket.socket(family, socket.SOCK_STREAM)
        endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place = (host, int(port))
    try:
        endpoint.bind(place)
        endpoint.listen(_BACKLOG)
    except (OSError, OverflowError):
        endpoint.close()
        raise
    endpoint.setblocking(False)
    return endpoint


def _name(endpoint: socket.socket) -> str:
    """Where a browser finds the pages."""
    if endpoint.family == socket.AF_UNIX:
        return f"{_UNIX}{endpoint.getsockname()}"
    host, port = endpoint.getsockname()[:2]
    return (
        f"http://[{host}]:{port}/"
        if endpoint.family == socket.AF_INET6
        else f"http://{host}:{port}/"
    )
