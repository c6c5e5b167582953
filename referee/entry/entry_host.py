"""The host of entries: it serves the calls of owners, and works on their submissions.

It needs the folder of its store and the folder of versions, and nothing of the season: neither its
seed nor its journal. If it is killed, the next one goes on where it was.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from grpc import aio

from referee.entry.build_queue import next_submission
from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_service import entry_handler
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker
from referee.entry.sentence import SubmissionSentence
from referee.entry.work_log import facts_of_work
from referee.error import TianmingError, UnavailableError
from referee.server.startup import start

log = structlog.get_logger()

_REST = 10.0
"""Seconds after a fault of this machine, before it works on a submission again."""

WorkerOf = Callable[[EntryStore], EntryWorker]
"""Returns the worker of a store."""


@asynccontextmanager
async def entry_host(
    folder: Path, address: str, settings: EntrySettings, worker_of: WorkerOf
) -> AsyncIterator[EntryCalls]:
    """Serve entries on a socket of this machine while the block runs.

    Args:
        folder: the folder of the store.
        address: the address, such as `unix:/run/entries.sock`.
        settings: what the season demands.
        worker_of: returns the worker of a store.

    Raises:
        DataError: if the journal is damaged.
        StorageError: if the store cannot be opened.
        UnavailableError: if the address cannot be used.
    """
    served, worked = EntryStore(folder), EntryStore(folder)
    try:
        served.sweep()
        calls = EntryCalls(served, settings)
        server = aio.server()
        server.add_generic_rpc_handlers((entry_handler(calls),))
        try:
            server.add_insecure_port(address)
        except RuntimeError:
            raise UnavailableError(SubmissionSentence.NOT_SERVED, address=address) from None
        await start(server)
        working = asyncio.create_task(_work(worked, calls, worker_of(worked)))
        try:
            yield calls
        finally:
            await server.stop(None)
            working.cancel()
            await asyncio.wait((working,))
    finally:
        served.close()
        worked.close()


async def _work(store: EntryStore, calls: EntryCalls, worker: EntryWorker) -> None:
    """Work on submissions one after another, forever."""
    while True:
        await asyncio.to_thread(store.refresh)
        following = next_submission(store.book, ())
        if following is None:
            await calls.wait()
            continue
        number = following.taken.number
        try:
            await worker.work(following)
        except TianmingError as error:
            log.error("submission_postponed", number=number, why=str(error))
            await asyncio.sleep(_REST)
            continue
        log.info("submission_done", **facts_of_work(store.book.submissions[number]))
        await calls.changed()
