"""Watch the journals of a season, and let each target hear of what is new."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.event_log import structlog
from referee.league.configuration.notify_settings import NotifySettings
from referee.notify.journal_tail import JournalTail, TailPosition
from referee.notify.notice import EntryReader, NoticeReader, SeasonReader
from referee.notify.notice_store import NoticeStore

log = structlog.get_logger()

_APART: Final = 1 << 20
"""Bytes of a journal without a notice, after which its position is noted."""


@dataclass(slots=True)
class _Source:
    """A journal that is watched.

    Attributes:
        name: its name in the state.
        tail: reads it.
        reader: understands its lines.
        start: its length when the season began to be watched, in bytes.
        position: the last line that was read; None before the first look.
    """

    name: str
    tail: JournalTail
    reader: NoticeReader
    start: int
    position: TailPosition | None = None


class JournalWatcher:
    """Makes notices of the new lines of both journals."""

    def __init__(
        self,
        store: NoticeStore,
        targets: Sequence[NotifySettings],
        season: tuple[Path, int],
        entry: tuple[Path, int],
    ) -> None:
        """Create a watcher.

        Args:
            store: the state.
            targets: who is notified.
            season: the journal of the season, and how long it was when the season was opened: what
                lies before is no news, unless the state knows better.
            entry: the same for the journal of entries.
        """
        self._store = store
        self._targets = targets
        self._sources = [
            _Source("season", JournalTail(season[0]), SeasonReader(), season[1]),
            _Source("entry", JournalTail(entry[0]), EntryReader(), entry[1]),
        ]

    def look(self) -> None:
        """Read what is new.

        Raises:
            StorageError: if the state cannot be written.
        """
        for source in self._sources:
            try:
                if source.position is None:
                    self._begin(source)
                self._follow(source)
            except LookupError:
                log.error("journal_replaced", journal=source.tail.path.name)
                self._skip(source, source.tail.end())

    def _begin(self, source: _Source) -> None:
        """Read what the state knows, which makes no notices.

        Raises:
            LookupError: if the journal was replaced.
        """
        known = self._store.position(source.name)
        if known is None:
            known = TailPosition()
            for line in source.tail.lines(known):
                if line.position.offset >= source.start:
                    break
                known = line.position
            self._store.read(source.name, known)
        next(source.tail.lines(known), None)
        self._skip(source, known)

    def _skip(self, source: _Source, until: TailPosition) -> None:
        """Read a journal from its first line up to a line, without notices."""
        source.reader = type(source.reader)()
        source.position = TailPosition()
        for line in source.tail.lines(source.position):
            if not until.digest or line.position.offset > until.offset:
                break
            source.reader.read(line)
            source.position = line.position
        if source.position != self._store.position(source.name):
            self._store.read(source.name, source.position)

    def _follow(self, source: _Source) -> None:
        assert source.position is not None
        for line in source.tail.lines(source.position):
            notice = source.reader.read(line)
            if notice is not None:
                kind = notice.type.value
                names = tuple(one.name for one in self._targets if kind in one.types)
                now = int(time.time())
                self._store.made(source.name, line.position, notice, now, targets=names)
            source.position = line.position
        noted = self._store.position(source.name) or TailPosition()
        if source.position.offset - noted.offset > _APART:
            self._store.read(source.name, source.position)
