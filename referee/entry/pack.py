"""Pack the folder of a bot into an archive, as an author submits it."""

import gzip
import io
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.archive.folder_stream import FolderStream
from referee.archive.member import MemberKind
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import take
from referee.error import StorageError


def pack(folder: Path, archive: Path) -> str:
    """Pack a folder, and return the digest of its contents.

    The folder is first taken as the service takes the archive. So what the service would refuse is
    refused here, and equal contents become equal archives.

    Args:
        folder: the folder of the bot.
        archive: the file to write; it is replaced.

    Raises:
        UsageError: if it is no folder.
        DataError: if something in it may not be submitted.
        StorageError: if a file cannot be read or written.
    """
    try:
        with TemporaryDirectory() as place:
            whole = Path(place) / "whole"
            digest = take(folder, whole)
            _write(whole, archive)
    except OSError as error:
        raise StorageError(
            SubmissionSentence.SUBMISSION_NOT_PACKED, file=archive, why=error.strerror
        ) from None
    return digest


def _write(folder: Path, archive: Path) -> None:
    with (
        archive.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        stream = FolderStream(folder)
        while (member := stream.next_member()) is not None:
            info = tarfile.TarInfo(member.name)
            if member.kind is MemberKind.LINK:
                info.type, info.linkname = tarfile.SYMTYPE, member.target
                tar.addfile(info)
            elif member.kind is MemberKind.FILE:
                info.size = member.size
                tar.addfile(info, io.BytesIO(b"".join(stream.content())))
