"""Group commit: sync the records of many matches to disk together.

A disk takes about as long to sync one file as to sync many at the same time, and a sync must not
block the event loop. So one round syncs all waiting files, in a few threads. Files that are
requested meanwhile wait for the next round.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from referee.error import StorageError
from referee.event_log import structlog
from referee.server.sentence import ServerSentence

log = structlog.get_logger()

_THREADS = 8
"""Number of parallel syncs: a file system combines syncs that arrive together into one write."""

Done = Callable[[Exception | None], None]
"""Called with None when a file is on disk, or with the error."""


class Syncable(Protocol):
    """A file that can be synced to disk."""

    def sync(self) -> None:
        """Sync all appended data to disk; may block."""


Batch = Sequence[tuple[Syncable, Done]]
"""Files that one thread syncs one after another, with their callbacks."""


class GroupCommit:
    """Syncs files to disk outside the event loop. `rounds` is the number of rounds so far."""

    def __init__(self) -> None:
        self.rounds = 0
        self._waiting: list[tuple[Syncable, Done]] = []
        self._working: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(_THREADS, "commit")
        self._closed = False

    def request(self, file: Syncable, done: Done) -> None:
        """Sync a file in the next round, then call `done` on the event loop.

        After `close`, it does nothing.
        """
        if self._closed:
            return
        self._waiting.append((file, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    def close(self) -> None:
        """Stop: running syncs finish, and no others start."""
        self._closed = True
        self._waiting.clear()
        self._threads.shutdown(wait=False)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            self.rounds += 1
            parts = [batch[n::_THREADS] for n in range(min(_THREADS, len(batch)))]
            failures = await asyncio.gather(*(self._synced(loop, part) for part in parts))
            for part, ends in zip(parts, failures, strict=True):
                for (_, done), failure in zip(part, ends, strict=True):
                    _notify(done, failure)
        self._working = None

    async def _synced(self, loop: asyncio.AbstractEventLoop, part: Batch) -> list[Exception | None]:
        """Sync files in a thread; if no thread can start, return an error for each file."""
        try:
            return await loop.run_in_executor(self._threads, _sync, part)
        except RuntimeError as error:
            return [StorageError(ServerSentence.RECORDS_NOT_SYNCED, why=error) for _ in part]


def _notify(done: Done, failure: Exception | None) -> None:
    """Call the callback of one match; its failure does not affect the others."""
    try:
        done(failure)
    except Exception:
        log.exception("commit_not_told")


def _sync(part: Batch) -> list[Exception | None]:
    """Sync files one after another; return the error of each."""
    failures: list[Exception | None] = []
    for file, _ in part:
        try:
            file.sync()
        except Exception as error:
            failures.append(error)
        else:
            failures.append(None)
    return failures
