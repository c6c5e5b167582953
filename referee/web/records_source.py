"""Records as a source: an in-memory index of the records in a folder, or of single files.

The folder belongs to a season, or holds collected records. Every record is a match of
round 1. Records of the same game with the same bots and seed form one set. The index follows
the folder: each read first compares it with the files, at most once a second.
"""

import os
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Literal

from referee.error import DataError
from referee.identifier import BotName, MatchId
from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.listing import ListedMatch, Reading, seated
from referee.league.ledger.records_index import RecordsIndex, read_any
from referee.record.folder import final_of, is_part, is_record, name_of
from referee.record.sentence import RecordSentence
from referee.web.entry_address import EntryAddress
from referee.web.showing import ShowSettings
from tianming_games.ground.text import is_text

_REST = 1.0
"""Seconds between two comparisons of the index with the files."""
_AT_ONCE = 500
"""Maximum of records that one update of the index reads; the next update reads more."""

Stamp = tuple[int, int]
"""Time of the last change of a file in nanoseconds, and its size in bytes."""


class RecordsSource:
    """A season that consists of records, without a league."""

    kind: Literal["league", "folder"] = "folder"
    ledger_url: str | None = None
    league: LeagueSettings | None = None
    by_version = True

    def __init__(
        self, name: str, folder: Path | None, files: Sequence[Path], show: ShowSettings
    ) -> None:
        """Index the records.

        Args:
            name: name of the season.
            folder: the folder to follow; None for none.
            files: single records in addition.
            show: what the organiser wants to show.

        Raises:
            DataError: if the folder cannot be read.
        """
        self.name = name
        self.show = show
        self.entries: EntryAddress | None = None
        self._folder = folder
        self._files = {name_of(path.name): path for path in files}
        self._index = RecordsIndex()
        self._lock = threading.RLock()
        self._paths: dict[MatchId, Path] = {}
        self._stamps: dict[MatchId, Stamp] = {}
        self._unread: set[MatchId] = set()
        self._changes = 0
        self._looked = 0.0
        self._follow()

    @property
    def variants(self) -> tuple[MatchConfiguration, ...]:
        return self._index.configurations

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        with self._lock:
            self._follow()
            with self._index.reading() as reading:
                yield reading

    def version(self) -> str:
        with self._lock:
            self._follow()
            return str(self._changes)

    def is_running(self) -> bool:
        return any(map(is_part, list(self._paths.values())))

    def bots(self) -> Collection[BotName]:
        with self.reading() as reading:
            return seated(reading)

    def next_round(self) -> datetime | None:
        return None

    def settings(self) -> Iterator[tuple[str, str]]:
        yield "Records", self.name

    def record_of(self, match: ListedMatch) -> Path:
        return final_of(self._paths[match.match_id])

    def close(self) -> None:
        self._index.close()

    # -- inside

    def _follow(self) -> None:
        """Update the index from the files."""
        now = time.monotonic()
        if self._looked and now - self._looked < _REST:
            return
        self._looked = now
        found = dict(self._found())
        gone = self._stamps.keys() - found.keys()
        changed = [name for name, (_, stamp) in found.items() if self._stamps.get(name) != stamp]
        if not gone and not changed:
            return
        self._changes += 1
        if len(changed) > _AT_ONCE:
            self._looked = 0.0
        for name in gone:
            del self._stamps[name], self._paths[name]
        self._index.forget(list(gone))
        due = []
        for name in changed[:_AT_ONCE]:
            path, stamp = found[name]
            is_new_part = self._paths.get(name) != path
            self._stamps[name], self._paths[name] = stamp, path
            if not is_part(path) or is_new_part or name in self._unread:
                due.append(name)
        self._take(due)

    def _take(self, names: Sequence[MatchId]) -> None:
        """Index records again."""
        self._index.forget(names)
        records = []
        for name in names:
            path = self._paths[name]
            records.append(read_any(path, name, is_running=is_part(path)))
            (self._unread.discard if records[-1].opening else self._unread.add)(name)
        self._index.add(records)

    def _found(self) -> Iterator[tuple[MatchId, tuple[Path, Stamp]]]:
        """Yield all records by name, running ones first, so that finished ones override them."""
        for path in sorted(self._listed(), key=is_part, reverse=True):
            name = name_of(path.name)
            try:
                status = path.stat()
            except OSError:
                continue
            if is_text(name):
                yield MatchId(name), (path, (status.st_mtime_ns, status.st_size))

    def _listed(self) -> Iterator[Path]:
        yield from self._files.values()
        if self._folder is None:
            return
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if is_record(entry.name):
                        yield self._folder / entry.name
        except OSError as error:
            raise DataError(
                RecordSentence.RECORDS_NOT_READ, folder=self._folder, why=error.strerror
            ) from None
