"""Follow the record of a running match: read its entries as the referee writes them."""

import contextlib
import errno
import os
import stat
import time
from pathlib import Path
from typing import Final

from referee.error import DataError
from referee.record.folder import final_of, part_of
from referee.record.framing import FileEnding, Scan, StoredEntry
from referee.record.reader import no_record
from referee.record.sentence import RecordSentence
from tianming_games.ground.text import printable

POLL: Final = 0.2
"""Seconds between two reads of a running match's record."""

_MOST_READ: Final = 1 << 20
"""Maximum of bytes per read, many times the size of a long match."""


class GrowingRecord:
    """The record of a match that is running, or has ended meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open the record; `path` is its name, with or without `.part`.

        Raises:
            DataError: when there is no such record, or it cannot be read.
        """
        self._final = final_of(path)
        self._part = part_of(self._final)
        for name in (self._part, self._final):
            with contextlib.suppress(FileNotFoundError):
                self._file = _opened(name)
                self.source = printable(str(name))
                """The name of the file in messages."""
                break
        else:
            raise no_record(self._final)
        self._scan = Scan(b"")
        self._is_over = False

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    @property
    def idle(self) -> float:
        """Seconds since the last entry was written."""
        return max(0.0, time.time() - os.fstat(self._file).st_mtime)

    def read(self) -> list[StoredEntry]:
        """Return the entries up to the seal that are new and complete.

        Raises:
            DataError: when there are none and none can follow: the record is damaged, was removed,
                or has ended without a seal.
        """
        if self._is_over:
            return []
        may_grow = self._is_at(self._part)  # before the read: the seal precedes the final name
        before = self._scan
        start = before.start + before.good
        data = os.pread(self._file, _MOST_READ, start)
        self._scan = Scan(data, start, count=before.count, digest=before.digest)
        entries = []
        for entry in self._scan.entries():
            entries.append(entry)
            if entry.body.HasField("seal"):  # only a signature may follow
                self._is_over = True
                break
        if not entries and not (may_grow and self._scan.ending is not FileEnding.DAMAGED):
            raise self._end()
        return entries

    # -- inside

    def _is_at(self, path: Path) -> bool:
        """Whether the open file is the file at a path."""
        with contextlib.suppress(OSError):
            return os.path.samestat(os.fstat(self._file), path.stat())
        return False

    def _end(self) -> DataError:
        """Return why no entry can follow."""
        is_damaged = self._scan.ending is FileEnding.DAMAGED
        if not (is_damaged or self._is_at(self._final)):
            return no_record(self._final)
        if not self._scan.count:
            return DataError(RecordSentence.NO_RECORD, source=self.source)
        return DataError(
            RecordSentence.RECORD_DAMAGED if is_damaged else RecordSentence.RECORD_CUT_OFF,
            source=self.source,
            entry=self._scan.count,
            byte=self._scan.start,
            size=os.fstat(self._file).st_size,
        )


def _opened(path: Path) -> int:
    """Open a file for reading.

    Raises:
        FileNotFoundError: when there is no file.
        DataError: when it cannot be opened, or is not a regular file: a pipe may never end.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        if stat.S_ISREG(os.fstat(file).st_mode):
            return file
        os.close(file)
        raise OSError(errno.EINVAL, "it is no plain file")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise DataError(
            RecordSentence.RECORD_NOT_READ, source=printable(str(path)), why=error.strerror
        ) from None
