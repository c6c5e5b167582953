"""Follow the record of a running match: read it again when it has grown."""

from pathlib import Path

from referee.error import DataError
from referee.record.folder import PART
from referee.record.reader import Record, read


class GrowingRecord:
    """The record of a match that is running, or has ended meanwhile."""

    def __init__(self, path: Path) -> None:
        """Follow a record; `path` is its name, with or without `.part`."""
        self._path = path.with_name(path.name.removesuffix(PART))
        self._part = self._path.with_name(self._path.name + PART)
        self._known = 0

    def read(self) -> Record | None:
        """Return the record, if it has entries that the last call did not find, else None.

        Raises:
            DataError: when the record does not exist any more, or cannot be read.
        """
        record = self._read()
        if len(record.entries) <= self._known:
            return None
        self._known = len(record.entries)
        return record

    def _read(self) -> Record:
        """Return the record under its current name."""
        try:
            if self._part.exists():
                return read(self._part)
        except DataError:
            if self._part.exists():
                raise
        return read(self._path)  # the match has ended, perhaps just now
