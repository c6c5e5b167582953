"""The reasoning of bots: texts in a file beside a record, which names each by its digest.

The file of the record `NAME` is `NAME.reasoning`: length-delimited `RecordReasoning` messages. The
digests are in the chain of the record, so the texts need no order, and a text that no entry names
is never shown.
"""

import os
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from referee.error import DataError
from referee.record import held_write
from referee.record.bounded_file import bounded
from referee.record.companion import reasoning_path
from referee.record.framing import bodies
from referee.record.reader import Record
from referee.record.sentence import RecordSentence
from tianming_games.ground.encoding import varint
from tianming_games.ground.text import printable
from tianming_proto.record.v1 import record_pb2 as pb

MOST_KEPT: Final = 16 << 20
"""Maximum bytes of the file. The referee keeps no reasoning beyond it."""

_MOST_MESSAGE: Final = 1 << 16
_MOST_LENGTH: Final = 3
"""Maximum bytes of one message, and of its length."""

_PRIVATE: Final = 0o600
_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW


class ReasoningFile:
    """The file of a match that is being played. Only its owner may read it until the match ends.

    It never fails: a text that it cannot keep is left out, and the record then names none. After an
    error it takes no more texts, because the file may end with part of one.
    """

    def __init__(self, record: Path, *, is_new: bool) -> None:
        """Prepare the file; it is made with the first text.

        Args:
            record: the path of the record.
            is_new: whether the match begins. Otherwise, the file may end with part of a text.
        """
        self._record = record
        self._is_new = is_new
        self._file: int | None = None
        self._size = 0
        self._is_synced = True
        self._has_failed = False

    @property
    def path(self) -> Path:
        """The path of the file; most matches need none, so it is not kept."""
        return reasoning_path(self._record)

    def keep(self, text: str) -> bool:
        """Append a text; return whether it was kept."""
        data = packed(text)
        if self._has_failed:
            return False
        try:
            if self._file is None:
                self._open()
            if self._size + len(data) > MOST_KEPT or not self._append(data):
                return False
        except OSError:
            self._has_failed = True
            return False
        self._size += len(data)
        self._is_synced = False
        return True

    def _append(self, data: bytes) -> bool:
        """Write a text; return whether the disk took all of it."""
        assert self._file is not None
        if held_write.write(self._file, data) == len(data):
            return True
        os.ftruncate(self._file, self._size)
        return False

    def _open(self) -> None:
        file = os.open(self.path, _FLAGS, _PRIVATE)
        try:
            if not self._is_new:
                with os.fdopen(os.dup(file), "rb") as left:
                    self._size = sum(size for _, size in _messages(left.read(MOST_KEPT)))
            os.ftruncate(file, self._size)
        except OSError:
            os.close(file)
            raise
        self._file = file

    def sync(self) -> None:
        """Sync the texts to disk; may block. If the disk refuses, the file takes no more texts."""
        if self._file is None or self._is_synced:
            return
        self._is_synced = True
        try:
            os.fsync(self._file)
        except OSError:
            self._has_failed = True

    def publish(self, mode: int) -> None:
        """Let others read the file, because the match is over."""
        with suppress(OSError):  # a file system may have no modes
            if self._file is None and not self._is_new and self.path.exists():
                self._open()
            if self._file is not None:
                os.fchmod(self._file, mode)

    def remove(self) -> None:
        """Remove the file, if this match has written it."""
        if self._file is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file without changes."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
            self._has_failed = True


def packed(text: str) -> bytes:
    """Return a text as the file has it."""
    data = pb.RecordReasoning(text=text).SerializeToString()
    return varint(len(data)) + data


def texts_in(data: bytes) -> dict[bytes, str]:
    """Return the texts in the bytes of a file by their digests, up to the first damage."""
    return {digest_of(text): text for text, _ in _messages(data)}


def digest_of(text: str) -> bytes:
    """Return the digest by which a record names a text."""
    return sha256(text.encode()).digest()


def read_reasoning(record: Path) -> Mapping[bytes, str] | None:
    """Return the texts beside a record by their digests; None if no file is there.

    Raises:
        DataError: when the file cannot be read, or is too large.
    """
    data = bounded(
        reasoning_path(record),
        MOST_KEPT,
        RecordSentence.REASONING_NOT_READ,
        RecordSentence.REASONING_TOO_LARGE,
    )
    return None if data is None else texts_in(data)


def with_reasoning(record: Record, path: Path) -> Record:
    """Return a record with the reasoning that lies beside it, if it is there.

    Raises:
        DataError: when the file cannot be read, or is too large.
    """
    texts = read_reasoning(path)
    return record if texts is None else replace(record, texts=texts)


@dataclass(frozen=True, slots=True)
class CheckedReasoning:
    """How many choices of a record have reasoning, and whether the file with it is there."""

    choices: int
    is_there: bool


def reasoning_of(data: bytes, path: Path, seats: Set[int] | None = None) -> bytes:
    """Return the texts that a record names, as the file beside it has them.

    Args:
        data: the record.
        path: its path.
        seats: only those of these seats; None for all.

    Raises:
        DataError: when the file cannot be read, or is too large.
    """
    texts = read_reasoning(path)
    if not texts:
        return b""
    chosen = (pb.RecordBody.FromString(body).chosen for body in bodies(data))
    named = {
        one.thought.reasoning_digest: None for one in chosen if seats is None or one.seat in seats
    }
    return b"".join(packed(texts[digest]) for digest in named if digest in texts)


def check_reasoning(record: Record, path: Path) -> CheckedReasoning:
    """Compare the reasoning beside a record with its digests.

    Raises:
        DataError: when the file cannot be read, or lacks a text, or has another one.
    """
    named = {
        entry.index: entry.body.chosen.thought
        for entry in record.entries
        if entry.body.chosen.thought.reasoning_digest
    }
    texts = read_reasoning(path) if named else None
    if texts is None:
        return CheckedReasoning(len(named), is_there=False)
    for index, thought in named.items():
        text = texts.get(thought.reasoning_digest)
        if text is None or len(text.encode()) != thought.reasoning_bytes:
            source = printable(str(reasoning_path(path)))
            raise DataError(RecordSentence.OTHER_REASONING, source=source, entry=index)
    return CheckedReasoning(len(named), is_there=True)


def _messages(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the texts of a file up to the first damage, and how many bytes each takes."""
    at = 0
    while at < len(data):
        length, start = _length(data, at)
        end = start + length
        if not length or length > _MOST_MESSAGE or end > len(data):
            return
        try:
            text = pb.RecordReasoning.FromString(data[start:end]).text
        except DecodeError:
            return
        yield text, end - at
        at = end


def _length(data: bytes, at: int) -> tuple[int, int]:
    """Return the length of the message at an offset, 0 for none, and where the message begins."""
    length = 0
    for place, byte in enumerate(data[at : at + _MOST_LENGTH]):
        length |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return length, at + place + 1
    return 0, at
