"""Group commit: what matches have written is brought to disk, many files at a time.

A disk takes about as long for one file as for a few, and none of it may happen on the
event loop. So one task at a time syncs all files that wait, in a thread; whoever comes
meanwhile waits for the next.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

Done = Callable[[Exception | None], None]
"""What is called when a file is on disk, or with the error where it is not."""


class Syncable(Protocol):
    """A file that can be brought to disk."""

    def sync(self) -> None:
        """Bring what was appended to disk; may block."""


class GroupCommit:
    """Brings files to disk off the event loop. `rounds` counts how often it has."""

    def __init__(self) -> None:
        self.rounds = 0
        self._waiting: list[tuple[Syncable, Done]] = []
        self._working: asyncio.Task[None] | None = None

    def request(self, file: Syncable, done: Done) -> None:
        """Have a file brought to disk as it is now, and `done` called on the loop."""
        self._waiting.append((file, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            self.rounds += 1
            failures = await loop.run_in_executor(None, _sync, [file for file, _ in batch])
            for (_, done), failure in zip(batch, failures, strict=True):
                done(failure)
        self._working = None


def _sync(files: Sequence[Syncable]) -> list[Exception | None]:
    """Sync files one after another; gives what went wrong with each."""
    failures: list[Exception | None] = []
    for file in files:
        try:
            file.sync()
        except Exception as error:
            failures.append(error)
        else:
            failures.append(None)
    return failures
