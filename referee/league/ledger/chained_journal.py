"""An append-only file of events, whose lines are chained by digests.

A line is 32 hexadecimal digits, a space, and an event. The digits are a digest of the event's text
and of the previous line's digest, as in a record. So changed and missing lines are detected. If a
writer is killed, it may leave part of a line. The next writer removes that part, because the event
was never reported as written. Only the owner may read the file, because it may have secrets.
"""

import contextlib
import fcntl
import os
from abc import ABC, abstractmethod
from binascii import hexlify
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from referee.error import DataError, StorageError
from referee.league.lock import Patience, claim
from referee.league.sentence import LeagueSentence
from referee.record import chain

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

E = TypeVar("E")

TEXT = 2 * chain.SIZE + 1
"""Where the text of a line starts, after the digest and a space."""

_READ = os.O_RDONLY
_WRITE = os.O_RDWR | os.O_CREAT | os.O_APPEND

PATIENCE = 20.0
"""Seconds to wait for another writer, which normally holds the lock for milliseconds."""


class JournalPosition(NamedTuple):
    """How much of a journal was read: lines, bytes, and the digest of the last line."""

    lines: int = 0
    offset: int = 0
    digest: bytes = chain.START


class ChainedJournal(ABC, Generic[E]):
    """A journal of events of one kind. Several processes may write it."""

    cure: ClassVar[str] = ""
    """What else restores a damaged journal, as a clause that ends a sentence."""

    @abstractmethod
    def _dumps(self, event: E, time: str) -> str:
        """Return an event as a line, without a line break; `time` is informative only."""

    @abstractmethod
    def _loads(self, line: str) -> E:
        """Return the event of a line.

        Raises:
            ValueError, KeyError, TypeError: when the line is no event.
        """

    def __init__(
        self,
        path: Path,
        position: JournalPosition,
        patience: Patience | None = None,
        to_read: bool = False,
    ) -> None:
        """Open a journal; creates the file if needed.

        Args:
            path: the file.
            position: the position up to which it was read before.
            patience: how long to wait for another writer.
            to_read: whether the file is only read, and must exist.

        Raises:
            StorageError: when the file cannot be opened.
        """
        self.path = path
        self.position = position
        self._patience = patience or Patience(PATIENCE)
        self._is_read = to_read
        try:
            new = not to_read and not path.exists()
            self._file = os.open(path, (_READ if to_read else _WRITE) | os.O_CLOEXEC, 0o600)
            if new:
                sync_folder(path.parent)
        except OSError as error:
            raise StorageError(
                LeagueSentence.JOURNAL_NOT_OPENED, path=path, why=error.strerror
            ) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def catch_up(self) -> list[E]:
        """Return the events after the position, by any writer, and advance the position.

        All returned events are durable, unless the journal is only read.

        Raises:
            DataError: when a line is damaged.
            StorageError: when the disk cannot be written.
        """
        data = self._read(self.position.offset)
        whole = data[: data.rfind(b"\n") + 1]
        if whole and not self._is_read:
            self._sync()
        return [self._event(line) for line in whole.splitlines(keepends=True)]

    def after(self, position: JournalPosition) -> tuple[list[E], JournalPosition]:
        """Return the events after any position, by any writer, and the position of the last one.

        Raises:
            DataError: when a line is damaged.
        """
        reader = copy(self)
        reader.position, reader._is_read = position, True
        return reader.catch_up(), reader.position

    def append(self, events: Sequence[E], only_next: bool = False) -> list[E]:
        """Write events durably; with `only_next`, only if others wrote none since the position.

        Returns:
            All events after the old position: first those of other writers, then `events`.

        Raises:
            StorageError: when the disk cannot be written, or another writer holds the lock too
                long.
            DataError: when the journal is damaged.
        """
        with self._locked():
            new = self.catch_up()
            if only_next and new:
                return new
            self._cut_torn_line()
            stamp = datetime.now(UTC).isoformat(timespec="milliseconds")
            texts = [self._dumps(event, stamp) for event in events]
            data, digest = chained(texts, self.position.digest)
            self._write(data)
            lines, offset, _ = self.position
            self.position = JournalPosition(lines + len(events), offset + len(data), digest)
        return [*new, *events]

    def check(self) -> None:
        """Check the whole journal, also the part before the position that was read earlier.

        Raises:
            DataError: when a line is damaged, lines are missing, or it is another journal.
        """
        data = self._read(0)
        whole = data[: data.rfind(b"\n") + 1]
        digest, offset = chain.START, 0
        for number, line in enumerate(whole.split(b"\n")[:-1], 1):
            digest = chain.link(digest, line[TEXT:])
            if hexlify(digest) + b" " != line[:TEXT]:
                raise self._damaged(number, offset)
            offset += len(line) + 1
            if number == self.position.lines and (offset, digest) != self.position[1:]:
                raise DataError(
                    LeagueSentence.JOURNAL_OTHER, path=self.path, line=number, cure=self.cure
                )
        if whole.count(b"\n") < self.position.lines:
            raise self._damaged(whole.count(b"\n") + 1, offset)
        rest = data[len(whole) : -1]
        if rest and hexlify(chain.link(digest, rest[TEXT:])) == rest[: TEXT - 1]:
            raise self._damaged(whole.count(b"\n") + 1, offset)

    def _event(self, line: bytes) -> E:
        """Check a line, advance the position, and return its event."""
        count, offset, before = self.position
        digest, _, text = line[:-1].partition(b" ")
        try:
            if hexlify(chain.link(before, text)) != digest:
                raise ValueError
            event = self._loads(text.decode())
        except (ValueError, KeyError, TypeError):
            raise self._damaged(count + 1, offset) from None
        self.position = JournalPosition(
            count + 1, offset + len(line), bytes.fromhex(digest.decode())
        )
        return event

    def _damaged(self, line: int, byte: int) -> DataError:
        return DataError(
            LeagueSentence.JOURNAL_DAMAGED, path=self.path, line=line, byte=byte, cure=self.cure
        )

    def _read(self, offset: int) -> bytes:
        """Return the bytes of the file from an offset on."""
        size = os.fstat(self._file).st_size
        if size < self.position.offset:
            sentence = LeagueSentence.JOURNAL_CUT if size else LeagueSentence.JOURNAL_EMPTIED
            raise DataError(
                sentence,
                path=self.path,
                bytes=size,
                read=self.position.offset,
                cure=self.cure,
            )
        pieces = []
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
            StorageError: when another process holds the file too long, or has replaced it.
        """
        try:
            claim(self._file, self._patience)
        except BlockingIOError:
            raise StorageError(
                LeagueSentence.JOURNAL_IN_USE, path=self.path, seconds=self._patience.seconds
            ) from None
        try:
            if not self.is_in_place():
                raise StorageError(LeagueSentence.JOURNAL_REPLACED, path=self.path)
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def is_in_place(self) -> bool:
        """Whether the open file still has its name, so that the next process will find it."""
        try:
            return os.path.samestat(os.fstat(self._file), os.stat(self.path))
        except OSError:
            return False


def chained(texts: Iterable[str], before: bytes = chain.START) -> tuple[bytes, bytes]:
    """Return texts as lines, and the digest of the last one; `before` is the digest before."""
    digest, lines = before, []
    for text in texts:
        line = text.encode()
        digest = chain.link(digest, line)
        lines.append(hexlify(digest) + b" " + line + b"\n")
    return b"".join(lines), digest


def facts_of(event: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of an event, without those with default values."""
    values = ((field, getattr(event, field.name)) for field in fields(event))
    return {
        field.name: value
        for field, value in values
        if field.default is MISSING or value != field.default
    }


def sync_folder(folder: Path) -> None:
    """Sync the names of the files in a folder to disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
