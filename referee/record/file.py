"""The file of a record, to which entries are appended while the match runs.

An open record is called `NAME.part`. When it is sealed and on disk, it is renamed to `NAME`, so a
file with that name is always finished. Until then, only its owner may read it, because the seed in
it reveals future draws.
"""

import contextlib
import errno
import os
import stat
from functools import cache
from itertools import count
from pathlib import Path
from typing import Protocol

from referee.error import StorageError
from referee.file_lock import lock_file
from referee.record import chain, held_write
from referee.record.companion import move_companions
from referee.record.folder import part_of
from referee.record.reasoning import MOST_KEPT, ReasoningFile, packed, texts_in
from referee.record.sentence import RecordSentence
from referee.record.signature import SigningKey

_PRIVATE = 0o600
_PUBLIC = 0o644

_STATUS = Path("/proc/self/status")
"""The file with the umask of a process, which `os.umask` cannot read without changing it."""


class Keepable(Protocol):
    """A file for a record, which can be synced to disk."""

    def append(self, data: bytes) -> None:
        """Write at the end."""

    def keep_reasoning(self, text: str) -> bool:
        """Keep the reasoning of a choice beside the record; return whether it was kept."""

    def sync(self) -> None:
        """Sync the written data to disk; may block."""

    def finish(self) -> None:
        """Turn the file into a finished record on disk; may block."""

    def close(self) -> None:
        """Close the file without changes."""


class RecordFile:
    """An append-only file. Each `append` is one write to the operating system, without a buffer.

    The writer holds a lock on the file until the final rename, which distinguishes a file in use
    from that of a killed writer. A failed fsync is never repeated: the system may have dropped the
    data, and may report success the second time.
    """

    def __init__(self, path: Path, key: SigningKey | None = None) -> None:
        """Create the file; `key` signs the record when it is finished.

        Raises:
            StorageError: when it cannot be created, or a record of that name exists, finished or
                open.
        """
        self._hold(path, os.O_CREAT, key)
        if path.exists():
            self._refuse_beside(path)
        if os.fstat(self._file).st_size:
            self.close()
            raise StorageError(RecordSentence.RECORD_LEFT_OPEN, path=path, part=self.part.name)

    @classmethod
    def reopen(cls, path: Path, key: SigningKey | None = None) -> "RecordFile":
        """Open an interrupted record, without changes; `key` signs it when it is finished.

        Raises:
            StorageError: when there is none, another process writes it, or it cannot be opened.
        """
        file = cls.__new__(cls)
        file._hold(path, 0, key)
        if path.exists() and os.fstat(file._file).st_size:
            file.close()
            raise StorageError(RecordSentence.RECORD_FINISHED, path=path, part=file.part.name)
        return file

    def _hold(self, path: Path, flags: int, key: SigningKey | None) -> None:
        self.path = path
        self._key = key
        self.part = part_of(path)
        self._placed = False
        self._failed = False
        self._reasoning = ReasoningFile(path, is_new=bool(flags))
        try:
            self._file = _claim(self.part, flags)
        except BlockingIOError:
            raise StorageError(RecordSentence.RECORD_IN_USE, path=path) from None
        except OSError as error:
            mend = "name a file in a folder that exists and may be written to"
            if error.errno in (errno.EMFILE, errno.ENFILE):
                mend = "allow more of them (`ulimit -n`)"
            raise StorageError(
                RecordSentence.RECORD_NOT_OPENED, path=path, why=error.strerror, mend=mend
            ) from None
        self._open = True

    def _refuse_beside(self, path: Path) -> None:
        if not os.fstat(self._file).st_size:
            self.abandon()
        self.close()
        raise StorageError(RecordSentence.RECORD_EXISTS, path=path)

    def append(self, data: bytes) -> None:
        """Write at the end.

        Raises:
            StorageError: when the disk does not take all of it.
        """
        try:
            written = held_write.write(self._file, data)
        except OSError as error:
            raise StorageError(
                RecordSentence.RECORD_NOT_WRITTEN, path=self.part, why=error.strerror
            ) from None
        if written != len(data):
            raise StorageError(RecordSentence.RECORD_DISK_FULL, path=self.part)

    def keep_reasoning(self, text: str) -> bool:
        """Keep the reasoning of a choice beside the record; return whether it was kept."""
        return self._reasoning.keep(text)

    def sync(self) -> None:
        """Sync the appended data to disk, and the first time also the name of the file; blocks.

        A disk that refuses only the reasoning is no error.

        Raises:
            StorageError: when the disk reports an error.
        """
        try:
            self._reasoning.sync()
            self._fsync(self._file)
            if not self._placed:
                self._sync_folder()
                self._placed = True
        except OSError as error:
            raise self._lost(error) from None

    def finish(self) -> None:
        """Sign a sealed record, make it readable for others, sync it and rename it; blocks.

        Raises:
            StorageError: when the disk reports an error; the file then keeps the name `NAME.part`.
        """
        try:
            if self._key is not None:
                self.append(self._key.entry(self._last_digest()))
            with contextlib.suppress(OSError):  # a file system may have no modes
                os.fchmod(self._file, _PUBLIC & ~_umask())
            self._reasoning.publish(_PUBLIC & ~_umask())
            self._reasoning.sync()
            self._fsync(self._file)
            self.part.rename(self.path)
            try:
                self._sync_folder()
            except OSError:
                self.path.rename(self.part)
                raise
        except OSError as error:
            raise self._lost(error) from None
        self.close()

    def abandon(self) -> None:
        """Close and remove a record without a result; a finished one stays."""
        if self._open:
            self.part.unlink(missing_ok=True)
            self._reasoning.remove()
            self.close()

    def close(self) -> None:
        """Close the file without changes."""
        if self._open:
            self._open = False
            self._reasoning.close()
            os.close(self._file)

    # -- an interrupted record

    def read(self) -> bytes:
        """Return the content of the file.

        Raises:
            StorageError: when it cannot be read.
        """
        try:
            return self.part.read_bytes()
        except OSError as error:
            raise StorageError(
                RecordSentence.RECORD_NOT_READ_BACK, path=self.part, why=error.strerror
            ) from None

    def rewrite(self, data: bytes, good: int) -> None:
        """Truncate the file to the first `good` bytes of `data`, its present content.

        If that removes bytes, a copy of the whole file remains as `NAME.torn`. The kept bytes are
        written again, so that the next fsync covers them, even after a failed one.

        Raises:
            StorageError: when a file cannot be written.
        """
        try:
            if good < len(data):
                _keep(free_name(self.path, "torn"), data)
                self._sync_folder()
            if os.pwrite(self._file, data[:good], 0) != good:
                raise StorageError(RecordSentence.RECORD_DISK_FULL, path=self.part)
            os.ftruncate(self._file, good)
            os.lseek(self._file, good, os.SEEK_SET)
        except OSError as error:
            raise StorageError(
                RecordSentence.RECORD_NOT_WRITTEN, path=self.part, why=error.strerror
            ) from None

    def quarantine(self) -> None:
        """Move a file that contains no match to `NAME.torn`; remove an empty file.

        Raises:
            StorageError: when the file system reports an error.
        """
        try:
            if os.fstat(self._file).st_size:
                torn = free_name(self.path, "torn")
                self.part.rename(torn)
                with contextlib.suppress(OSError):
                    move_companions(self.path, torn)
                self.close()
            self.abandon()
        except OSError as error:
            raise self._lost(error) from None

    # -- the disk

    def _last_digest(self) -> bytes:
        """Return the digest of the last entry: the last bytes of the file."""
        return os.pread(self._file, chain.SIZE, os.fstat(self._file).st_size - chain.SIZE)

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._fsync(folder)
        finally:
            os.close(folder)

    def _fsync(self, file: int) -> None:
        if self._failed:
            raise OSError(0, "the disk has refused it before")
        try:
            os.fsync(file)
        except OSError:
            self._failed = True
            raise

    def _lost(self, error: OSError) -> StorageError:
        return StorageError(RecordSentence.RECORD_NOT_KEPT, path=self.path, why=error.strerror)


