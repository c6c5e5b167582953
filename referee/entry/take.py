"""Take a submission: unpack an archive, or copy a folder, into a new folder.

Anybody may have made the archive, so nothing in it is believed. The first offence refuses it, and
then nothing is left. An archive in a submission is a file like any other: it is not unpacked.

Equal contents become equal folders with equal digests: order, times, owners and permissions are
dropped. A file is executable if it begins as a script or a program does.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from referee.archive.folder_stream import FolderStream
from referee.archive.member import ArchiveMember, BrokenArchive, MemberKind
from referee.archive.new_folder import new_folder
from referee.archive.tar_stream import GZIP, gzip_stream
from referee.archive.zip_stream import ZIP, zip_stream
from referee.entry.file_tree import FileTree, TreeLimits
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError, StorageError, UsageError

_PROGRAM = (b"#!", b"\x7fELF")
"""The first bytes of files that the system can run."""


@dataclass(frozen=True, slots=True)
class TakeLimits:
    """The limits of a submission.

    Attributes:
        packed: maximum size of the archive in bytes.
        tree: the limits of its files.
    """

    packed: int = 1 << 26
    tree: TreeLimits = field(default_factory=TreeLimits)


class MemberStream(Protocol):
    """The members of an archive or of a folder, one after another."""

    def next_member(self) -> ArchiveMember | None:
        """Return the next member; None at the end."""

    def content(self) -> Iterator[bytes]:
        """Yield the content of the last member in pieces."""


def take(source: Path, folder: Path, limits: TakeLimits | None = None) -> str:
    """Take an archive or a folder into a new folder; return the digest of its contents.

    Args:
        source: a zip file, a tar file compressed with gzip, or a folder.
        folder: where its files go; the folder is missing or empty, and its parent exists.
        limits: the limits; the default ones if None.

    Raises:
        UsageError: if the source is neither an archive nor a folder.
        DataError: if it is refused.
        StorageError: if something cannot be read or written.
    """
    limits = limits or TakeLimits()
    try:
        with _stream(source, limits) as (stream, packed), new_folder(folder) as part:
            tree = FileTree(limits.tree, packed)
            unpacked = part.with_name(f"{part.name}.unpacked")
            unpacked.mkdir()
            _unpack(stream, tree, unpacked)
            root = unpacked.joinpath(*tree.root)
            for path, target in tree.links():
                root.joinpath(*path).parent.mkdir(parents=True, exist_ok=True)
                root.joinpath(*path).symlink_to(target)
            digest = tree.digest()
            part.rmdir()
            root.rename(part)
    except BrokenArchive as error:
        raise DataError(SubmissionSentence.SUBMISSION_BROKEN, why=str(error)) from None
    except OSError as error:
        raise StorageError(
            SubmissionSentence.SUBMISSION_NOT_TAKEN, file=source, why=error.strerror
        ) from None
    return digest


def digest_of(folder: Path, limits: TreeLimits) -> str:
    """Return the digest of a folder that was taken with these limits.

    Raises:
        DataError: if something in it may not be there.
        StorageError: if it cannot be read.
    """
    try:
        stream, tree = FolderStream(folder, limits.left_out), FileTree(limits)
        while (member := stream.next_member()) is not None:
            path = tree.add(member)
            if path is not None and member.kind is MemberKind.FILE:
                digest = sha256()
                for piece in stream.content():
                    digest.update(piece)
                tree.seal(path, digest.hexdigest())
    except OSError as error:
        raise StorageError(
            SubmissionSentence.SUBMISSION_NOT_TAKEN, file=folder, why=error.strerror
        ) from None
    tree.links()
    return tree.digest()


@contextmanager
def _stream(source: Path, limits: TakeLimits) -> Iterator[tuple[MemberStream, int | None]]:
    """Yield the members of a source, and its size if it is an archive."""
    if source.is_dir():
        yield FolderStream(source, limits.tree.left_out), None
        return
    size = source.stat().st_size
    if not source.is_file():
        raise UsageError(SubmissionSentence.NO_SUBMISSION, file=source)
    if size > limits.packed:
        raise DataError(SubmissionSentence.PACKED_TOO_LARGE, size=size, most=limits.packed)
    with open(source, "rb") as raw:
        first = raw.read(4)
        raw.seek(0)
        if first.startswith(ZIP):
            with zip_stream(source, limits.tree.files) as of_zip:
                yield of_zip, size
        elif first.startswith(GZIP):
            with gzip_stream(raw) as of_gzip:
                yield of_gzip, size
        else:
            raise UsageError(SubmissionSentence.NO_SUBMISSION, file=source)


def _unpack(stream: MemberStream, tree: FileTree, folder: Path) -> None:
    """Write all files into a folder. Links are made later, so that no file is written through one.

    Raises:
        DataError: if a member is refused.
        BrokenArchive: if the archive is damaged.
    """
    while (member := stream.next_member()) is not None:
        path = tree.add(member)
        if path is not None and member.kind is MemberKind.FILE:
            target = folder.joinpath(*path)
            target.parent.mkdir(parents=True, exist_ok=True)
            tree.seal(path, _write(stream.content(), target, member.size))


def _write(content: Iterable[bytes], path: Path, size: int) -> str:
    """Write the content of a member into a new file; return its digest."""
    digest, first, left = sha256(), b"", size
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(handle, "wb") as file:
        for piece in content:
            first = first or piece[:4]
            left -= len(piece)
            if left < 0:
                break
            digest.update(piece)
            file.write(piece)
        os.fchmod(handle, 0o755 if first.startswith(_PROGRAM) else 0o644)
    if left:
        raise BrokenArchive("a file in it has another size than it says")
    return digest.hexdigest()
