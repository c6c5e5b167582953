"""The operating system of one simulated process: its files, descriptors and locks.

A killed process may still run for a few steps, but nothing that it does has an effect. For all
others, it ended at the instant of the kill.
"""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import cast
from unittest.mock import patch

from tests.sim.disk import Disk, File

FOLDER = "/records"
"""The only folder of the disk."""


class System:
    """Replaces the modules `os`, `fcntl` and `held_write` for a process.

    All names that are not defined here are constants of `os` and `fcntl`.
    """

    path = os.path
    strerror = staticmethod(os.strerror)

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.alive = True
        self._open: dict[int, File | None] = {}
        self._places: dict[int, int] = {}
        self._locks: dict[int, File] = {}
        self._next = 100

    def __getattr__(self, name: str) -> int:
        """Return a constant of `os` or `fcntl`."""
        value = getattr(os, name) if hasattr(os, name) else getattr(fcntl, name)
        if not isinstance(value, int):
            raise AttributeError(f"the simulated system has no {name}")
        return value

    # -- os

    def open(self, path: PurePosixPath | str, flags: int, mode: int = 0o777) -> int:
        """Open a file, or the folder; return a descriptor."""
        name, file = str(path), None
        if name != FOLDER:
            file = self.disk.names.get(name)
            if file is None and not flags & os.O_CREAT:
                raise FileNotFoundError(2, os.strerror(2), name)
            if file is not None and flags & os.O_EXCL:
                raise FileExistsError(17, os.strerror(17), name)
            if file is None:
                file = self.disk.create(name) if self.alive else File(0)
            if flags & os.O_TRUNC and self.alive:
                self.disk.truncate(file, 0)
        self._next += 1
        self._open[self._next], self._places[self._next] = file, 0
        return self._next

    def write(self, descriptor: int, data: bytes) -> int:
        """Write at the position of the descriptor, and advance it."""
        written = self.pwrite(descriptor, data, self._places[descriptor])
        self._places[descriptor] += written
        return written

    def pwrite(self, descriptor: int, data: bytes, offset: int) -> int:
        """Write at an offset of a file."""
        file = self._file(descriptor)
        return self.disk.write(file, data, offset) if self.alive else len(data)

    def lseek(self, descriptor: int, offset: int, whence: int) -> int:
        """Set the position of a descriptor, from the start of the file."""
        self._places[descriptor] = offset
        return offset

    def fsync(self, descriptor: int) -> None:
        """Sync a file or the folder to disk."""
        if not self.alive:
            return
        file = self._open[descriptor]
        if file is None:
            self.disk.sync_folder()
        else:
            self.disk.sync(file)

    fdatasync = fsync

    def ftruncate(self, descriptor: int, size: int) -> None:
        """Truncate a file."""
        if self.alive:
            self.disk.truncate(self._file(descriptor), size)

    def fchmod(self, descriptor: int, mode: int) -> None:
        """Check the descriptor only: the simulation has no permissions."""
        self._file(descriptor)

    def fstat(self, descriptor: int) -> os.stat_result:
        """Return the number and the length of the file of a descriptor."""
        return status(self._file(descriptor))

    def close(self, descriptor: int) -> None:
        """Close a descriptor, and release its lock."""
        del self._open[descriptor]
        self._locks.pop(descriptor, None)

    # -- fcntl

    def flock(self, descriptor: int, operation: int) -> None:
        """Lock a file; raise `BlockingIOError` if another descriptor has locked it."""
        file = self._file(descriptor)
        if any(held is file for other, held in self._locks.items() if other != descriptor):
            raise BlockingIOError(11, os.strerror(11))
        if not operation & fcntl.LOCK_UN:
            self._locks[descriptor] = file

    def _file(self, descriptor: int) -> File:
        file = self._open.get(descriptor)
        if file is None:
            raise OSError(9, os.strerror(9))
        return file


def status(file: File) -> os.stat_result:
    """Return the result of `stat` for a file."""
    mode = stat.S_IFREG | 0o644
    return os.stat_result((mode, file.number, 1, 1, 0, 0, len(file.data), 0, 0, 0))


class VirtualPath(PurePosixPath):
    """A path on the disk of a process; `path_class` makes a subclass for each process."""

    system: System

    def exists(self) -> bool:
        """Return whether there is a file of this name."""
        return str(self) in self.system.disk.names

    is_file = exists

    def stat(self) -> os.stat_result:
        """Return the result of `stat` for the file."""
        return status(self._found())

    def read_bytes(self) -> bytes:
        """Return the content of the file."""
        return bytes(self._found().data)

    def rename(self, target: PurePosixPath) -> PurePosixPath:
        """Rename the file."""
        self._found()
        if self.system.alive:
            self.system.disk.rename(str(self), str(target))
        return target

    replace = rename

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove the file."""
        if missing_ok and not self.exists():
            return
        self._found()
        if self.system.alive:
            self.system.disk.remove(str(self))

    def _found(self) -> File:
        file = self.system.disk.names.get(str(self))
        if file is None:
            raise FileNotFoundError(2, os.strerror(2), str(self))
        return file


def path_class(system: System) -> type[VirtualPath]:
    """Return the class of paths on the disk of a process."""
    return type("VirtualPath", (VirtualPath,), {"system": system})


def record_path(system: System, match_id: str) -> Path:
    """Return the path of the record of a match."""
    return cast("Path", path_class(system)(f"{FOLDER}/{match_id}.tianming"))


@contextmanager
def installed(system: System, *modules: ModuleType) -> Iterator[None]:
    """Replace the operating system in these modules by a simulated one."""
    with ExitStack() as stack:
        for module in modules:
            for name in ("os", "fcntl", "held_write"):
                if hasattr(module, name):
                    stack.enter_context(patch.object(module, name, system))
        yield
