"""A record in play: read again whenever the referee has written more of it."""

from pathlib import Path

from referee.error import DataError
from referee.record.folder import PART
from referee.record.reader import Record, read


class GrowingRecord:
    """The record of a match that is being played, or that has ended meanwhile."""

    def __init__(self, path: Path) -> None:
        """Follow a record; `path` may name it with or without the `.part` of a match in play."""
        self._path = path.with_name(path.name.removesuffix(PART))
        self._part = self._path.with_name(self._path.name + PART)
        self._known = 0

    def read(self) -> Record | None:
        """The record, if it has entries that the last call did not find.

        Raises:
            DataError: when there is no such record any more, or it cannot be read.
        """
        record = self._read()
        if len(record.entries) <= self._known:
            return None
        self._known = len(record.entries)
        return record

    def _read(self) -> Record:
        """The record under the name that it has now."""
        try:
            if self._part.exists():
                return read(self._part)
        except DataError:
            if self._part.exists():
                raise
        return read(self._path)  # the match has ended, perhaps just now
