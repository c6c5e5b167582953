"""The file a record is appended to while its match runs.

An open record is called `NAME.part`. It gets its name once it is sealed and on disk, so a file with
the name of a record is always finished. Until then only its owner may read it, because its seed
reveals future draws.
"""

import contextlib
import errno
import fcntl
import os
import stat
from itertools import count
from pathlib import Path
from typing import Protocol

from referee.error import StorageError
from referee.record import chain
from referee.record.folder import PART
from referee.record.signature import SigningKey
from referee.sentence.record import RecordSentence

_PRIVATE = 0o600
_PUBLIC = 0o644

_STATUS = Path("/proc/self/status")
"""The file with the umask of a process, which `os.umask` cannot read without changing it."""


class Keepable(Protocol):
    """A file for a record, that can be brought to disk."""

    def append(self, data: bytes) -> None:
        """Write at the end."""

    def sync(self) -> None:
        """Bring what was written to disk; may block."""

    def finish(self) -> None:
        """Bring it to disk, with all that makes it a finished record; may block."""

    def close(self) -> None:
        """Let go of it, which stays as it is."""


class RecordFile:
    """A file that only grows. Every `append` reaches the operating system at once.

    Its writer holds a lock on it until the final rename. So a file of a killed writer is
    distinguishable from one in use. A failed fsync is never repeated: the system may have dropped
    the data, and report success the second time.
    """

    def __init__(self, path: Path, key: SigningKey | None = None) -> None:
        """Create the file; `key` signs the record when it is finished.

        Raises:
            StorageError: when it cannot be created, or a record is there already, be it
                a finished one or one that was left open.
        """
        self._hold(path, os.O_CREAT, key)
        if path.exists():
            self._refuse_beside(path)
        if os.fstat(self._file).st_size:
            self.close()
            raise StorageError(RecordSentence.RECORD_LEFT_OPEN, path=path, part=self.part.name)

    @classmethod
    def reopen(cls, path: Path, key: SigningKey | None = None) -> "RecordFile":
        """Open an interrupted record without changes; `key` as for a new one.

        Raises:
            StorageError: when there is none, or it is being written, or cannot be used.
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
        self.part = path.parent / f"{path.name}{PART}"
        self._placed = False
        self._failed = False
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
            written = os.write(self._file, data)
        except OSError as error:
            raise StorageError(
                RecordSentence.RECORD_NOT_WRITTEN, path=self.part, why=error.strerror
            ) from None
        if written != len(data):
            raise StorageError(RecordSentence.RECORD_DISK_FULL, path=self.part)

    def sync(self) -> None:
        """Bring to disk what was appended, and the first time that there is such a file; blocks.

        Raises:
            StorageError: when the disk refuses.
        """
        try:
            self._fsync(self._file)
            if not self._placed:
                self._sync_folder()
                self._placed = True
        except OSError as error:
            raise self._lost(error) from None

    def finish(self) -> None:
        """Sign a sealed record, sync it, rename it and make it readable for all; blocks.

        Raises:
            StorageError: when the disk refuses; then it has not its last name.
        """
        try:
            if self._key is not None:
                self.append(self._key.entry(self._last_digest()))
            with contextlib.suppress(OSError):  # a file system may have no modes
                os.fchmod(self._file, _PUBLIC & ~_umask())
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
            self.close()

    def close(self) -> None:
        """Let go of the file, which stays as it is."""
        if self._open:
            self._open = False
            os.close(self._file)

    # -- a record that was left open

    def read(self) -> bytes:
        """All that is in the file.

        Raises:
            StorageError: when the disk does not give it.
        """
        try:
            return self.part.read_bytes()
        except OSError as error:
            raise StorageError(
                RecordSentence.RECORD_NOT_READ_BACK, path=self.part, why=error.strerror
            ) from None

    def rewrite(self, data: bytes, good: int) -> None:
        """Keep the first `good` bytes of `data`, which is what the file has.

        A copy of the whole file stays as `NAME.torn`. The rest is written once more, so that the
        next fsync covers all of it, even after a failed one.

        Raises:
            StorageError: when the disk does not take it.
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
        """Move a file without a match to `NAME.torn`.

        Raises:
            StorageError: when that cannot be done.
        """
        try:
            if os.fstat(self._file).st_size:
                self.part.rename(free_name(self.path, "torn"))
                self.close()
            self.abandon()
        except OSError as error:
            raise self._lost(error) from None

    # -- the disk

    def _last_digest(self) -> bytes:
        """Return the digest of the last entry, which ends with it."""
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


def _umask() -> int:
    """The umask of this process; 0 if the system does not show it."""
    lines = _STATUS.read_text().splitlines() if _STATUS.exists() else []
    return next((int(line.split()[1], 8) for line in lines if line.startswith("Umask:")), 0)


def free_name(path: Path, ending: str) -> Path:
    """Return an unused name next to a record's: `NAME.ending`, `NAME.ending-2`, ..."""
    names = (f"{path.name}.{ending}{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(free for name in names if not (free := path.parent / name).exists())


def _claim(part: Path, flags: int) -> int:
    """Open a file that nobody else is writing.

    Raises:
        BlockingIOError: when somebody else is writing it.
        OSError: when it cannot be opened, or is no plain file.
    """
    file = os.open(part, os.O_RDWR | os.O_CLOEXEC | flags, _PRIVATE)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        if not os.path.samestat(status, part.stat()):
            raise BlockingIOError
    except OSError:
        os.close(file)
        raise
    return file


def _keep(path: Path, data: bytes) -> None:
    """Write a copy that is on disk, though its name may not be yet."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _PRIVATE)
    try:
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
    finally:
        os.close(file)


class MemoryFile:
    """A record in memory, for matches that nobody keeps and for tests."""

    def __init__(self) -> None:
        self.data = bytearray()

    def append(self, data: bytes) -> None:
        """Write at the end."""
        self.data += data

    def sync(self) -> None:
        """There is nothing to bring anywhere."""

    def finish(self) -> None:
        """There is nothing to bring anywhere."""

    def abandon(self) -> None:
        """There is nothing to remove."""

    def close(self) -> None:
        """There is nothing to let go of."""
