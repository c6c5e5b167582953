"""Read a tar file from its beginning to its end, one member at a time, in constant memory.

The module `tarfile` is not used for the stream: it reads extended headers and maps of sparse files
whole, however large they claim to be.
"""

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from referee.archive.member import ArchiveMember, BrokenArchive, MemberKind

GZIP = b"\x1f\x8b"
"""The first bytes of a file that gzip has compressed."""

PIECE = 1 << 16
"""How many bytes are read at once."""

_BLOCK = 512

_MOST_EXTENSION = 1 << 14
"""Maximum size of an extended header in bytes."""
_MOST_EXTENSIONS = 4
"""Maximum number of extended headers before one member."""

_LONG_LINK, _LONG_NAME, _PAX, _PAX_GLOBAL = b"K", b"L", b"x", b"g"
_EXTENSIONS = (_LONG_LINK, _LONG_NAME, _PAX, _PAX_GLOBAL)
_SPARSE_KEYS = "GNU.sparse."

_KINDS = {
    tarfile.REGTYPE: MemberKind.FILE,
    tarfile.AREGTYPE: MemberKind.FILE,
    tarfile.CONTTYPE: MemberKind.FILE,
    tarfile.DIRTYPE: MemberKind.FOLDER,
    tarfile.SYMTYPE: MemberKind.LINK,
    tarfile.LNKTYPE: MemberKind.HARD_LINK,
    tarfile.GNUTYPE_SPARSE: MemberKind.SPARSE,
}

_CUT = "it is cut off or changed"


@contextmanager
def gzip_stream(raw: BinaryIO) -> Iterator["TarStream"]:
    """Yield the tar file that gzip has compressed into a file.

    Raises:
        BrokenArchive: in the block, if the file is damaged.
    """
    try:
        with gzip.GzipFile(fileobj=raw, mode="rb") as file:
            yield TarStream(file)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BrokenArchive(_CUT) from None


class TarStream:
    """The members of a tar file. Read the content of a member before you ask for the next one."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._left = 0
        self._padding = 0

    def next_member(self) -> ArchiveMember | None:
        """Return the next member; None at the end. The content of the last one is skipped.

        Raises:
            BrokenArchive: if the archive is damaged.
            EOFError: if it is cut off, as the errors of gzip.
        """
        for _ in self.content():
            pass
        self._skip_padding()
        more: dict[str, str] = {}
        for extensions in range(_MOST_EXTENSIONS + 1):
            header = self._header()
            if header is None:
                if extensions:
                    raise BrokenArchive("it has an extended header without a file")
                return None
            if header.type not in _EXTENSIONS:
                return self._member(header, more)
            self._extend(header, more)
        raise BrokenArchive("it has too many extended headers before one file")

    def content(self) -> Iterator[bytes]:
        """Yield the content of the last member, or what is left of it, in pieces.

        Raises:
            EOFError: if the archive is cut off, as the errors of gzip.
        """
        while self._left:
            piece = self._file.read(min(self._left, PIECE))
            if not piece:
                raise EOFError
            self._left -= len(piece)
            yield piece

    def _member(self, header: tarfile.TarInfo, more: dict[str, str]) -> ArchiveMember:
        kind = _KINDS.get(header.type, MemberKind.SPECIAL)
        if any(key.startswith(_SPARSE_KEYS) for key in more):
            kind = MemberKind.SPARSE
        size = header.size
        if "size" in more:
            if not (more["size"].isascii() and more["size"].isdigit() and len(more["size"]) < 20):
                raise BrokenArchive(_CUT)
            size = int(more["size"])
        self._expect(size if kind in (MemberKind.FILE, MemberKind.SPARSE) else 0)
        name, target = more.get("path", header.name), more.get("linkpath", header.linkname)
        return ArchiveMember(name, kind, self._left, target)

    def _expect(self, size: int) -> None:
        """Note that content of a size comes next."""
        if size < 0:
            raise BrokenArchive(_CUT)
        self._left, self._padding = size, -size % _BLOCK

    def _header(self) -> tarfile.TarInfo | None:
        """Return the next header; None at the end of the archive."""
        self._expect(_BLOCK)
        block = b"".join(self.content())
        if not block.strip(b"\0"):
            if len(rest := self._file.read(PIECE)) == PIECE or rest.strip(b"\0"):
                raise BrokenArchive("it has something after its end")
            return None
        try:
            header = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        except ValueError:
            raise BrokenArchive("a file in it has no valid name") from None
        except tarfile.HeaderError:
            raise BrokenArchive(_CUT) from None
        return header

    def _extend(self, header: tarfile.TarInfo, more: dict[str, str]) -> None:
        """Read an extended header, and note what it says about the next member."""
        if header.size > _MOST_EXTENSION:
            raise BrokenArchive("it has an extended header of more than 16 KiB")
        self._expect(header.size)
        data = b"".join(self.content())
        self._skip_padding()
        try:
            match header.type:
                case b"L":
                    more["path"] = data.partition(b"\0")[0].decode()
                case b"K":
                    more["linkpath"] = data.partition(b"\0")[0].decode()
                case b"x":
                    more.update(_pax(data))
        except ValueError:
            raise BrokenArchive("a file in it has no valid name") from None

    def _skip_padding(self) -> None:
        padding, self._padding = self._padding, 0
        if len(self._file.read(padding)) < padding:
            raise EOFError


def _pax(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the keys and values of an extended header of POSIX: lines `LENGTH KEY=VALUE`.

    Raises:
        ValueError: if it has another form.
    """
    at = 0
    while data[at : at + 1].strip(b"\0"):
        length, _, _ = data[at : at + 8].partition(b" ")
        end = at + int(length)
        key, found, value = data[at + len(length) + 1 : end].partition(b"=")
        if not found or not at < end <= len(data) or not value.endswith(b"\n"):
            raise ValueError
        if key in (b"path", b"linkpath", b"size") or key.startswith(_SPARSE_KEYS.encode()):
            yield key.decode(), value[:-1].decode()
        at = end
