"""The entries of a league for the organiser's commands, which need no running server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.entry.entry_book import EntryBook
    from referee.entry.entry_store import EntryStore
    from referee.league.configuration.settings import LeagueSettings


@contextmanager
def entry_store(settings: LeagueSettings) -> Iterator[EntryStore]:
    """Open the store of a league's entries, to write its journal.

    Raises:
        DataError: if the journal is damaged.
        StorageError: if the store cannot be opened.
    """
    from referee.entry.entry_store import EntryStore

    with closing(EntryStore(settings.folder / settings.entry.store)) as store:
        yield store


def entry_book(settings: LeagueSettings) -> EntryBook:
    """Read the entries of a league; without a journal, there are none.

    Raises:
        DataError: if the journal is damaged.
        StorageError: if it cannot be read.
    """
    from referee.entry.entry_book import EntryBook
    from referee.entry.entry_event import EntryJournal
    from referee.entry.entry_store import JOURNAL
    from referee.league.ledger.chained_journal import JournalPosition

    book, path = EntryBook(), settings.folder / settings.entry.store / JOURNAL
    if path.exists():
        with closing(EntryJournal(path, JournalPosition(), to_read=True)) as journal:
            for event in journal.catch_up():
                book.apply(event)
    return book


def join_address(settings: LeagueSettings) -> str:
    """Return the address with which owners join.

    Raises:
        UsageError: if nobody can join, or the address of the listener is none for others.
    """
    from referee.server.address import is_wildcard

    entry = settings.entry
    if not entry.listen:
        raise UsageError(CommandSentence.ENTRIES_ARE_OFF, league=settings.name)
    if entry.address:
        return entry.address
    if entry.listen.startswith("unix:"):
        return entry.listen
    host, _, port = entry.listen.rpartition(":")
    if not host or port == "0" or is_wildcard(host):
        raise UsageError(CommandSentence.ENTRIES_WITHOUT_ADDRESS, listen=entry.listen)
    return f"{'https' if entry.certificate else 'http'}://{host}:{port}"


def time_text(seconds: int | None) -> str | None:
    """Return a time since 1970 as text in UTC; None for 0 and None."""
    from datetime import UTC, datetime

    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}" if seconds else None
