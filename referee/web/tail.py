"""The tail of a record in play: its entries, as the referee writes them."""

import os
import time
from pathlib import Path
from typing import Final

from referee.record.framing import FileEnding, Scan, StoredEntry
from referee.web.record_file import part_of

_MOST_READ: Final = 1 << 20
"""Bytes that are read at once, many times those of a long match."""


class Tail:
    """A record in play, read as it grows."""

    def __init__(self, path: Path) -> None:
        """Open it; `path` is where the finished record will be.

        Raises:
            OSError: when there is no such record.
        """
        self.is_growing = True
        """Whether a referee may still write into it."""
        try:
            self._file = os.open(part_of(path), os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            self.is_growing = False
        self._offset = 0
        self._scan = Scan(b"")

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    @property
    def idle(self) -> float:
        """Seconds since the last entry was written."""
        return max(0.0, time.time() - os.fstat(self._file).st_mtime)

    @property
    def is_damaged(self) -> bool:
        """Whether something unsound was found that nobody will complete."""
        return self._scan.ending is FileEnding.DAMAGED

    def read(self) -> list[StoredEntry]:
        """The entries that are new and whole."""
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
        """Whether the file has no name any more: the referee gave the match up."""
        return os.fstat(self._file).st_nlink == 0
