"""Serve the pages to browsers until a signal stops the process."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from referee.error import UnavailableError, UsageError
from referee.web.app import application
from referee.web.assets import Assets
from referee.web.browser_connection import limited
from referee.web.entry_door import EntryDoor
from referee.web.public_address import PublicAddress, public_address
from referee.web.season_slot import SeasonSlot
from referee.web.seasons_app import SeasonsApp
from referee.web.sentence import WebSentence
from referee.web.service import Service
from referee.web.source import Source

_UNIX: Final = "unix:"
_BACKLOG: Final = 512
_GOODBYE: Final = 2
"""Seconds for running responses to finish when the server stops."""


def serve(
    source: Source,
    address: str,
    assets: Assets,
    ready: Callable[[str], None],
    public: PublicAddress | None = None,
) -> None:
    """Serve the pages of a season until SIGINT or SIGTERM.

    Args:
        source: the season.
        address: `host:port` or `unix:/path`; port 0 takes a free port.
        assets: the files of the pages.
        ready: called with the address of the pages once the server answers.
        public: how readers reach the pages; directly at `address` if it is left out.

    Raises:
        UsageError: if the address is malformed.
        UnavailableError: if the server cannot listen there.
    """
    public = public or public_address(address)
    with listening(address) as endpoint:
        asyncio.run(serve_on(source, endpoint, assets, ready, public))


async def serve_on(
    source: Source,
    endpoint: socket.socket,
    assets: Assets,
    ready: Callable[[str], None],
    public: PublicAddress | None = None,
) -> None:
    """Serve the pages on a listening socket, until a signal or the task's cancellation."""
    public = public or PublicAddress()
    door = EntryDoor(source.entries) if source.entries else None
    app = application(Service(source), assets, public, door)
    await _serve_app(app, endpoint, ready, public)


def serve_seasons(
    seasons: Mapping[str, Callable[[], Source]],
    address: str,
    assets: Assets,
    ready: Callable[[str], None],
    public: PublicAddress,
) -> None:
    """Serve several seasons as `serve` does; `seasons` has how to open each, by name."""

    async def run(endpoint: socket.socket) -> None:
        slots = [SeasonSlot(name, opening, assets, public) for name, opening in seasons.items()]
        await _serve_app(SeasonsApp(slots, assets, public), endpoint, ready, public)

    with listening(address) as endpoint:
        asyncio.run(run(endpoint))


async def _serve_app(
    app: ASGIApp, endpoint: socket.socket, ready: Callable[[str], None], public: PublicAddress
) -> None:
    """Serve an application on a listening socket, until a signal or the task's cancellation."""
    server = uvicorn.Server(settings_of(app, public))
    serving = asyncio.create_task(server.serve([endpoint]))
    while not (server.started or serving.done()):
        await asyncio.sleep(0.01)
    if server.started:
        ready(name_of(endpoint) + public.root.lstrip("/"))
    await serving


def settings_of(app: ASGIApp, public: PublicAddress) -> uvicorn.Config:
    """Return how an application is served."""
    return uvicorn.Config(
        app,
        http=limited(tuple(public.proxies)),
        ws="none",
        loop="none",
        lifespan="on",
        log_config=None,
        log_level="critical",  # anybody can cause its warnings
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GOODBYE,
    )


@contextlib.contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    """Open a listening socket; on exit, close it and remove the file of a Unix socket.

    Raises:
        UsageError: if the address is malformed.
        UnavailableError: if the server cannot listen there.
    """
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
    """Return a socket that listens at an address.

    Raises:
        UsageError: if the address is malformed.
        OSError: if it cannot listen there.
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


def name_of(endpoint: socket.socket) -> str:
    """Return the address of the pages for a browser."""
    if endpoint.family == socket.AF_UNIX:
        return f"{_UNIX}{endpoint.getsockname()}"
    host, port = endpoint.getsockname()[:2]
    return (
        f"http://[{host}]:{port}/"
        if endpoint.family == socket.AF_INET6
        else f"http://{host}:{port}/"
    )
