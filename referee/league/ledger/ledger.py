"""The ledger of a league: an index of its journal and its records.

The source of truth is the records folder: the journal, and one sealed record for each attempt at a
match. An event is durable in the journal, and a result in its record, before the ledger has it. So
after a kill or a loss of power the ledger may be behind, but never ahead. Opening it and ingesting
the records brings it up to date.
"""

import contextlib
import glob
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
)

from referee.error import DataError, StorageError, TianmingError, UnavailableError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger import tally, update
from referee.league.ledger.agreement import Agreement, LeftOut, foreign_error
from referee.league.ledger.database import connect, is_locked, locked, read_if_sound
from referee.league.ledger.journal import NAME, PATIENCE, Journal, JournalPosition
from referee.league.ledger.journal_event import JournalEvent, Opened
from referee.league.ledger.outage import default_patience, patient
from referee.league.ledger.restatement import position_of
from referee.league.ledger.round_ratings import add_round_ratings, is_missing
from referee.league.ledger.schema import (
    COUNTING,
    attempt,
    bot,
    metadata,
    pairing,
    rating,
    result,
    round_,
    season,
)
from referee.league.ledger.summaries import add_summaries, missing_summaries
from referee.league.ledger.tally import RoundTally
from referee.league.lock import Patience, claimed, is_claimed
from referee.league.pairing import MatchResult, Pairing
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.record.folder import SUFFIX
from referee.runtime_folder import path_claimed
from referee.sentence.league import LeagueSentence

T = TypeVar("T")

LOCK = ".league.lock"
"""The name of the lock file, in the records folder. The process that runs the league locks it."""

_PATIENCE = 0.2
"""Seconds to wait for the lock. A process that only tests the lock holds it very briefly."""

_LEAGUE = select(season.c.value).where(season.c.name == "league")
_GAME = select(season.c.value).where(season.c.name == "game")
_JOURNAL = select(season.c.value).where(season.c.name == "journal")
_FORGET_JOURNAL = delete(season).where(season.c.name == "journal")


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot of the league. Exactly one of `command`, `token` and `address` is set.

    Attributes:
        name: its name.
        command: the command that starts a local bot.
        token: the SHA-256 of a network bot's token, in hexadecimal.
        benched: why the bot is benched; None if it plays.
        address: the address at which the bot listens.
        token_env: the environment variable with the token that a listening bot expects.
        version: its version in the latest finished match; None if unknown.
        until_connected: whether a benched bot plays again as soon as it connects.
    """

    name: BotName
    command: str | None
    token: str | None
    benched: str | None
    address: str | None = None
    token_env: str | None = None
    version: str | None = None
    until_connected: bool = False


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A planned match and its attempts so far.

    Attributes:
        pairing: the plan.
        from_attempt: the first attempt whose result settles the match.
        begun: the number of the latest attempt; 0 for none.
        counting: the attempt that counts; None if none does.
        void: why the match counts for no bot; None if it is not void.
    """

    pairing: Pairing
    from_attempt: int
    begun: int
    counting: int | None
    void: str | None

    @property
    def is_settled(self) -> bool:
        """Whether the match needs no further attempt."""
        has_result = self.counting is not None and self.counting >= self.from_attempt
        return has_result or self.void is not None

    @property
    def next_attempt(self) -> int:
        """The number of the next attempt to start."""
        return max(self.from_attempt, self.begun + 1)


class JournalUse(Enum):
    """How a ledger uses its journal."""

    WRITE = "write"
    """Apply its events, and write others into it."""
    READ = "read"
    """Only apply its events; the journal cannot be written."""
    NONE = "none"
    """Ignore it, because it is damaged."""