def write_record(
    path: Path, record: bytes, reasoning: bytes, key: SigningKey | None = None
) -> None:
    """Write the sealed record of a match that another process played; blocks.

    Args:
        path: the path of the record.
        record: the record.
        reasoning: the reasoning of its bots, as `MemoryFile` has it.
        key: signs the record.

    Raises:
        StorageError: when a record of that name exists, or the disk reports an error.
    """
    file = RecordFile(path, key)
    for text in texts_in(reasoning).values():
        file.keep_reasoning(text)
    file.append(record)
    file.finish()


@cache
def _umask() -> int:
    """Return the umask of this process; 0 if the system does not show it.

    It is read once: each system call of a thread that finishes a record can make the event loop
    wait for the interpreter.
    """
    lines = _STATUS.read_text().splitlines() if _STATUS.exists() else []
    return next((int(line.split()[1], 8) for line in lines if line.startswith("Umask:")), 0)


def free_name(path: Path, ending: str) -> Path:
    """Return an unused name next to a record's: `NAME.ending`, `NAME.ending-2`, ..."""
    names = (f"{path.name}.{ending}{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(free for name in names if not (free := path.parent / name).exists())


def _claim(part: Path, flags: int) -> int:
    """Open and lock a file for writing.

    Raises:
        BlockingIOError: when another process holds the lock or has renamed the file.
        StorageError: when its file system has no locks.
        OSError: when it cannot be opened, or is not a regular file.
    """
    is_new = not part.exists()
    file = os.open(part, os.O_RDWR | os.O_CLOEXEC | flags, _PRIVATE)
    try:
        lock_file(file)
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        if not os.path.samestat(status, part.stat()):
            raise BlockingIOError
    except StorageError:
        if is_new:
            part.unlink()
        os.close(file)
        raise
    except OSError:
        os.close(file)
        raise
    return file


def _keep(path: Path, data: bytes) -> None:
    """Write a new file and sync its data to disk, but not its name in the folder."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _PRIVATE)
    try:
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
    finally:
        os.close(file)


class MemoryFile:
    """A record in memory, for matches whose record is not kept and for tests."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.reasoning = bytearray()

    def append(self, data: bytes) -> None:
        """Write at the end."""
        self.data += data

    def keep_reasoning(self, text: str) -> bool:
        """Keep the reasoning of a choice; return whether it was kept."""
        data = packed(text)
        is_kept = len(self.reasoning) + len(data) <= MOST_KEPT
        if is_kept:
            self.reasoning += data
        return is_kept

    def sync(self) -> None:
        """Do nothing: there is no disk."""

    def finish(self) -> None:
        """Do nothing: there is no disk."""

    def abandon(self) -> None:
        """Do nothing: there is no file."""

    def close(self) -> None:
        """Do nothing: no file is open."""
