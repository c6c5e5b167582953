"""The build process: `python -m referee.entry.build_process`, started by `referee league serve`.

It works on the submissions of the store, some at once, at most one of each owner. It listens
nowhere. Builds and bots run in sandboxes below it. If it is killed, the next one goes on.
"""

import asyncio
import contextlib
import os
import sys
from functools import partial

import structlog

from referee.entry.build_queue import next_submission
from referee.entry.control import Control
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker
from referee.entry.play_load import PlayLoad
from referee.entry.stored_bytes import note_versions
from referee.entry.toolchain import prepared_in
from referee.entry.work_log import facts_of_work
from referee.error import TianmingError

log = structlog.get_logger()

_REST = 10.0
"""Seconds after a fault of this machine, before it works on a submission again."""

_LOOK = 0.25
"""Seconds between two looks at the store."""


class BuildLoop:
    """Works on submissions forever."""

    def __init__(
        self, store: EntryStore, worker: EntryWorker, load: PlayLoad, at_once: int
    ) -> None:
        """Prepare the loop.

        Args:
            store: the store of the worker.
            worker: works on one submission.
            load: tells when builds must wait for play.
            at_once: how many submissions are worked on at once.
        """
        self._store = store
        self._worker = worker
        self._load = load
        self._at_once = at_once
        self._running: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Work until this is cancelled."""
        try:
            while True:
                await self._worker.refresh()
                await self._begin()
                await asyncio.sleep(_LOOK)
        finally:
            for task in self._running.values():
                task.cancel()
            if self._running:
                await asyncio.wait(self._running.values())

    async def _begin(self) -> None:
        """Begin as many submissions as may run at once."""
        while len(self._running) < self._at_once:
            following = next_submission(self._store.book, self._running)
            if following is None:
                return
            await self._load.quiet()
            number = following.taken.number
            self._running[number] = asyncio.create_task(self._work(number))

    async def _work(self, number: int) -> None:
        """Work on one submission; after a fault of this machine, rest and let it wait."""
        book = self._store.book
        try:
            await self._worker.work(book.submissions[number])
            await self._worker.measure()
            log.info("submission_done", **facts_of_work(book.submissions[number]))
        except TianmingError as error:
            log.error("submission_postponed", number=number, why=str(error))
            await asyncio.sleep(_REST)
        except Exception:
            log.exception("submission_failed", number=number)
            await asyncio.sleep(_REST)
        finally:
            del self._running[number]


async def serve(control: Control) -> None:
    """Work until the season process ends this one.

    Raises:
        TianmingError: if the store cannot be opened.
    """
    settings, load = control.settings, PlayLoad()
    if settings.cores:
        with contextlib.suppress(OSError):  # a core that this machine has lost
            os.sched_setaffinity(0, settings.cores)
    store = EntryStore(settings.store)
    toolchains = partial(prepared_in, settings.toolchains)
    worker = EntryWorker(store, settings.versions, settings.terms, toolchains)
    await asyncio.to_thread(note_versions, settings.store, settings.versions)
    working = asyncio.create_task(BuildLoop(store, worker, load, settings.builds).run())
    try:
        await control.served(lambda message: load.suffers(message["late"]))
    finally:
        working.cancel()
        await asyncio.wait((working,))
        store.close()


if __name__ == "__main__":
    sys.exit(Control.of_input().run(serve))
