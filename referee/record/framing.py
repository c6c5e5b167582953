"""The framing of entries: length-delimited protobuf messages.

In a file, an entry is the length of a `RecordEntry` as a varint, followed by the message, which
contains the body and its digest. `Scan` reads the entries of a file and finds out how they end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from google.protobuf.message import DecodeError

from referee.number_encoding import NumberEncoding
from referee.record import chain
from tianming_games.ground.encoding import head, varint
from tianming_proto.record.v1 import record_pb2 as pb

MOST_BYTES = 1 << 16
"""Maximum bytes of one entry."""

_MOST_TORN = 1 << 20
"""Maximum bytes of incomplete entries that a killed writer leaves."""

_MOST_HASHED = 1 << 26
"""Maximum bytes that are hashed in the search for a sound entry."""

_BODY_TAG: Final = pb.RecordEntry.BODY_FIELD_NUMBER << 3 | 2
_DIGEST_HEAD: Final = bytes((pb.RecordEntry.DIGEST_FIELD_NUMBER << 3 | 2, chain.SIZE))
_SIGNATURE_HEAD: Final = bytes((pb.RecordBody.SIGNATURE_FIELD_NUMBER << 3 | 2,))
_DIGEST_FIELD: Final = len(_DIGEST_HEAD) + chain.SIZE
"""Bytes of the digest with its tag and length, the same in every entry."""


class FileEnding(Enum):
    """How the entries of a file end."""

    WHOLE = "whole"
    """The last entry is complete."""
    TORN = "torn"
    """The last entry is incomplete, because the writer was killed."""
    DAMAGED = "damaged"
    """An entry is wrong, and sound entries follow it; or the rest is too long to be torn."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry: its number from 0, its offset in the file, its body and its digest."""

    index: int
    offset: int
    body: pb.RecordBody
    digest: bytes


@dataclass(slots=True)
class Scan:
    """Reads a file entry by entry; the fields describe the sound entries so far."""

    data: bytes
    start: int = 0
    """Offset of `data` in the file."""
    ending: FileEnding = FileEnding.WHOLE
    good: int = 0
    """Bytes of `data` up to the end of the last sound entry."""
    count: int = 0
    """Number of sound entries."""
    digest: bytes = chain.START
    """Digest of the last sound entry."""

    def entries(self) -> Iterator[StoredEntry]:
        """Yield the sound entries from the start of the file to the first that is not."""
        while self.good < len(self.data):
            found = _read(self.data, self.good)
            if found is None:
                self.ending = _why(self.data, self.good)
                return
            body, digest, end = found
            parsed = _sound(self.digest, body, digest)
            if parsed is None:
                self.ending = _why(self.data, self.good)
                return
            entry = StoredEntry(self.count, self.start + self.good, parsed, digest)
            self.good, self.digest = end, digest
            self.count += 1
            yield entry


def pack(before: bytes, body: bytes) -> tuple[bytes, bytes]:
    """Return the bytes of an entry, and its digest.

    Args:
        before: the digest of the previous entry.
        body: the serialised body.
    """
    entry: list[bytes] = []
    digest = add(entry, before, body)
    return b"".join(entry), digest


def add(to: list[bytes], before: bytes, body: bytes) -> bytes:
    """Append the parts of an entry to a list, and return its digest; see `pack`."""
    digest = chain.link(before, body)
    to += (_ENTRY.of(len(body)), body, _DIGEST_HEAD, digest)
    return digest


def _entry_head(field: int, size: int) -> bytes:
    """Return what comes before a body of `size` bytes: the entry's length, and the body's head."""
    body_head = head(field, size)
    return varint(len(body_head) + size + _DIGEST_FIELD) + body_head


_ENTRY: Final = NumberEncoding(_entry_head, pb.RecordEntry.BODY_FIELD_NUMBER)


