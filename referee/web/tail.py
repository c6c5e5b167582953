"""Read the entries of a running match's record as the referee writes them."""

import os
import time
from pathlib import Path
from typing import Final

from referee.record.framing import FileEnding, Scan, StoredEntry
from referee.web.record_file import part_of

_MOST_READ: Final = 1 << 20
"""Maximum of bytes per read, many times the size of a long match."""


class Tail:
    """A record that is read while it grows."""

    def __init__(self, path: Path) -> None:
        """Open the record; `path` is the path of the finished one.

        Raises:
            OSError: if there is no such record.
        """
        self.is_growing = True
        """Whether the referee may still write to the file."""
        try:
            self._file = os.open(part_of(path), os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            self.is_growing = False
        self._offset = 0
        self._scan = Scan(b"")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    @property
    def idle(self) -> float:
        """Seconds since the last entry was written."""
        return max(0.0, time.time() - os.fstat(self._file).st_mtime)

    @property
    def is_damaged(self) -> bool:
        """Whether an entry is damaged, and not just incomplete."""
        return self._scan.ending is FileEnding.DAMAGED

    def read(self) -> list[StoredEntry]:
        """Return the entries that are new and complete."""
        data = os.pread(self._file, _MOST_READ, self._offset)
        if not data:
            return []
        scan = Scan(data, count=self._scan.count, digest=self._scan.digest)
        entries = list(scan.entries())
        self._offset += scan.good
        self._scan = scan
        return entries

    @property
    def is_gone(self) -> bool:
        """Whether the file was deleted, because the referee gave the match up."""
        return os.fstat(self._file).st_nlink == 0
