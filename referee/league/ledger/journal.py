"""The journal of a league: an append-only file in the records folder.

A line is 32 hexadecimal digits, a space, and an event. The digits are a digest of the event's text
and of the previous line's digest, as in a record. So changed and missing lines are detected. If a
writer is killed, it may leave part of a line. The next writer removes that part, because the event
was never reported as written. Only the owner may read the file, because it has the seeds of future
matches.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from referee.error import DataError, StorageError
from referee.league.ledger.journal_event import JournalEvent, dumps, loads
from referee.league.lock import Patience, claim
from referee.record import chain
from referee.sentence.league import LeagueSentence

NAME = "league.journal"

PATIENCE = 20.0
"""Seconds to wait for another writer, which normally holds the lock for milliseconds."""


class JournalPosition(NamedTuple):
    """How much of a journal was read: lines, bytes, and the digest of the last line."""

    lines: int = 0
    offset: int = 0
    digest: bytes = chain.START


class Journal:
    """The journal of one league. Several processes may write it."""

    def __init__(
        self, path: Path, position: JournalPosition, patience: Patience | None = None
    ) -> None:
        """Open a journal; creates the file if needed.

        Args:
            path: the file.
            position: the position up to which it was read before.
            patience: how long to wait for another writer.

        Raises:
            StorageError: when the file cannot be opened.
        """
        self.path = path
        self.position = position
        self._patience = patience or Patience(PATIENCE)
        try:
            new = not path.exists()
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            if new:
                _sync_folder(path.parent)
        except OSError as error:
            raise StorageError(
                LeagueSentence.JOURNAL_NOT_OPENED, path=path, why=error.strerror
            ) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def catch_up(self) -> list[JournalEvent]:
        """Return the events after the position, by any writer, and advance the position.

        All returned events are durable.

        Raises:
            DataError: when a line is damaged.
            StorageError: when the disk cannot be written.
        """
        data = self._read()
        whole = data[: data.rfind(b"\n") + 1]
        if whole:
            self._sync()
        return [self._event(line) for line in whole.splitlines(keepends=True)]

    def append(self, events: Sequence[JournalEvent]) -> list[JournalEvent]:
        """Write events durably.

        Returns:
            All events after the old position: first those of other writers, then `events`.

        Raises:
            StorageError: when the disk cannot be written, or another writer holds the lock too
                long.
            DataError: when the journal is damaged.
        """
        with self._locked():
            new = self.catch_up()
            self._cut_torn_line()
            time = datetime.now(UTC).isoformat(timespec="milliseconds")
            digest = self.position.digest
            lines = []
            for event in events:
                text = dumps(event, time).encode()
                digest = chain.link(digest, text)
                lines.append(digest.hex().encode() + b" " + text + b"\n")
            self._write(b"".join(lines))
            size = sum(map(len, lines))
            lines_now, offset, _ = self.position
            self.position = JournalPosition(lines_now + len(lines), offset + size, digest)
        return [*new, *events]

    def _event(self, line: bytes) -> JournalEvent:
        """Check a line, advance the position, and return its event."""
        count, offset, before = self.position
        digest, _, text = line[:-1].partition(b" ")
        try:
            if chain.link(before, text).hex().encode() != digest:
                raise ValueError
            event = loads(text.decode())
        except (ValueError, KeyError, TypeError):
            raise DataError(
                LeagueSentence.JOURNAL_DAMAGED, path=self.path, line=count + 1, byte=offset
            ) from None
        self.position = JournalPosition(
            count + 1, offset + len(line), bytes.fromhex(digest.decode())
        )
        return event

    def _read(self) -> bytes:
        size = os.fstat(self._file).st_size
        if size < self.position.offset:
            sentence = LeagueSentence.JOURNAL_CUT if size else LeagueSentence.JOURNAL_EMPTIED
            raise DataError(sentence, path=self.path, bytes=size, read=self.position.offset)
        pieces, offset = [], self.position.offset
        while piece := os.pread(self._file, max(1, size - offset), offset):
            pieces.append(piece)
            offset += len(piece)
        return b"".join(pieces)

    def _cut_torn_line(self) -> None:
        if os.fstat(self._file).st_size > self.position.offset:
            os.ftruncate(self._file, self.position.offset)

    def _write(self, data: bytes) -> None:
        """Append data durably. After an error, the next writer removes a partial line."""
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise self._lost(error) from None
        self._sync()

    def _sync(self) -> None:
        try:
            os.fsync(self._file)
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> StorageError:
        return StorageError(LeagueSentence.JOURNAL_NOT_WRITTEN, path=self.path, why=error.strerror)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock that excludes other writers.

        Raises:
            StorageError: when another process holds the file too long.
        """
        try:
            claim(self._file, self._patience)
        except BlockingIOError:
            raise StorageError(
                LeagueSentence.JOURNAL_IN_USE, path=self.path, seconds=self._patience.seconds
            ) from None
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
