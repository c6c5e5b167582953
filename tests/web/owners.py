"""Owners in browsers: pages in front of a real entry process, and a season that a test writes.

The service is a real gRPC server on a Unix socket. The calls that the season answers come from a
table of the test.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.message import Message
from grpc import aio
from starlette.applications import Starlette
from starlette.types import ASGIApp

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_event import EntryEvent
from referee.entry.entry_service import entry_handler
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.season_call import OWNER
from referee.entry.season_link import SeasonLink
from referee.entry.toolchain import note_languages
from referee.league.season.owner_views import Withheld
from referee.server.startup import start
from referee.web.app import application
from referee.web.assets import Assets
from referee.web.entry_address import EntryAddress
from referee.web.entry_door import EntryDoor
from referee.web.owner_session import COOKIE, FORM
from referee.web.public_address import PublicAddress
from referee.web.records_source import RecordsSource
from referee.web.service import Service
from referee.web.showing import ShowSettings
from tests.patience import PATIENCE
from tests.web.browser import Reply, request

SETTINGS = EntrySettings(
    league="spring",
    game="ming",
    most_bytes=100_000,
    connected=True,
    friendlies=True,
    bots_address="https://bots.example:7000",
    look=0.05,
)
HOST = {"Host": "pages.example", "Origin": "https://pages.example"}
ARCHIVE = b"archive" * 20


class PlayedSeason(grpc.GenericRpcHandler):
    """The season behind a service of entries: it answers each owner from a table.

    Attributes:
        answers: the responses to a call, by owner and name of the call.
    """

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], list[Message]] = {}

    def service(self, details: Any) -> Any:
        """Return the handler of a call."""
        name = details.method.rpartition("/")[2]
        owner = dict(details.invocation_metadata)[OWNER]
        sent = [answer.SerializeToString() for answer in self.answers.get((owner, name), ())]

        async def one(_: bytes, context: Any) -> bytes:
            return sent[0] if sent else b""

        async def many(_: bytes, context: Any) -> AsyncIterator[bytes]:
            if not sent:
                await context.abort(grpc.StatusCode.NOT_FOUND, Withheld.UNKNOWN.value)
            for each in sent:
                yield each

        if name.startswith("Read"):
            return grpc.unary_stream_rpc_method_handler(many)
        return grpc.unary_unary_rpc_method_handler(one)


@dataclass
class OwnerBrowser:
    """A browser with the cookies of one server; `form` is the token of the page on show."""

    app: ASGIApp
    cookie: str = ""
    form: str = ""
    headers: dict[str, str] = field(default_factory=lambda: dict(HOST))

    async def get(self, path: str) -> Reply:
        """Read an address of the API; a form token in the answer is that of the page."""
        reply = await request(self.app, f"/api/v1/{path}", headers=self._headers())
        self._keep(reply)
        if reply.headers.get("content-type") == "application/json":
            self.form = reply.json().get("form", self.form)
        return reply

    async def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        """Send a form; bytes go as they are."""
        data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = self._headers() | {FORM: self.form} | named
        reply = await request(self.app, f"/api/v1/{path}", "POST", sent, data)
        self._keep(reply)
        return reply

    def _headers(self) -> dict[str, str]:
        return self.headers | ({"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {})

    def _keep(self, reply: Reply) -> None:
        text = reply.headers.get("set-cookie", "")
        if text:
            self.cookie = text.partition(";")[0].partition("=")[2].strip('"')


@dataclass
class OwnerDoor:
    """A served store of entries, the season behind it, and the pages in front."""

    store: EntryStore
    season: PlayedSeason
    app: ASGIApp

    def record(self, *events: EntryEvent) -> None:
        """Write events, as a worker or the organiser does."""
        self.store.record(lambda book: events)

    def browser(self) -> OwnerBrowser:
        """Return a new browser."""
        return OwnerBrowser(self.app)

    async def joined(self, owner: str, bots: int = 2) -> OwnerBrowser:
        """Return the browser of a new owner, with the page of that owner on show."""
        browser = self.browser()
        await browser.get("entry")
        code = self.store.invite(0, bots=bots)
        reply = await browser.post("entry/join", {"invitation": code, "owner": owner})
        assert reply.status == 200, reply.text
        await browser.get("mine")
        return browser


@asynccontextmanager
async def entries_served(
    folder: Path, settings: EntrySettings = SETTINGS, calls_at_once: int = 100
) -> AsyncIterator[tuple[EntryStore, PlayedSeason, str]]:
    """Serve a store of entries at a Unix socket.

    Yield another store of the same entries, the season, and the address. Each connection has at
    most `calls_at_once` calls.
    """
    store, own, season = EntryStore(folder / "store"), EntryStore(folder / "store"), PlayedSeason()
    note_languages(store.folder, ["python"])
    link = SeasonLink(str(folder / "season.sock"))
    address = f"unix:{folder / 'entries.sock'}"
    calls = EntryCalls(store, settings, season=link)
    try:
        async with (
            _server(f"unix:{folder / 'season.sock'}", season),
            _server(address, entry_handler(calls), calls_at_once),
        ):
            yield own, season, address
    finally:
        await link.close()
        own.close()
        store.close()


@asynccontextmanager
async def _server(
    address: str, handler: grpc.GenericRpcHandler, calls_at_once: int = 100
) -> AsyncIterator[None]:
    server = aio.server(options=(("grpc.max_concurrent_streams", calls_at_once),))
    server.add_generic_rpc_handlers((handler,))
    server.add_insecure_port(address)
    await start(server)
    try:
        yield
    finally:
        await server.stop(None)


def owner_pages(folder: Path, assets: Assets, address: str, root: str = "/") -> Starlette:
    """Return pages of an empty folder of records, in front of a service of entries."""
    source = RecordsSource("season", folder, [], ShowSettings())
    public = PublicAddress(root=root, hosts=("pages.example",))
    return application(Service(source), assets, public, EntryDoor(EntryAddress(address)))


def at_the_pages(
    folder: Path,
    assets: Assets,
    story: Callable[[OwnerDoor], Coroutine[Any, Any, None]],
    settings: EntrySettings = SETTINGS,
) -> None:
    """Run a story with pages in front of a served store."""

    async def run() -> None:
        async with entries_served(folder, settings) as (store, season, address):
            app = owner_pages(folder, assets, address)
            door = OwnerDoor(store, season, app)
            async with app.router.lifespan_context(app):
                await asyncio.wait_for(story(door), PATIENCE)

    asyncio.run(run())
