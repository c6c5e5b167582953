"""A simulated disk: one folder of files, with the guarantees of POSIX only.

Written data is visible at once. It survives a loss of power only after `sync` of the file, and a
name only after `sync_folder`. Before that, any part of it may be on disk or not.
"""

import errno
import os
from collections.abc import Callable
from enum import Enum
from random import Random


class Trouble(Enum):
    """The failures of a disk."""

    FULL = "full"
    """Nothing more can be written until `mend`."""
    SHORT = "short"
    """One write is incomplete, like the last one before a disk is full."""
    BROKEN = "broken"
    """One write fails."""
    UNSYNCED = "unsynced"
    """One sync fails, and its data is lost; the next sync reports success."""


class File:
    """A file: its visible content, and the content that would survive a loss of power."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.data = bytearray()
        self.durable = b""
        self.lost = False
        """Whether a failed sync has dropped what was not durable."""


def _nobody() -> None:
    """Do nothing: the default of `Disk.die`."""


class Disk:
    """The files of one folder, and their failures.

    Attributes:
        names: the visible files by name.
        kept: the files whose names would survive a loss of power.
        operations: number of operations so far that change or sync something.
        troubles: failures by the number of the first operation that may have them.
        happened: the failures so far.
        fatal: number of the operation in which the process dies; None for no death.
        die: the function that the disk calls then.
    """

    def __init__(self, dice: Random) -> None:
        self.names: dict[str, File] = {}
        self.kept: dict[str, File] = {}
        self.operations = 0
        self.troubles: dict[int, Trouble] = {}
        self.happened: list[Trouble] = []
        self.fatal: int | None = None
        self.die: Callable[[], None] = _nobody
        self._dice = dice
        self._full = False
        self._files = 0
        self._changes: list[dict[str, File]] = []

    # -- operations of a process

    def create(self, name: str) -> File:
        """Create a file."""
        self._refuse(Trouble.FULL, Trouble.BROKEN)
        self._files += 1
        file = File(self._files)
        self._change({**self.names, name: file})
        return file

    def write(self, file: File, data: bytes, at: int) -> int:
        """Write at an offset; return the number of written bytes.

        If the process dies in this operation, the write is incomplete.
        """
        dies = self._counted()
        trouble = self._trouble(Trouble.FULL, Trouble.BROKEN, Trouble.SHORT)
        if trouble in (Trouble.FULL, Trouble.BROKEN):
            raise _error(trouble)
        size = len(data)
        if dies or trouble is Trouble.SHORT:
            size = self._dice.randrange(size) if size else 0
        file.data[at : at + size] = data[:size]
        if dies:
            self._end()
        return size

    def truncate(self, file: File, size: int) -> None:
        """Truncate a file."""
        self._do(lambda: file.data.__delitem__(slice(size, None)))

    def sync(self, file: File) -> None:
        """Sync a file to disk."""
        dies = self._counted()
        if self._trouble(Trouble.UNSYNCED):
            file.lost = True
            raise _error(Trouble.UNSYNCED)
        if dies and self._dice.random() < 0.5:
            self._end()
            return
        if not file.lost:
            file.durable = bytes(file.data)
        if dies:
            self._end()

    def sync_folder(self) -> None:
        """Sync all names to disk."""
        self._refuse(Trouble.UNSYNCED)
        self._do(self._keep)

    def rename(self, old: str, new: str) -> None:
        """Rename a file atomically."""
        names = dict(self.names)
        names[new] = names.pop(old)
        self._change(names)

    def remove(self, name: str) -> None:
        """Remove a name."""
        self._change({one: file for one, file in self.names.items() if one != name})

    # -- events

    def lose_power(self) -> None:
        """Lose some or all of the data and names that were not synced."""
        states = [self.kept, *self._changes]
        self.names = dict(states[self._dice.randrange(len(states))])
        for file in self.names.values():
            file.data = bytearray(self._survivor(file))
            file.durable, file.lost = bytes(file.data), False
        self._keep()

    def mend(self) -> None:
        """Repair the disk: make room, cancel further failures, and sync all data."""
        self._full = False
        self.troubles.clear()
        for file in self.names.values():
            file.durable, file.lost = bytes(file.data), False

    # -- inside

    def _survivor(self, file: File) -> bytes:
        """Return the content of a file after a loss of power."""
        if not file.data.startswith(file.durable):
            return bytes(self._dice.choice((file.durable, file.data)))
        fresh = len(file.data) - len(file.durable)
        there = self._dice.randint(0, fresh)
        zeros = self._dice.choice((0, 0, self._dice.randint(0, fresh - there)))
        return bytes(file.data[: len(file.durable) + there]) + bytes(zeros)

    def _keep(self) -> None:
        self.kept = dict(self.names)
        self._changes.clear()

    def _change(self, names: dict[str, File]) -> None:
        def change() -> None:
            self.names = names
            self._changes.append(names)

        self._do(change)

    def _do(self, what: Callable[[], None]) -> None:
        """Do an operation; if the process dies in it, the operation takes effect at random."""
        dies = self._counted()
        if dies and self._dice.random() < 0.5:
            self._end()
            return
        what()
        if dies:
            self._end()

    def _counted(self) -> bool:
        self.operations += 1
        return self.operations == self.fatal

    def _end(self) -> None:
        self.fatal = None
        self.die()

    def _refuse(self, *kinds: Trouble) -> None:
        trouble = self._trouble(*kinds)
        if trouble:
            raise _error(trouble)

    def _trouble(self, *kinds: Trouble) -> Trouble | None:
        """Return the failure of the current operation among these kinds, if one is due."""
        if self._full and Trouble.FULL in kinds:
            return Trouble.FULL
        due = [at for at, kind in self.troubles.items() if at <= self.operations and kind in kinds]
        if not due:
            return None
        trouble = self.troubles.pop(min(due))
        self.happened.append(trouble)
        self._full |= trouble is Trouble.FULL
        return trouble


def _error(trouble: Trouble) -> OSError:
    code = errno.ENOSPC if trouble is Trouble.FULL else errno.EIO
    return OSError(code, os.strerror(code))
