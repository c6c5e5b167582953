"""The build process: `python -m referee.entry.build_process`, started by `referee league serve`.

It works on the submissions of the store, some at once, at most one of each owner. It listens
nowhere. Builds and bots run in sandboxes below it. If it is killed, the next one goes on. If the
season is killed, this process may end a little later than the next one starts. So each waits for
the lock of the versions: two would write the same folders.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX
from functools import partial
from pathlib import Path
from typing import Final

from referee.entry.build_queue import next_submission
from referee.entry.control import Control
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker
from referee.entry.handed_settings import ProcessSettings
from referee.entry.play_load import PlayLoad
from referee.entry.removal import SHARES
from referee.entry.sentence import SubmissionSentence
from referee.entry.stored_bytes import note_versions
from referee.entry.toolchain import note_languages, prepared_in
from referee.entry.work_log import facts_of_work
from referee.error import StorageError, TianmingError
from referee.event_log import structlog
from referee.file_lock import lock_file

log = structlog.get_logger()

LOCK: Final = ".lock"
"""The lock file in the folder of all versions."""

_REST = 10.0
"""Seconds after a fault of this machine, before it works on a submission again."""

_LOOK = 0.25
"""Seconds between two looks at the store."""

_TOOLCHAIN_LOOK = 2.0
"""Seconds between two looks at the toolchains."""


class BuildLoop:
    """Works on submissions forever."""

    def __init__(
        self, store: EntryStore, worker: EntryWorker, load: PlayLoad, at_once: int
    ) -> None:
        """Prepare the loop.

        Args:
            store: the store of the worker.
            worker: works on one submission.
            load: tells whether one more may begin.
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
                try:
                    await self._worker.refresh()
                except TianmingError as error:
                    log.error("store_not_read", why=str(error))
                    await asyncio.sleep(_REST)
                    continue
                self._begin()
                await asyncio.sleep(_LOOK)
        finally:
            for task in self._running.values():
                task.cancel()
            if self._running:
                await asyncio.wait(self._running.values())

    def _begin(self) -> None:
        """Begin as many submissions as may run at once."""
        while len(self._running) < self._at_once and self._load.may_begin:
            following = next_submission(self._store.book, self._running)
            if following is None:
                return
            number = following.taken.number
            self._running[number] = asyncio.create_task(self._work(number))

    async def _work(self, number: int) -> None:
        """Work on one submission; after a fault of this machine, rest and let it wait."""
        book = self._store.book
        try:
            with self._load.working():
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


@contextmanager
def _alone(versions: Path) -> Iterator[None]:
    """Keep others from the versions inside the block; first wait until no other process works.

    Raises:
        StorageError: if the lock cannot be taken.
    """
    try:
        versions.mkdir(parents=True, exist_ok=True)
        file = (versions / LOCK).open("wb")
    except OSError as error:
        raise StorageError(
            SubmissionSentence.STORE_NOT_WRITTEN, folder=versions, why=error.strerror
        ) from None
    with file:
        lock_file(file.fileno(), LOCK_EX)
        yield


async def serve(control: Control) -> None:
    """Work until the season process ends this one.

    Raises:
        TianmingError: if the store or the versions cannot be opened.
    """
    with _alone(control.settings.versions):
        await _serve(control)


async def _serve(control: Control) -> None:
    """Work alone."""
    settings, load = control.settings, PlayLoad()
    if settings.cores:
        with contextlib.suppress(OSError):  # a core that this machine has lost
            os.sched_setaffinity(0, settings.cores)
    store = EntryStore(settings.store)
    toolchains = partial(prepared_in, settings.toolchains)
    share = settings.entries.most_stored // SHARES
    worker = EntryWorker(store, settings.versions, settings.terms, toolchains, share=share)
    await asyncio.to_thread(note_versions, settings.store, settings.versions)
    loop = BuildLoop(store, worker, load, settings.builds)
    try:
        async with asyncio.TaskGroup() as tasks:  # a fault in one ends the process
            working = [tasks.create_task(each) for each in (loop.run(), _note_toolchains(settings))]
            await control.served(lambda message: load.note(message["late"]))
            for task in working:
                task.cancel()
    finally:
        store.close()


async def _note_toolchains(settings: ProcessSettings) -> None:
    """Note in the store what can be built, also what is prepared while the season is served."""
    noted: tuple[str, ...] | None = None
    while True:
        found = tuple(await asyncio.to_thread(prepared_in, settings.toolchains))
        if found != noted:
            await asyncio.to_thread(note_languages, settings.store, found)
            noted = found
        await asyncio.sleep(_TOOLCHAIN_LOOK)


if __name__ == "__main__":
    sys.exit(Control.of_input().run(serve))
