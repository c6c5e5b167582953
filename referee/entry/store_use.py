"""Use the store of entries from an event loop: one task at a time, in a thread."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.entry.entry_book import EntryBook
from referee.entry.entry_event import EntryEvent
from referee.entry.entry_message import entry_message
from referee.entry.entry_store import EntryStore
from referee.identifier import BotName
from referee.whole_task import whole
from tianming_proto.entry.v1 import entry_pb2 as pb

T = TypeVar("T")


class StoreUse:
    """A store that tasks use in turn, because its calls wait for the disk."""

    def __init__(self, store: EntryStore) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def _read(self, reading: Callable[[EntryBook], T]) -> T:
        """Return what a function reads from the book, after what other processes wrote."""

        def read(store: EntryStore) -> T:
            store.refresh()
            return reading(store.book)

        return await self._with_store(read)

    async def _with_store(self, use: Callable[[EntryStore], T]) -> T:
        """Use the store in a thread. A cancelled caller does not interrupt it."""
        async with self._turn:
            return await whole(asyncio.to_thread(use, self._store))

    async def _changed_entry(
        self, decide: Callable[[EntryBook], Sequence[EntryEvent]], bot: str
    ) -> pb.EnteredBot:
        """Write the events that follow from the book; return an entry after them."""

        def change(store: EntryStore) -> pb.EnteredBot:
            store.record(decide)
            return entry_message(store.book.entries[BotName(bot)])

        return await self._with_store(change)
