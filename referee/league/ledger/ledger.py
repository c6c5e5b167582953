"""The ledger of a league: an index of its journal and its records.

What is true stands in the folder of the records: one sealed file for each attempt at a
match, and the journal. An event is on disk in the journal, and a result in its record,
before it is in the ledger; so whatever is killed when, and also where power is lost, the
ledger is at most behind, and opening it and taking the records in brings it up.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

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

from referee.error import DataError, StorageError, TianmingError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName, Ending
from referee.league.ledger import tally, update
from referee.league.ledger.agreement import Agreement, LeftOut, foreign_error
from referee.league.ledger.database import connect, is_locked, locked
from referee.league.ledger.journal import NAME, PATIENCE, Journal, JournalPosition
from referee.league.ledger.journal_event import JournalEvent, Opened
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
from referee.league.ledger.tally import RoundTally, VoidAttempt
from referee.league.lock import Patience, claimed, is_claimed
from referee.league.pairing import MatchResult, Pairing
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.runtime_folder import path_claimed
from referee.sentence.league import LeagueSentence

LOCK = ".league.lock"
"""The file that whoever runs the league has locked, in the folder of the records."""

_PATIENCE = 0.2
"""Seconds in which whoever only looks whether the league is run has looked."""

_LEAGUE = select(season.c.value).where(season.c.name == "league")
_GAME = select(season.c.value).where(season.c.name == "game")
_JOURNAL = select(season.c.value).where(season.c.name == "journal")
_FORGET_JOURNAL = delete(season).where(season.c.name == "journal")


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot of the league: it has a `command`, a `token`, or an `address` where it listens.

    `benched` is why it starts no more matches; None for one that plays. `until_connected` is
    whether it plays again as soon as it connects. `version` is the one that finished a match
    last; None if it is not known.
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
        from_attempt: the first attempt whose result is wanted.
        begun: the number of the last attempt; 0 for none.
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
        """Whether it needs no more attempt."""
        has_result = self.counting is not None and self.counting >= self.from_attempt
        return has_result or self.void is not None

    @property
    def next_attempt(self) -> int:
        """The number of the attempt to begin."""
        return max(self.from_attempt, self.begun + 1)


class Ledger:
    """One league's ledger. Use `with`, or `close` it."""

    def __init__(
        self,
        address: str,
        folder: Path,
        league: str,
        begin: bool = False,
        to_rebuild: bool = False,
        game: str = "",
        variants: Sequence[Mapping[str, str]] = (),
    ) -> None:
        """Open it, and bring it up to its journal.

        Args:
            address: URL of the database.
            folder: where the records and the journal are.
            league: name of the league.
            begin: whether to begin the season if nobody has.
            to_rebuild: whether to open any ledger, because `rebuild` replaces it; a damaged file is
            renamed.
            game: what the league plays; empty for any.
            variants: the sets of game options of the plan.

        Raises:
            UsageError, UnavailableError: when there is no such database.
            StorageError: when the folder or the database cannot be written.
            DataError: when the season has not begun, or belongs to another league or is of
                another game, or the database is damaged.
        """
        self.folder = folder
        self.league = league
        self._game = game
        self._agreement = Agreement(game, variants)
        path = folder / NAME
        if not begin and not path.exists():
            raise DataError(LeagueSentence.NOT_BEGUN, journal=path, league=league)
        if begin:
            _make_folder(folder)
        self.patience = Patience(PATIENCE)
        self._engine = connect(address, to_rebuild, self.patience)
        self._writing = self._engine.execution_options(write=True)
        with self._engine.begin() as connection:
            position = _position(connection)
        self._journal = Journal(path, position, self.patience)
        self._unread: list[JournalEvent] = []
        if to_rebuild:
            return
        try:
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
        """Find out what the earlier version of an upgraded ledger did not keep."""
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
            raise DataError(
                LeagueSentence.EMPTY_JOURNAL, journal=self._journal.path, league=self.league
            )
        if name != self.league:
            raise DataError(
                LeagueSentence.OTHER_LEAGUE,
                journal=self._journal.path,
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
        """Let go of the files."""
        self._journal.close()
        self._engine.dispose()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Be the one that runs the league.

        Raises:
            StorageError: when another one does.
        """
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(claimed(self.folder / LOCK, _PATIENCE))
                stack.enter_context(path_claimed(self.folder))
            except BlockingIOError:
                raise StorageError(LeagueSentence.RUN_BY_PROCESS, league=self.league) from None
            stack.enter_context(locked(self._engine))
            yield

    def is_running(self) -> bool:
        """Whether somebody runs the league: on this machine or, by its database, on another."""
        return is_claimed(self.folder / LOCK) or is_locked(self._engine)

    # -- what happens

    def write(self, *events: JournalEvent) -> None:
        """Write events down, first in the journal, on disk, and then here.

        Raises:
            StorageError: when the disk does not take them.
        """
        before = self._journal.position
        new = self._journal.append(events)
        self._take(before, new)
        self._unread += new[: len(new) - len(events)]

    def catch_up(self) -> list[JournalEvent]:
        """Take in what other processes have written; gives all that came since the last time."""
        before = self._journal.position
        new = self._journal.catch_up()
        if new:
            self._take(before, new)
        received, self._unread = [*self._unread, *new], []
        return received

    def seal(self, sealed: Sequence[FinishedMatch]) -> LeftOut:
        """Take records in that are sealed and on disk; return those that it does not take.

        The journal keeps the digests of their seals, on disk, before the ledger has them.

        Raises:
            StorageError: if the disk does not take them.
        """
        with self._transaction() as connection:
            return self._seal(connection, sealed)

    def rate_rounds(self) -> None:
        """Keep the ratings after each round that is over, as far as they are not kept yet.

        Raises:
            StorageError: if the disk does not take them.
        """
        with self._transaction() as connection:
            add_round_ratings(connection)

    def violation(self, finished: FinishedMatch) -> DataError | None:
        """Return why a record is not that of its attempt; None if it may be, or nobody planned it.

        Raises:
            UsageError: if the game is not installed or refuses the planned options.
        """
        with self._engine.begin() as connection:
            name = AttemptName.parse(finished.match_id)
            planned = update.planned_attempts(connection, [name]).get(name)
        if planned is None:
            return None
        return self._agreement.violation(planned, finished.header, finished.digest)

    def seed(self, name: AttemptName) -> bytes | None:
        """Return the seed of an attempt at a planned match; None if the journal has none."""
        with self._engine.begin() as connection:
            planned = update.planned_attempts(connection, [name]).get(name)
        return None if planned is None else planned.seed

    def rebuild(self, sealed: Iterable[FinishedMatch]) -> list[FinishedMatch]:
        """Rebuild everything from the journal and these records; return the unplanned ones.

        Where giving the records fails, nothing is changed.

        Raises:
            DataError: when the journal is damaged, or it or the ledger is that of another
                league, or a record is not that of its match.
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
            add_round_ratings(connection)
            return strays

    # -- what can be asked

    def bots(self) -> list[ListedBot]:
        """Every bot that was ever listed, by name."""
        with self._engine.begin() as connection:
            rows = connection.execute(select(bot).order_by(bot.c.name))
            return [ListedBot(*row) for row in rows]

    def last_round(self) -> int:
        """The number of the last round that was planned; 0 for none."""
        with self._engine.begin() as connection:
            return connection.scalar(select(func.max(round_.c.number))) or 0

    def entrants(self) -> tuple[BotName, ...]:
        """The roster of the first round; empty before that is planned."""
        with self._engine.begin() as connection:
            listed = connection.scalar(select(round_.c.bots).where(round_.c.number == 1))
            return _bots(listed or "[]")

    def last_set(self) -> int:
        """The number of the last set that was planned; 0 for none."""
        with self._engine.begin() as connection:
            return connection.scalar(select(func.max(pairing.c.set_number))) or 0

    def rounds(self) -> list[RoundTally]:
        """Every round that was planned, with how far it is."""
        with self._engine.begin() as connection:
            return tally.rounds(connection)

    def void_reasons(self) -> dict[str, int]:
        """Why matches were voided, with how many were; the most frequent reason first."""
        with self._engine.begin() as connection:
            return tally.void_reasons(connection)

    def planned(self, number: int) -> int:
        """How many matches of a round are to count."""
        with self._engine.begin() as connection:
            which = and_(pairing.c.round == number, pairing.c.void.is_(None))
            return connection.scalar(select(func.count()).select_from(pairing).where(which)) or 0

    def open_matches(self) -> list[PlannedMatch]:
        """The matches that need another attempt, in the order of play."""
        is_new = result.c.attempt >= pairing.c.from_attempt
        return self._matches(pairing.c.void.is_(None), or_(result.c.match_id.is_(None), ~is_new))

    def round_matches(self, number: int | None = None) -> list[PlannedMatch]:
        """The matches of a round, or of all rounds, in the order of play."""
        return self._matches(*() if number is None else (pairing.c.round == number,))

    def find(self, match_id: MatchId) -> PlannedMatch | None:
        """A planned match, whether it has a result or not; None when there is none."""
        return next(iter(self._matches(pairing.c.match_id == match_id)), None)

    def results(self) -> list[MatchResult]:
        """Every match that counts, in the order of the plan."""
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

    def played(self) -> Sequence[tuple[str, int, int, str, str, str | None]]:
        """Every match that counts, as it stands in the tables, for sums over a season.

        Each is the name of the match, the number of the attempt, that of the set, and its
        bots, seats and versions as lists in JSON; None for versions that nobody knows.
        """
        statement = select(
            result.c.match_id,
            result.c.attempt,
            pairing.c.set_number,
            pairing.c.bots,
            attempt.c.seats,
            attempt.c.versions,
        ).select_from(COUNTING)
        with self._engine.begin() as connection:
            return connection.execute(statement).all()

    def lineups(self) -> list[tuple[str, ...]]:
        """The bots of every match that counts."""
        with self._engine.begin() as connection:
            rows = connection.scalars(select(pairing.c.bots).select_from(COUNTING))
            return [_bots(bots) for bots in rows]

    def void_attempts(self) -> list[VoidAttempt]:
        """Every attempt that was void, and every voided match without such an attempt, by name."""
        with self._engine.begin() as connection:
            return tally.void_attempts(connection)

    def known_records(self) -> set[AttemptName]:
        """The attempts whose sealed records are in here."""
        endings = (Ending.SEALED.value, Ending.VOID.value)
        statement = select(attempt.c.match_id, attempt.c.number).where(
            attempt.c.ending.in_(endings)
        )
        with self._engine.begin() as connection:
            return {AttemptName(*row) for row in connection.execute(statement)}

    def open_attempts(self) -> list[AttemptName]:
        """The attempts that have not ended, in the order of their names."""
        statement = (
            select(attempt.c.match_id, attempt.c.number)
            .where(attempt.c.ending == Ending.OPEN.value)
            .order_by(attempt.c.match_id, attempt.c.number)
        )
        with self._engine.begin() as connection:
            return [AttemptName(*row) for row in connection.execute(statement)]

    def _matches(self, *conditions: ColumnElement[bool]) -> list[PlannedMatch]:
        """Planned matches that meet all conditions, in the order of play."""
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
        """Every row as a line of JSON, in the order of their keys.

        Ratings are left out: they follow from the other rows, and their last digits depend on the
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
        """A digest of everything in here: two ledgers with the same one are the same."""
        total = blake2b(digest_size=16)
        for line in sorted(self.dump()):
            total.update(line.encode() + b"\n")
        return total.hexdigest()

    # -- inside

    def _take(self, before: JournalPosition, events: Sequence[JournalEvent]) -> None:
        """Apply events after a position, except those that another process has applied."""
        with self._transaction() as connection:
            self._apply(connection, before, events)

    def _apply(
        self, connection: Connection, before: JournalPosition, events: Sequence[JournalEvent]
    ) -> None:
        done = _position(connection).lines - before.lines
        update.apply(connection, events[done:])
        if done < len(events):
            _set_position(connection, self._journal.position)

    def _seal(self, connection: Connection, sealed: Iterable[FinishedMatch]) -> LeftOut:
        """Take records in, their digests first in the journal."""

        def keep(events: Sequence[JournalEvent]) -> None:
            if events:
                before = self._journal.position
                new = self._journal.append(events)
                self._apply(connection, before, new)
                self._unread += new[: len(new) - len(events)]

        return update.seal(connection, sealed, self._agreement, keep)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """All of it or nothing, and nobody else meanwhile."""
        with self._writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("LOCK TABLE season IN EXCLUSIVE MODE"))
            yield connection


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            LeagueSentence.FOLDER_NOT_MADE, folder=folder, why=error.strerror
        ) from None


def _position(connection: Connection) -> JournalPosition:
    """How much of the journal is in the tables."""
    value = connection.scalar(_JOURNAL)
    if value is None:
        return JournalPosition()
    lines, offset, digest = value.split()
    return JournalPosition(int(lines), int(offset), bytes.fromhex(digest))


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
