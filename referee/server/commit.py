"""Group commit: what matches have written is brought to disk, many files at a time.

A disk takes about as long for one file as for many that come at the same time, and none of it may
happen on the event loop. So one round at a time syncs all waiting files, in a few threads; later
files wait for the next round.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import structlog

from referee.error import StorageError
from referee.sentence.server import ServerSentence

log = structlog.get_logger()

_THREADS = 8
"""Syncs at once: a file system answers those that come together with one write."""

Done = Callable[[Exception | None], None]
"""Called when a file is on disk, or with the error."""


class Syncable(Protocol):
    """A file that can be brought to disk."""

    def sync(self) -> None:
        """Bring what was appended to disk; may block."""


Batch = Sequence[tuple[Syncable, Done]]
"""Files that are synced one after another, with their callbacks."""


class GroupCommit:
    """Brings files to disk off the event loop. `rounds` counts how often it has."""

    def __init__(self) -> None:
        self.rounds = 0
        self._waiting: list[tuple[Syncable, Done]] = []
        self._working: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(_THREADS, "commit")
        self._closed = False

    def request(self, file: Syncable, done: Done) -> None:
        """Have a file brought to disk as it is now, and `done` called on the loop."""
        if self._closed:
            return
        self._waiting.append((file, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    def close(self) -> None:
        """Stop: finish the running syncs, and begin no others."""
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
        """Sync files in a thread; if the system has none, no file is on disk."""
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
