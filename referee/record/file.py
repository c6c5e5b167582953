"""The file a record is appended to while its match runs.

A record under way is called `NAME.part` and gets its name when it is sealed and on
disk: a file with the name of a record is always a finished one.
"""

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
        self._part = path.with_name(path.name + ".part")
        if path.exists():
            raise StorageError(
                f"the record {path} exists already: name another file, or remove that one."
            )
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        try:
            self._file = os.open(self._part, flags, 0o644)
        except OSError as error:
            raise StorageError(
                f"the record {path} cannot be written: {error.strerror}; name a file in a "
                "folder that exists and may be written to."
            ) from None

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
            os.close(self._file)
            self._part.rename(self.path)
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
        """Close and remove a record that came to nothing."""
        os.close(self._file)
        self._part.unlink(missing_ok=True)


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
