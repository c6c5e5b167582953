"""Read a zip file one member at a time, in memory that its maximum of members bounds."""

import errno
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from referee.archive.member import ArchiveMember, BrokenArchive, MemberKind
from referee.archive.tar_stream import PIECE

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""The first bytes of a zip file; the second are those of one without members."""

_ENCRYPTED = 1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BYTES_EACH = 512
"""Bytes of a zip file's directory that each of its members may take on average."""
_MOST_TARGET = 4096
"""Maximum length of the target of a symbolic link: that of the system."""

_CUT = "it is cut off or changed"
_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError),
    *(struct.error, OverflowError),
)
"""The errors of `zipfile` for files that are damaged or made by hand."""


@contextmanager
def zip_stream(path: Path, most_members: int) -> Iterator["ZipStream"]:
    """Yield the members of a zip file.

    Args:
        path: the file.
        most_members: the maximum of members. A larger directory is not read.

    Raises:
        BrokenArchive: in the block, too, if the file is damaged.
        OSError: if the file cannot be read.
    """
    most = max(4 * PIECE, most_members * _BYTES_EACH)
    with _BoundedFile(io.FileIO(path), most) as file:
        with _reading():
            archive = zipfile.ZipFile(file)
        with archive:
            yield ZipStream(archive)


@contextmanager
def _reading() -> Iterator[None]:
    """Turn the errors of `zipfile` for a damaged file into one.

    Raises:
        BrokenArchive: if the file is damaged.
        OSError: if it cannot be read.
    """
    try:
        yield
    except _ERRORS:
        raise BrokenArchive(_CUT) from None
    except OSError as error:
        if error.errno != errno.EINVAL:  # of a seek to before the beginning
            raise
        raise BrokenArchive(_CUT) from None


class ZipStream:
    """The members of a zip file, in the order of its directory."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._members = iter(archive.infolist())
        self._last: zipfile.ZipInfo | None = None

    def next_member(self) -> ArchiveMember | None:
        """Return the next member; None at the end.

        Raises:
            BrokenArchive: if the member cannot be read.
        """
        self._last = info = next(self._members, None)
        if info is None:
            return None
        if info.flag_bits & _ENCRYPTED:
            raise BrokenArchive("it is encrypted")
        if info.compress_type not in _METHODS:
            raise BrokenArchive("a file in it is compressed by another method than deflate")
        if not info.filename or info.orig_filename.partition("\0")[0] != info.orig_filename:
            raise BrokenArchive("a file in it has no valid name")
        kind = _kind(info)
        target = self._target(info) if kind is MemberKind.LINK else ""
        return ArchiveMember(info.filename, kind, info.file_size, target)

    def content(self) -> Iterator[bytes]:
        """Yield the content of the last member in pieces, at most as much as its size.

        Raises:
            BrokenArchive: if it is damaged.
        """
        if self._last is None or self._last.is_dir():
            return
        with _reading():
            file = self._archive.open(self._last)
        with file:
            while piece := _piece(file):
                yield piece

    def _target(self, info: zipfile.ZipInfo) -> str:
        if info.file_size > _MOST_TARGET:
            raise BrokenArchive("a symbolic link in it has no valid target")
        with _reading():
            return b"".join(self.content()).decode()


def _piece(file: IO[bytes]) -> bytes:
    with _reading():
        return file.read(PIECE)


class _BoundedFile(io.BufferedReader):
    """A file of which at most so many bytes are read at once.

    `zipfile` reads the directory of a file whole, and then makes an object for each member.
    """

    def __init__(self, raw: io.FileIO, most: int) -> None:
        super().__init__(raw)
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = self._most + 1 if size is None or size < 0 else size
        found = super().read(min(wanted, self._most + 1))
        if len(found) > self._most:
            raise BrokenArchive("its directory lists too many files")
        return found


def _kind(info: zipfile.ZipInfo) -> MemberKind:
    match stat.S_IFMT(info.external_attr >> 16):
        case stat.S_IFLNK:
            return MemberKind.LINK
        case 0 | stat.S_IFREG | stat.S_IFDIR:
            return MemberKind.FOLDER if info.is_dir() else MemberKind.FILE
        case _:
            return MemberKind.SPECIAL
