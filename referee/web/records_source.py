"""Records as a source: an in-memory index of the records in a folder, or of single files.

The folder belongs to `referee serve`, or holds collected records. Every record is a match of
round 1. Records of the same game with the same bots and seed form one set. The index follows
the folder: each read first compares it with the files, at most once a second.
"""

import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Table, create_engine, delete, insert, update
from sqlalchemy.pool import StaticPool

from referee.error import DataError
from referee.identifier import MatchId
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger.listing import ListedMatch
from referee.league.ledger.rows import answer_time_rows, fault_rows, seats_text
from referee.league.ledger.schema import (
    answer_times,
    attempt,
    fault,
    metadata,
    pairing,
    result,
    round_,
    seat,
)
from referee.match.outcome import Termination
from referee.record.folder import final_of, is_part, is_record, name_of
from referee.record.outline import outline
from referee.record.reader import Record, parse, read_bytes
from referee.record.summary import summarize
from referee.sentence.record import RecordSentence
from referee.web.showing import ShowSettings
from referee.web.source import PlayedGame
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
        self._folder = folder
        self._files = {name_of(path.name): path for path in files}
        self._engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        metadata.create_all(self._engine)
        self._lock = threading.RLock()
        self._paths: dict[str, Path] = {}
        self._stamps: dict[str, Stamp] = {}
        self._unread: set[str] = set()
        self._variants: dict[PlayedGame, int] = {}
        self._sets: dict[Any, int] = {}
        self._changes = 0
        self._looked = 0.0
        with self._engine.begin() as connection:
            connection.execute(insert(round_), {"number": 1, "bots": "[]"})
        self._follow()

    @property
    def variants(self) -> tuple[PlayedGame, ...]:
        return tuple(self._variants)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._lock:
            self._follow()
            with self._engine.begin() as connection:
                yield connection

    def version(self) -> str:
        with self._lock:
            self._follow()
            return str(self._changes)

    def is_running(self) -> bool:
        return any(map(is_part, list(self._paths.values())))

    def settings(self) -> Iterator[tuple[str, str]]:
        yield "Records", self.name

    def record_of(self, match: ListedMatch) -> Path:
        return final_of(self._paths[match.match_id])

    def close(self) -> None:
        self._engine.dispose()

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
        with self._engine.begin() as connection:
            for name in sorted(gone):
                self._forget(connection, name)
            for name in changed[:_AT_ONCE]:
                path, stamp = found[name]
                is_new_part = self._paths.get(name) != path
                self._stamps[name], self._paths[name] = stamp, path
                if not is_part(path) or is_new_part or name in self._unread:
                    self._take(connection, name, path)

    def _found(self) -> Iterator[tuple[str, tuple[Path, Stamp]]]:
        """Yield all records by name, running ones first, so that finished ones override them."""
        for path in sorted(self._listed(), key=is_part, reverse=True):
            name = name_of(path.name)
            try:
                status = path.stat()
            except OSError:
                continue
            if is_text(name):
                yield name, (path, (status.st_mtime_ns, status.st_size))

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

    def _forget(self, connection: Connection, name: str) -> None:
        del self._stamps[name], self._paths[name]
        self._clear(connection, name)

    def _clear(self, connection: Connection, name: str) -> None:
        tables: tuple[Table, ...] = (fault, answer_times, result, attempt, seat, pairing)
        for table in tables:
            connection.execute(delete(table).where(table.c.match_id == name))

    def _take(self, connection: Connection, name: str, path: Path) -> None:
        """Index one record; an unreadable one becomes a void match."""
        self._clear(connection, name)
        self._unread.discard(name)
        try:
            data = read_bytes(path)
            record = parse(data, path.name)
        except DataError:
            self._unread.add(name)
            self._plan(connection, name, None, "The record cannot be read.")
            return
        self._plan(connection, name, record, None)
        row: dict[str, Any] = {
            "match_id": name,
            "number": 1,
            "ending": Ending.OPEN.value,
            "reason": "",
            "started": record.header.start_time.ToMilliseconds(),
        }
        if is_part(path):
            connection.execute(insert(attempt), row)
        else:
            self._seal(connection, name, data, row)

    def _plan(
        self, connection: Connection, name: str, record: Record | None, void: str | None
    ) -> None:
        header = None if record is None else record.header
        bots = [] if header is None else list(header.bots)
        played = PlayedGame("", ())
        if header is not None:
            options = tuple(sorted((one.name, one.value) for one in header.options))
            played = PlayedGame(header.game, options)
        key = (played, tuple(sorted(bots)), name if header is None else header.seed)
        position = 0 if header is None else header.start_time.ToMilliseconds()
        row = {
            "match_id": name,
            "round": 1,
            "position": position,
            "set_number": self._sets.setdefault(key, len(self._sets) + 1),
            "variant": self._variants.setdefault(played, len(self._variants)),
            "bots": json.dumps(bots),
            "seed": b"",
            "from_attempt": 1,
            "void": void,
        }
        connection.execute(insert(pairing), row)
        seats = [
            {"match_id": name, "seat": at, "bot": bot, "round": 1, "position": position}
            for at, bot in enumerate(bots)
        ]
        if seats:
            connection.execute(insert(seat), seats)

    def _seal(self, connection: Connection, name: str, data: bytes, row: dict[str, Any]) -> None:
        try:
            found = outline(data, name)
        except DataError:
            row["ending"] = Ending.FAILED.value
            connection.execute(insert(attempt), row)
            _void(connection, name, "The record is damaged, or has no seal.")
            return
        summary = summarize(data)
        is_void = found.outcome.termination is Termination.VOID
        row |= {
            "ending": (Ending.VOID if is_void else Ending.SEALED).value,
            "reason": found.outcome.reason,
            "termination": found.outcome.termination.value,
            "seats": seats_text(found.outcome),
            "digest": found.digest,
            "ended": None if summary is None else summary.ended,
        }
        connection.execute(insert(attempt), row)
        if summary is not None:
            connection.execute(
                insert(answer_times), answer_time_rows(AttemptName(MatchId(name), 1), summary)
            )
            if faults := fault_rows(AttemptName(MatchId(name), 1), summary):
                connection.execute(insert(fault), faults)
        if is_void:
            _void(connection, name, found.outcome.reason)
        else:
            connection.execute(insert(result), {"match_id": name, "attempt": 1})


def _void(connection: Connection, name: str, reason: str) -> None:
    connection.execute(update(pairing).where(pairing.c.match_id == name).values(void=reason))
