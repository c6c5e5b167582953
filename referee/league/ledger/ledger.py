"""The ledger of a league: an index of its journal and its records.

Theory of operation. The source of truth is the records folder. It has the journal (plan, roster,
commands, the beginning and the seal of each attempt) and one sealed record for each attempt with an
outcome. The database answers questions about both, and can be rebuilt from them.

A change is made in this order, and each step is durable before the next one begins:

1. a record is sealed on disk; its digest follows in the journal. Other events begin in the journal;
2. one transaction applies the events to the tables, ingests the record, and stores the position of
   the journal up to which the tables have its events.

So after a kill or a loss of power the database may be behind, but never ahead:

- killed before the journal has the event: nothing happened. Half a line is removed by the next
  writer. A sealed record without a digest in the journal is found by name, and ingested;
- killed between both: the stored position is before the event, and opening the ledger applies it;
- killed within the transaction: the database rolls it back, position included.

An event is applied once, because tables and position change in the same transaction. Several
processes may write. The lock of the journal orders its lines; each process applies all lines after
the stored position, its own and those of others, and skips those that another process has applied
meanwhile (`_apply`). `catch_up` returns the events of others to the runner, once.

A result counts once, because `settlement` chooses the counting attempt from the rows of the match
alone, whatever the order of events. Only one process runs the league: it holds a lock in the
folder, and one in a database on a server. If that database goes away, `resume` takes the lock
again, and brings the tables up to the journal, before any other statement.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, text

from referee.error import DataError, TianmingError, UnavailableError
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import update
from referee.league.ledger.agreement import Agreement, LeftOut, foreign_error
from referee.league.ledger.chained_journal import PATIENCE, JournalPosition
from referee.league.ledger.database import connect, is_away, is_locked, locked
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import JournalEvent, Opened
from referee.league.ledger.ledger_queries import LedgerQueries
from referee.league.ledger.outage import WhenAway, awaited, patient
from referee.league.ledger.renaming import present_header, present_names
from referee.league.ledger.restatement import position_of
from referee.league.ledger.round_ratings import add_round_ratings, is_missing
from referee.league.ledger.run_lock import LOCK, held
from referee.league.ledger.schema import season
from referee.league.ledger.season_check import LEAGUE, check_begun, check_names, make_folder
from referee.league.ledger.summaries import add_summaries, missing_summaries
from referee.league.lock import Patience, is_claimed

_GAME = select(season.c.value).where(season.c.name == "game")
_JOURNAL = select(season.c.value).where(season.c.name == "journal")
_FORGET_JOURNAL = delete(season).where(season.c.name == "journal")


class JournalUse(Enum):
    """How a ledger uses its journal."""

    WRITE = "write"
    """Apply its events, and write others into it."""
    READ = "read"
    """Only apply its events; the journal cannot be written."""
    NONE = "none"
    """Ignore it, because it is damaged."""


class Ledger(LedgerQueries):
    """The ledger of one league. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        address: str,
        folder: Path,
        league: str,
        begin: bool = False,
        to_rebuild: bool = False,
        game: str = "",
        variants: Sequence[Mapping[str, str]] = (),
        use: JournalUse = JournalUse.WRITE,
        by_version: bool = True,
    ) -> None:
        """Open a ledger, and apply the events that its journal has and the database lacks.

        Args:
            address: URL of the database.
            folder: the folder with the records and the journal.
            league: name of the league.
            begin: whether to begin the season if it has not begun.
            to_rebuild: whether to accept any content, because `rebuild` replaces it.
            game: the game of the league; empty for any.
            variants: the variants of the plan, each a set of game options.
            use: how the journal is used.
            by_version: whether each version of a bot is rated separately.

        Raises:
            UsageError: when the URL names no supported database.
            UnavailableError: when the database cannot be reached.
            StorageError: when the folder or the database cannot be written.
            DataError: when the season has not begun, or belongs to another league or is of
                another game, or the database is damaged.
        """
        self.folder = folder
        self.league = league
        self._game = game
        self._agreement = Agreement(game, variants)
        self._by_version = by_version
        path = folder / NAME
        if use is not JournalUse.NONE:
            check_begun(address, path, league, begin, to_rebuild)
        if begin:
            make_folder(folder)
        self.patience = Patience(PATIENCE)
        super().__init__(connect(address, self.patience))
        self._writing = self._engine.execution_options(write=True)
        self._unread: list[JournalEvent] = []
        self._lock_again: Callable[[], None] = lambda: None
        with self._engine.begin() as connection:
            position = position_of(connection.scalar(_JOURNAL))
        self._path = path
        if use is JournalUse.NONE:
            path, position = Path(os.devnull), JournalPosition()
        self._journal = Journal(path, position, self.patience, use is not JournalUse.WRITE)
        if not to_rebuild:
            self._bring_up_to_date(begin)

    def _bring_up_to_date(self, begin: bool) -> None:
        try:
            self._journal.check()
            self.catch_up()
            self._begin(begin)
            self._complete_upgrade()
        except TianmingError:
            self.close()
            raise

    @classmethod
    def of(
        cls,
        settings: LeagueSettings,
        begin: bool = False,
        to_rebuild: bool = False,
        when_away: WhenAway | None = None,
    ) -> "Ledger":
        """Open the ledger of a league; see `__init__`.

        If a database on a server does not answer, call `when_away`, and wait as during a run.
        If `when_away` is None, fail at once.
        """
        address = settings.ledger_url
        opening = partial(
            cls,
            address,
            settings.records,
            settings.name,
            begin,
            to_rebuild,
            game=settings.game,
            variants=settings.variants,
            by_version=settings.rating.by_version,
        )
        if when_away is None:
            return opening()
        return awaited(opening, when_away, lambda: is_away(address))

    def _begin(self, begin: bool) -> None:
        with self._engine.begin() as connection:
            name, game = connection.scalar(LEAGUE), connection.scalar(_GAME)
        if name is None and begin:
            self.write(Opened(self.league, self._game))
        else:
            check_names(self._path, (name, game), (self.league, self._game))

    def _complete_upgrade(self) -> None:
        """After an upgrade of the tables, compute the data that the earlier version lacked."""
        with self._engine.begin() as connection:
            names = missing_summaries(connection)
            is_unrated = is_missing(connection)
        if names:
            with self._transaction() as connection:
                add_summaries(connection, self.folder, names)
        if is_unrated:
            self.rate_rounds()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the journal and the database."""
        self._journal.close()
        self._engine.dispose()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Hold the lock of the process that runs the league.

        Raises:
            StorageError: when another process or machine runs the league.
        """
        with held(self.folder, self.league), self.held_elsewhere():
            yield

    @contextlib.contextmanager
    def held_elsewhere(self) -> Iterator[None]:
        """Hold the lock that keeps other machines from running the league.

        Raises:
            StorageError: when another machine runs the league.
        """
        with locked(self._engine) as self._lock_again:
            yield

    def resume(self) -> None:
        """Bring the database up to the journal after it was away, and take its lock again.

        Raises:
            UnavailableError: when it is still away.
            StorageError: when another machine runs the league by now.
        """
        self._lock_again()
        before = self._journal.position
        try:
            with self._transaction() as connection:
                position = position_of(connection.scalar(_JOURNAL))
                if position.lines >= before.lines:
                    return
                self._journal.position = position
                events = self._journal.catch_up()
                update.apply(connection, events)
                _set_position(connection, self._journal.position)
        except UnavailableError:
            self._journal.position = before
            raise
        self._unread += events[before.lines - position.lines :]

    def is_running(self) -> bool:
        """Whether a process runs the league, here or on another machine with the same database."""
        return is_claimed(self.folder / LOCK) or is_locked(self._engine)

    # -- writing

    def write(self, *events: JournalEvent) -> None:
        """Write events durably into the journal, then into the database.

        Raises:
            StorageError: when the disk cannot be written.
        """
        before = self._journal.position
        new = self._journal.append(events)
        self._take(before, new)
        self._unread += new[: len(new) - len(events)]

    def write_next(self, *events: JournalEvent) -> bool:
        """Write events as `write` does, unless other processes wrote any since the last call.

        Returns:
            Whether the events were written; if not, those of the others are applied.
        """
        before = self._journal.position
        new = self._journal.append(events, only_next=True)
        self._take(before, new)
        is_written = new[-1] is events[-1]
        self._unread += [] if is_written else new
        return is_written

    def catch_up(self) -> list[JournalEvent]:
        """Apply new events of the journal to the database.

        Returns:
            The events that other processes wrote since the last call.
        """
        before = self._journal.position
        new = self._journal.catch_up()
        if new:
            self._take(before, new)
        received, self._unread = [*self._unread, *new], []
        return received

    def events_after(self, position: JournalPosition) -> tuple[list[JournalEvent], JournalPosition]:
        """Return all events after a position of the journal, and the position of the last one."""
        return self._journal.after(position)

    @patient
    def seal(self, sealed: Sequence[FinishedMatch]) -> LeftOut:
        """Ingest sealed records that are on disk; return those that were rejected.

        The digests of their seals are durable in the journal before the database has them.

        Raises:
            StorageError: if the disk cannot be written.
        """
        with self._transaction() as connection:
            return self._seal(connection, sealed)

    @patient
    def rate_rounds(self) -> None:
        """Compute and store the ratings after finished rounds that have none yet.

        Raises:
            StorageError: if the disk cannot be written.
        """
        with self._transaction() as connection:
            add_round_ratings(connection, self._by_version)

    @patient
    def violation(self, finished: FinishedMatch) -> DataError | None:
        """Return why a record does not belong to its attempt.

        None if it may belong to it, or if the match is not planned.

        Raises:
            UsageError: if the game is not installed or refuses the planned options.
        """
        with self._engine.begin() as connection:
            name = AttemptName.parse(finished.match_id)
            planned = update.planned_attempts(connection, [name]).get(name)
            header = present_header(finished.header, present_names(connection))
        if planned is None:
            return None
        return self._agreement.violation(planned, header, finished.digest)

    @patient
    def seed(self, name: AttemptName) -> bytes | None:
        """Return the seed of an attempt, 32 bytes; None if the journal does not have it."""
        with self._engine.begin() as connection:
            planned = update.planned_attempts(connection, [name]).get(name)
        return None if planned is None else planned.seed

    def rebuild(self, sealed: Iterable[FinishedMatch]) -> list[FinishedMatch]:
        """Rebuild the database from the journal and these records.

        If the iteration over the records raises an error, the database does not change.

        Returns:
            The records of matches that were never planned.

        Raises:
            DataError: when the journal is damaged, the journal or the ledger belongs to another
                league, or a record does not belong to its match.
        """
        self._journal.position = JournalPosition()
        with self._transaction() as connection:
            wanted = self.league, self._game
            check_names(self._path, (connection.scalar(LEAGUE) or self.league, None), wanted)
            update.clear(connection)
            update.apply(connection, self._journal.catch_up())
            found = connection.scalar(LEAGUE), connection.scalar(_GAME)
            check_names(self._path, found, wanted)
            _set_position(connection, self._journal.position)
            strays, foreign = self._seal(connection, sealed)
            if foreign:
                raise foreign_error(foreign, self.folder)
            add_round_ratings(connection, self._by_version)
            return strays

    # -- inside

    @patient
    def _take(self, before: JournalPosition, events: Sequence[JournalEvent]) -> None:
        """Apply the events after a position, except those that another process has applied."""
        with self._transaction() as connection:
            self._apply(connection, before, events)

    def _apply(
        self, connection: Connection, before: JournalPosition, events: Sequence[JournalEvent]
    ) -> None:
        done = position_of(connection.scalar(_JOURNAL)).lines - before.lines
        update.apply(connection, events[done:])
        if done < len(events):
            _set_position(connection, self._journal.position)

    def _seal(self, connection: Connection, sealed: Iterable[FinishedMatch]) -> LeftOut:
        """Ingest records, and write their digests into the journal before."""

        def keep(events: Sequence[JournalEvent]) -> None:
            if events:
                before = self._journal.position
                new = self._journal.append(events)
                self._apply(connection, before, new)
                self._unread += new[: len(new) - len(events)]

        return update.seal(connection, sealed, self._agreement, keep)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Open an atomic transaction that excludes all other writers."""
        with self._writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("LOCK TABLE season IN EXCLUSIVE MODE"))
            yield connection


def _set_position(connection: Connection, position: JournalPosition) -> None:
    value = f"{position.lines} {position.offset} {position.digest.hex()}"
    connection.execute(_FORGET_JOURNAL)
    connection.execute(insert(season), {"name": "journal", "value": value})
