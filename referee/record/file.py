"""The file a record is appended to while its match runs.

A record under way is called `NAME.part` and gets its name when it is sealed and on
disk: a file with the name of a record is always a finished one.
"""

import fcntl
import os
from pathlib import Path

from referee.error import StorageError


class RecordFile:
    """A file that only grows. Every `append` reaches the operating system at once."""

    def __init__(self, path: Path) -> None:
        """Create the file.

        Raises:
            StorageError: when it cannot be created, or a record is there already.
        """
        self.path = path
        self._part = path.parent / f"{path.name}.part"
        try:
            self._file = _claim(self._part)
            taken = path.exists()
        except BlockingIOError:
            raise StorageError(
                f"the record {path} is being written by another match: name another file."
            ) from None
        except OSError as error:
            raise StorageError(
                f"the record {path} cannot be written: {error.strerror}; name a file in a "
                "folder that exists and may be written to."
            ) from None
        self._open = True
        if taken:
            self.abandon()
            raise StorageError(
                f"the record {path} exists already: name another file, or remove that one."
            )

    def append(self, data: bytes) -> None:
        """Write at the end.

        Raises:
            StorageError: when the disk does not take all of it.
        """
        try:
            written = os.write(self._file, data)
        except OSError as error:
            raise StorageError(
                f"the record {self._part} cannot be written: {error.strerror}."
            ) from None
        if written != len(data):
            raise StorageError(f"the record {self._part} cannot be written: the disk is full.")

    def finish(self) -> None:
        """Bring the file to disk and give it its name; blocks until it is there.

        Raises:
            StorageError: when the disk refuses; it is never tried a second time.
        """
        try:
            os.fsync(self._file)
            self._part.rename(self.path)
            self._close()
            folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise StorageError(
                f"the record {self.path} cannot be kept: {error.strerror}."
            ) from None

    def abandon(self) -> None:
        """Close and remove a record that came to nothing; a finished one stays."""
        if self._open:
            self._part.unlink(missing_ok=True)
            self._close()

    def _close(self) -> None:
        self._open = False
        os.close(self._file)


def _claim(part: Path) -> int:
    """Open a file that nobody else is writing, and empty it.

    Its writer holds a lock on it until it has its last name, so that what a killed one
    has left can be told from what another is writing.

    Raises:
        BlockingIOError: when somebody else is writing it.
        OSError: when it cannot be opened.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
    file = os.open(part, flags, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(file), part.stat()):
            raise BlockingIOError
        os.ftruncate(file, 0)
    except OSError:
        os.close(file)
        raise
    return file


class MemoryFile:
    """A record in memory, for matches that nobody keeps and for tests."""

    def __init__(self) -> None:
        self.data = bytearray()

    def append(self, data: bytes) -> None:
        """Write at the end."""
        self.data += data

    def finish(self) -> None:
        """There is nothing to bring anywhere."""

    def abandon(self) -> None:
        """There is nothing to remove."""
