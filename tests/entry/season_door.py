"""The service of entries before a season: a store, the season's socket, and clients of both."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_event import EntryEvent
from referee.entry.entry_service import entry_handler
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.season_link import SeasonLink
from referee.entry.season_socket import season_socket
from referee.league.configuration.settings import LeagueSettings
from referee.league.running.attendance import advice
from referee.server.startup import start
from tests.patience import PATIENCE
from tianming_proto.entry.v1 import entry_pb2 as pb
from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceStub

if TYPE_CHECKING:
    from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceAsyncStub

SETTINGS = EntrySettings(
    league="test",
    game="toy",
    patience=2,
    look=0.05,
    token_wait=0.05,
    connected=True,
    friendlies=True,
    seats=3,
    bots_address="https://league.example:50051",
)

Metadata = tuple[tuple[str, str], ...]


@dataclass
class SeasonDoor:
    """A served store, with a client and the tokens of owners.

    Attributes:
        served: the store that is served. Another thread uses it while a call runs.
        store: another store of the same entries, as another process has it.
        stub: the client.
        channel: its channel, for calls on bytes.
        tokens: the metadata of each owner.
    """

    served: EntryStore
    store: EntryStore
    stub: "EntryServiceAsyncStub"
    channel: grpc.aio.Channel
    tokens: dict[str, Metadata]

    def record(self, *events: EntryEvent) -> None:
        """Write events, as a worker or the organiser does."""
        self.store.record(lambda book: events)

    async def join(self, owner: str, bots: int = 3) -> None:
        """Make an owner."""
        code = self.store.invite(0, bots=bots)
        joined = await self.stub.Join(pb.JoinRequest(invitation=code, owner=owner))
        self.tokens[owner] = (("authorization", f"Bearer {joined.token}"),)


@asynccontextmanager
async def season_door(
    folder: Path, season: LeagueSettings | None = None, settings: EntrySettings = SETTINGS
) -> AsyncIterator[SeasonDoor]:
    """Serve a store; without a season, nobody answers on its socket."""
    socket, address = folder / "season.sock", f"unix:{folder / 'door.sock'}"
    served, store = EntryStore(folder / "entry"), EntryStore(folder / "entry")
    link, server = SeasonLink(str(socket)), grpc.aio.server()
    server.add_generic_rpc_handlers((entry_handler(EntryCalls(served, settings, season=link)),))
    server.add_insecure_port(address)
    with ExitStack() as stack:
        if season is not None:
            stack.enter_context(season_socket(socket, season, advice))
        await start(server)
        try:
            async with grpc.aio.insecure_channel(address) as channel:
                yield SeasonDoor(served, store, EntryServiceStub(channel), channel, {})
        finally:
            await server.stop(None)
            await link.close()
            store.close()
            served.close()


def before_a_season(
    folder: Path,
    story: Callable[[SeasonDoor], Coroutine[Any, Any, None]],
    season: LeagueSettings | None = None,
    settings: EntrySettings = SETTINGS,
) -> None:
    """Run a story with a served store and a season."""

    async def run() -> None:
        async with season_door(folder, season, settings) as door:
            await asyncio.wait_for(story(door), PATIENCE)

    asyncio.run(run())
