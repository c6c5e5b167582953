"""Pages with entries for the browser tests: a real service of entries, and a season behind it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from google.protobuf.timestamp_pb2 import Timestamp

from referee.entry.entry_event import (
    Announced,
    EntryEvent,
    FriendliesAllowed,
    SubmissionAccepted,
    SubmissionRefused,
)
from referee.entry.entry_store import EntryStore
from referee.identifier import BotName, OwnerName
from referee.web.assets import Assets
from tests.web.owners import ARCHIVE, SETTINGS, PlayedSeason, entries_served, owner_pages
from tianming_proto.entry.v1 import entry_pb2 as pb

WORDS = "<b>Tonight</b> \u202e at 18:00 \u200b" + "x" * 300
PRINTED = "<script>alert(1)</script>\n\x1b[31m\u202e\u200b" + "long" * 500
"""What a hostile bot prints."""

BOT = "W" * 40
"""The longest name of a bot."""


@dataclass
class EntryPages:
    """Served pages with entries: their address, the store, and the season behind it."""

    address: str
    store: EntryStore
    season: PlayedSeason

    def record(self, *events: EntryEvent) -> None:
        """Write events, as a worker or the organiser does."""
        self.store.record(lambda book: events)

    def owner(self, name: str) -> str:
        """Return the token of a new owner."""
        return self.store.join(self.store.invite(0, bots=5), name, 0)[1]

    def full_owner(self, name: str) -> str:
        """Return the token of a new owner who has everything that the pages show."""
        token, owner = self.owner(name), OwnerName(name)
        for bot in (f"{name} red", BOT):
            for content in (ARCHIVE, ARCHIVE + b"2"):
                upload = self.store.receive([content + bot.encode()], 10_000)
                self.store.submit(owner, BotName(bot), upload, SETTINGS.quotas, 0)
        first = min(one.taken.number for one in self.store.book.of_owner(owner))
        self.record(
            SubmissionAccepted(first, "1" * 64, "1" * 64, 1),
            SubmissionAccepted(first + 1, "2" * 64, "2" * 64, 1),
            SubmissionAccepted(first + 2, "3" * 64, "3" * 64, 1),
            SubmissionRefused(first + 3, f"the build failed.\n{PRINTED}", 1),
            FriendliesAllowed(owner, BotName(BOT), allowed=True),
            Announced(WORDS, 5),
        )
        facts = pb.EnteredBot(bot=BOT, benched=PRINTED, rolled_back=PRINTED, matches=2, place=1)
        self.season.answers = {
            (name, "ListEntries"): [pb.ListEntriesResponse(entries=[facts])],
            (name, "ListMatches"): [pb.ListMatchesResponse(matches=_matches())],
            (name, "ReadOutput"): [pb.ReadOutputResponse(piece=PRINTED.encode())],
            (name, "ReadRecord"): [pb.ReadRecordResponse(piece=b"record")],
        }
        return token


def _matches() -> list[pb.OwnedMatch]:
    seats = [
        pb.OwnedSeat(bot=BOT, version="4", yours=True, place=1, points=9, faults=3),
        pb.OwnedSeat(bot="\u202eevil", place=2, points=-4, forfeited="LATE"),
    ]
    return [
        pb.OwnedMatch(
            number=number,
            match_id=f"spring-r001-s{number:05}-1",
            ended=Timestamp(seconds=100 * number),
            seats=seats,
            friendly=number == 2,
            record_open=number == 1,
        )
        for number in (2, 1)
    ]


@contextmanager
def entry_pages(folder: Path) -> Iterator[EntryPages]:
    """Serve pages with entries from a thread."""
    started, leave = threading.Event(), threading.Event()
    found: list[EntryPages] = []

    async def serve() -> None:
        async with entries_served(folder) as (store, season, address):
            app = owner_pages(folder, Assets(), address)
            settings = uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="on")
            server = uvicorn.Server(settings)
            serving = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            # The test writes with a store of its own: each belongs to one thread.
            found.append(EntryPages(f"http://127.0.0.1:{port}", EntryStore(store.folder), season))
            started.set()
            await asyncio.to_thread(leave.wait)
            server.should_exit = True
            await serving

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        started.wait()
        yield found[0]
        found[0].store.close()
    finally:
        leave.set()
        thread.join()