class Ledger:
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
            _check_begun(address, path, league, begin, to_rebuild)
        if begin:
            _make_folder(folder)
        self.patience = Patience(PATIENCE)
        self._engine = connect(address, self.patience)
        self._writing = self._engine.execution_options(write=True)
        self._unread: list[JournalEvent] = []
        self._lock_again: Callable[[], None] = lambda: None
        self.outage = default_patience()
        """How long to wait for a database on a server that is away."""
        self.when_away: Callable[[UnavailableError, float], None] = lambda error, seconds: None
        """Called when such a wait begins."""
        with self._engine.begin() as connection:
            position = position_of(connection.scalar(_JOURNAL))
        self._path = path
        if use is JournalUse.NONE:
            path, position = Path(os.devnull), JournalPosition()
        self._journal = Journal(path, position, self.patience, use is not JournalUse.WRITE)
        if to_rebuild:
            return
        try:
            self._journal.check()
            self.catch_up()
            self._begin(begin)
            self._complete_upgrade()
        except TianmingError:
            self.close()
            raise

    def _begin(self, begin: bool) -> None:
        with self._engine.begin() as connection:
            name, game = connection.scalar(_LEAGUE), connection.scalar(_GAME)
        if name is None and begin:
            self.write(Opened(self.league, self._game))
        else:
            self._check(name, game)

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

    def _check(self, name: str | None, game: str | None) -> None:
        if name is None:
            raise DataError(LeagueSentence.EMPTY_JOURNAL, journal=self._path, league=self.league)
        if name != self.league:
            raise DataError(
                LeagueSentence.OTHER_LEAGUE,
                journal=self._path,
                found=name,
                league=self.league,
            )
        if game and self._game and game != self._game:
            raise DataError(LeagueSentence.OTHER_GAME, league=name, found=game, game=self._game)

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

    def held_elsewhere(self) -> AbstractContextManager[None]:
        """Hold the lock that keeps other machines from running the league.

        Raises:
            StorageError: when another machine runs the league.
        """
        return self._held_elsewhere()

    @contextlib.contextmanager
    def _held_elsewhere(self) -> Iterator[None]:
        with locked(self._engine) as self._lock_again:
            yield

    @property
    def can_wait(self) -> bool:
        """Whether the database is on a server, which may be away for a while."""
        return self._engine.dialect.name == "postgresql"

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
        if planned is None:
            return None
        return self._agreement.violation(planned, finished.header, finished.digest)

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
            self._check(connection.scalar(_LEAGUE) or self.league, None)
            update.clear(connection)
            update.apply(connection, self._journal.catch_up())
            self._check(connection.scalar(_LEAGUE), connection.scalar(_GAME))
            _set_position(connection, self._journal.position)
            strays, foreign = self._seal(connection, sealed)
            if foreign:
                raise foreign_error(foreign, self.folder)
            add_round_ratings(connection, self._by_version)
            return strays

    # -- queries

    @patient
    def bots(self) -> list[ListedBot]:
        """Return every bot that was ever listed, sorted by name."""
        with self._engine.begin() as connection:
            return listed_bots(connection)

    @patient
    def last_round(self) -> int:
        """Return the number of the last planned round; 0 if there is none."""
        with self._engine.begin() as connection:
            return connection.scalar(select(func.max(round_.c.number))) or 0

    @patient
    def entrants(self) -> tuple[BotName, ...]:
        """Return the roster of the first round; empty if that is not planned yet."""
        with self._engine.begin() as connection:
            listed = connection.scalar(select(round_.c.bots).where(round_.c.number == 1))
            return _bots(listed or "[]")

    @patient
    def last_set(self) -> int:
        """Return the number of the last planned set; 0 if there is none."""
        with self._engine.begin() as connection:
            return connection.scalar(select(func.max(pairing.c.set_number))) or 0

    @patient
    def rounds(self) -> list[RoundTally]:
        """Return the match counts of every planned round."""
        with self._engine.begin() as connection:
            return tally.rounds(connection)

    @patient
    def void_reasons(self) -> dict[str, int]:
        """Return the number of void matches by reason, the most frequent reason first."""
        with self._engine.begin() as connection:
            return tally.void_reasons(connection)

    @patient
    def planned(self, number: int) -> int:
        """Return how many matches of a round are not void."""
        with self._engine.begin() as connection:
            which = and_(pairing.c.round == number, pairing.c.void.is_(None))
            return connection.scalar(select(func.count()).select_from(pairing).where(which)) or 0

    def has_result(self, number: int) -> bool:
        """Whether any match of a round has a result."""
        return any(one.played for one in self.rounds() if one.round == number)

    def open_matches(self) -> list[PlannedMatch]:
        """Return the matches that need another attempt, in planned order."""
        is_new = result.c.attempt >= pairing.c.from_attempt
        return self._matches(pairing.c.void.is_(None), or_(result.c.match_id.is_(None), ~is_new))

    def round_matches(self, number: int | None = None) -> list[PlannedMatch]:
        """Return the matches of a round, or of all rounds, in planned order."""
        return self._matches(*() if number is None else (pairing.c.round == number,))

    def find(self, match_id: MatchId) -> PlannedMatch | None:
        """Return a planned match; None if there is none with this name."""
        return next(iter(self._matches(pairing.c.match_id == match_id)), None)

    @patient
    def results(self) -> list[MatchResult]:
        """Return every match that counts, in planned order."""
        statement = (
            select(
                pairing.c.match_id,
                pairing.c.round,
                pairing.c.set_number,
                pairing.c.bots,
                pairing.c.seed,
                pairing.c.variant,
                attempt.c.termination,
                attempt.c.seats,
                attempt.c.reason,
                attempt.c.digest,
            )
            .select_from(COUNTING)
            .order_by(pairing.c.round, pairing.c.position)
        )
        with self._engine.begin() as connection:
            return [
                MatchResult(
                    Pairing(match_id, number, set_number, _bots(bots), seed, variant),
                    Outcome(Termination(termination), _seats(seats), reason),
                    digest,
                )
                for (
                    match_id,
                    number,
                    set_number,
                    bots,
                    seed,
                    variant,
                    termination,
                    seats,
                    reason,
                    digest,
                ) in connection.execute(statement)
            ]

    @patient
    def read(self, question: Callable[[Connection], T]) -> T:
        """Return the answer to a question about the tables, within one transaction."""
        with self._engine.begin() as connection:
            return question(connection)

    @patient
    def lineups(self) -> list[tuple[str, ...]]:
        """Return the bots of every match that counts, by seat."""
        with self._engine.begin() as connection:
            rows = connection.scalars(select(pairing.c.bots).select_from(COUNTING))
            return [_bots(bots) for bots in rows]

    @patient
    def known_records(self) -> set[AttemptName]:
        """Return the attempts whose sealed records were ingested."""
        endings = (Ending.SEALED.value, Ending.VOID.value)
        statement = select(attempt.c.match_id, attempt.c.number).where(
            attempt.c.ending.in_(endings)
        )
        with self._engine.begin() as connection:
            return {AttemptName(*row) for row in connection.execute(statement)}

    @patient
    def open_attempts(self) -> list[AttemptName]:
        """Return the attempts that have not ended, sorted by match name and number."""
        statement = (
            select(attempt.c.match_id, attempt.c.number)
            .where(attempt.c.ending == Ending.OPEN.value)
            .order_by(attempt.c.match_id, attempt.c.number)
        )
        with self._engine.begin() as connection:
            return [AttemptName(*row) for row in connection.execute(statement)]

    @patient
    def _matches(self, *conditions: ColumnElement[bool]) -> list[PlannedMatch]:
        """Return the planned matches that meet all conditions, in planned order."""
        begun = (
            select(func.max(attempt.c.number))
            .where(attempt.c.match_id == pairing.c.match_id)
            .scalar_subquery()
        )
        statement = (
            select(
                pairing, func.coalesce(begun, 0).label("begun"), result.c.attempt.label("counting")
            )
            .outerjoin(result, result.c.match_id == pairing.c.match_id)
            .where(*conditions)
            .order_by(pairing.c.round, pairing.c.position)
        )
        with self._engine.begin() as connection:
            return [
                PlannedMatch(_pairing(row), row.from_attempt, row.begun, row.counting, row.void)
                for row in connection.execute(statement)
            ]

    def dump(self) -> Iterator[str]:
        """Yield every row as a line of JSON, sorted by table and primary key.

        Ratings are omitted: they follow from the other rows, and their last digits depend on the
        processor.
        """
        with self._engine.begin() as connection:
            for one in metadata.sorted_tables:
                if one is rating:
                    continue
                keys = list(one.primary_key.columns)
                for row in connection.execute(select(one).order_by(*keys)):
                    values = [v.hex() if isinstance(v, bytes) else v for v in row]
                    yield json.dumps([one.name, *values])

    def digest(self) -> str:
        """Return a digest of all lines of `dump`, in hexadecimal; equal for equal ledgers."""
        total = blake2b(digest_size=16)
        for line in sorted(self.dump()):
            total.update(line.encode() + b"\n")
        return total.hexdigest()

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


