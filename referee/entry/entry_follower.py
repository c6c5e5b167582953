"""Follow the journal of entries, as the season does: read it again and again, and trust nothing.

The process that takes uploads may write the journal, so the season checks each event before it
uses it. If the journal is damaged, gone, or another one, the follower says so once, keeps what it
knows, and goes on when the journal can be read again.
"""

import copy
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Final

from referee.entry.entry_book import EntryBook
from referee.entry.entry_event import EntryEvent, EntryJournal
from referee.entry.entry_store import JOURNAL
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError, TianmingError
from referee.league.ledger.chained_journal import JournalPosition
from referee.server.identity import NAME

LOOK: Final = 1.0
"""Seconds between two looks."""

_MOST_BYTES: Final = 1 << 28
_MOST_NUMBER: Final = 1 << 31
_MOST_LARGE: Final = 1 << 53
_MOST_TEXT: Final = 1 << 20
_HEX: Final = re.compile("[0-9a-f]{64}")

_NAMES: Final = ("owner", "bot")
_NUMBERS: Final = ("number", "bots", "uses")
_LARGE: Final = ("at", "until", "size")
_DIGESTS: Final = ("token", "code", "digest", "version", "upload")

_UNSOUND: Final = (KeyError, ValueError, TypeError, AttributeError, RecursionError)
"""What reading events raises that were not written by this program."""


class EntryFollower:
    """Reads the journal of a store again and again.

    Attributes:
        book: what the journal says. It is replaced, never changed, so any thread may read it.
    """

    def __init__(self, store: Path, report: Callable[[str | None], None]) -> None:
        """Create a follower that knows nothing.

        Args:
            store: the folder of the store, which may be missing.
            report: receives why the journal cannot be read, and None when it can again.
        """
        self.book = EntryBook()
        self._path = store / JOURNAL
        self._report = report
        self._journal: EntryJournal | None = None
        self._position = JournalPosition()
        self._problem: str | None = None
        self._lock = threading.Lock()

    def look(self) -> bool:
        """Read what is new; return whether anything was. Any thread may call it."""
        with self._lock:
            return self._look()

    def _look(self) -> bool:
        problem = None
        try:
            events, position = self._read()
            book = self._after(events)
        except TianmingError as error:
            problem, events = str(error), []
        except _UNSOUND:
            problem = str(DataError(SubmissionSentence.ENTRIES_NOT_SOUND, path=self._path))
            events = []
        if problem != self._problem:
            self._problem = problem
            self._report(problem)
        if not events:
            return False
        self.book, self._position = book, position
        return True

    def close(self) -> None:
        """Close the journal."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _read(self) -> tuple[Sequence[EntryEvent], JournalPosition]:
        """Return the new events, and the position after them.

        Raises:
            TianmingError: if they cannot be read.
        """
        if self._journal is None or not self._journal.is_in_place():
            self._close()
            if not self._path.exists():
                if not self._position.lines:
                    return (), self._position
                raise DataError(SubmissionSentence.ENTRIES_GONE, path=self._path)
            journal = EntryJournal(self._path, self._position, to_read=True)
            try:
                self._check_size(self._path)
                journal.check()
            except BaseException:
                journal.close()
                raise
            self._journal = journal
        self._check_size(self._path)
        return self._journal.after(self._position)

    def _check_size(self, path: Path) -> None:
        try:
            size = path.stat().st_size
        except OSError:
            raise DataError(SubmissionSentence.ENTRIES_GONE, path=path) from None
        if size > _MOST_BYTES:
            raise DataError(
                SubmissionSentence.ENTRIES_TOO_LARGE, path=path, size=size, most=_MOST_BYTES
            )

    def _after(self, events: Sequence[EntryEvent]) -> EntryBook:
        """Return the book after more events.

        Raises:
            ValueError, KeyError, TypeError: if an event is not sound.
        """
        if not events:
            return self.book
        known = {one.name: copy.copy(getattr(self.book, one.name)) for one in fields(self.book)}
        book = EntryBook(**known)
        for event in events:
            _check(event)
            book.apply(event)
        return book


class FollowingThread:
    """Lets a follower look once a second, in a thread. Use it as a context manager."""

    def __init__(self, follower: EntryFollower, changed: Callable[[], None]) -> None:
        """`changed` is called in the thread after each change."""
        self._follower = follower
        self._changed = changed
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="entries", daemon=True)

    def __enter__(self) -> "FollowingThread":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        self._follower.close()

    def _run(self) -> None:
        while not self._ends.wait(LOOK):
            if self._follower.look():
                self._changed()


def _check(event: EntryEvent) -> None:
    """Check the types and the forms of an event.

    Raises:
        ValueError: if one is wrong.
    """
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _NAMES:
            is_sound = isinstance(value, str) and (not value or NAME.fullmatch(value))
        elif field.name == "opponents":
            is_sound = all(isinstance(one, str) and NAME.fullmatch(one) for one in value)
        elif field.name in _NUMBERS:
            is_sound = type(value) is int and 0 <= value < _MOST_NUMBER
        elif field.name in _LARGE:
            is_sound = type(value) is int and 0 <= value < _MOST_LARGE
        elif field.name in _DIGESTS:
            is_sound = isinstance(value, str) and _HEX.fullmatch(value)
        else:
            is_sound = isinstance(value, bool) or len(value) <= _MOST_TEXT
        if not is_sound:
            raise ValueError(field.name)