def links(data: bytes) -> tuple[list[bytes], bytes] | None:
    """Check the chain of all entries; return their bodies and the last digest.

    It returns None if the bytes are not one complete chain. A signature at the end is skipped.
    It does not parse bodies, and reads short entries inline, because a season has many millions.
    """
    digest, at, linked = chain.START, 0, list[bytes]()
    digest_before = digest
    size, last = len(data), len(data) - 2
    while at < size:
        digest_before = digest
        length = data[at]
        if length < 0x80 and at < last and data[at + 1] == _BODY_TAG and data[at + 2] < 0x80:
            body_end = at + 3 + data[at + 2]
            end = at + 1 + length
            if body_end + _DIGEST_FIELD != end or data[body_end : body_end + 2] != _DIGEST_HEAD:
                return None
            body, written = data[at + 3 : body_end], data[body_end + 2 : end]
        else:
            found = _read(data, at)
            if found is None:
                return None
            body, written, end = found
        digest = chain.link(digest, body)
        if digest != written:
            return None
        linked.append(body)
        at = end
    if not linked:
        return None
    if len(linked) > 1 and linked[-1][:1] == _SIGNATURE_HEAD:
        return linked[:-1], digest_before
    return linked, digest


def bodies(data: bytes) -> list[bytes]:
    """Return the bodies of the entries up to the first malformed one; digests are not checked.

    Short entries are read inline, as in `links`.
    """
    found, at = [], 0
    size, last = len(data), len(data) - 2
    while at < size:
        length = data[at]
        if length < 0x80 and at < last and data[at + 1] == _BODY_TAG and data[at + 2] < 0x80:
            body_end, end = at + 3 + data[at + 2], at + 1 + length
            if body_end + _DIGEST_FIELD != end or end > size:
                break
            found.append(data[at + 3 : body_end])
            at = end
            continue
        read = _read(data, at)
        if read is None:
            break
        body, _, at = read
        found.append(body)
    return found


def _sound(before: bytes, body: bytes, digest: bytes) -> pb.RecordBody | None:
    if chain.link(before, body) != digest:
        return None
    try:
        parsed = pb.RecordBody.FromString(body)
    except DecodeError:
        return None
    return parsed if parsed.WhichOneof("kind") else None


def _read(data: bytes, at: int) -> tuple[bytes, bytes, int] | None:
    """Return the body, the digest and the end of the entry at an offset; None if there is none."""
    start, length = _varint(data, at)
    end = start + length
    if not 0 < length <= MOST_BYTES or end > len(data):
        return None
    if data[start] != _BODY_TAG:
        return None
    body_start, body_length = _varint(data, start + 1)
    body_end = body_start + body_length
    if body_end + _DIGEST_FIELD != end:
        return None
    if data[body_end : body_end + 2] != _DIGEST_HEAD:
        return None
    return data[body_start:body_end], data[body_end + 2 : end], end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the offset after a varint, and its value; 0 if it is missing or not minimal."""
    value = 0
    for shift in range(0, 21, 7):
        if at >= len(data):
            return at, 0
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return at, value if byte else 0
    return at, 0


def _why(data: bytes, bad: int) -> FileEnding:
    """Return whether the invalid entry at `bad` is torn or damaged.

    It is damage if sound data follows: a complete entry after a complete invalid one, or, anywhere
    in the rest, a digest that is followed by an entry whose own digest fits. Zeros at the end are
    ignored, because a file system leaves them after an interrupted write. A rest that is longer
    than a killed writer leaves, or takes too long to search, is damage as well.
    """
    found = _read(data, bad)
    if found is not None and _read(data, found[2]) is not None:
        return FileEnding.DAMAGED
    end = len(data.rstrip(b"\0"))
    if end - bad > _MOST_TORN:
        return FileEnding.DAMAGED
    hashed = 0
    for at in range(bad + chain.SIZE, end):
        found = _read(data, at)
        if found is None:
            continue
        hashed += len(found[0])
        if hashed > _MOST_HASHED or chain.link(data[at - chain.SIZE : at], found[0]) == found[1]:
            return FileEnding.DAMAGED
    return FileEnding.TORN