def listed_bots(connection: Connection) -> list[ListedBot]:
    """Return every bot that was ever listed, sorted by name."""
    return [ListedBot(*row) for row in connection.execute(select(bot).order_by(bot.c.name))]


@contextlib.contextmanager
def held(folder: Path, league: str) -> Iterator[None]:
    """Hold the lock that keeps other processes of this machine from running a league.

    Raises:
        StorageError: when another process runs the league.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(claimed(folder / LOCK, _PATIENCE))
            stack.enter_context(path_claimed(folder))
        except BlockingIOError:
            raise StorageError(LeagueSentence.RUN_BY_PROCESS, league=league) from None
        yield


def _check_begun(address: str, path: Path, league: str, begin: bool, to_rebuild: bool) -> None:
    """Check that an empty or missing journal is not all that is missing of a season.

    Raises:
        DataError: if the season has begun but its journal is lost, or it has not begun.
    """
    if path.exists() and path.stat().st_size:
        return
    if not to_rebuild and _has_begun(address, path.parent, league):
        raise DataError(LeagueSentence.JOURNAL_MISSING, path=path, league=league)
    if not begin and not path.exists():
        raise DataError(LeagueSentence.NOT_BEGUN, journal=path, league=league)


def _has_begun(address: str, folder: Path, league: str) -> bool:
    """Whether the ledger or a record knows of the season of a league."""
    if any(folder.glob(f"{glob.escape(league)}-r[0-9]*{SUFFIX}*")):
        return True
    with read_if_sound(address) as connection:
        return connection is not None and connection.scalar(_LEAGUE) == league


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            LeagueSentence.FOLDER_NOT_MADE, folder=folder, why=error.strerror
        ) from None


def _set_position(connection: Connection, position: JournalPosition) -> None:
    value = f"{position.lines} {position.offset} {position.digest.hex()}"
    connection.execute(_FORGET_JOURNAL)
    connection.execute(insert(season), {"name": "journal", "value": value})


def _pairing(row: Any) -> Pairing:
    return Pairing(
        row.match_id, row.round, row.set_number, _bots(row.bots), bytes(row.seed), row.variant
    )


@lru_cache(1 << 16)
def _bots(text: str) -> tuple[BotName, ...]:
    return tuple(json.loads(text))


@lru_cache(1 << 16)
def _seats(text: str) -> tuple[SeatResult, ...]:
    return tuple([_seat(*seat) for seat in json.loads(text)])


@lru_cache(1 << 16)
def _seat(place: int, score: int, strikes: int, forfeited: int) -> SeatResult:
    return SeatResult(place, score, strikes, bool(forfeited))
