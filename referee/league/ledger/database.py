"""The database of a ledger: a SQLite file or a PostgreSQL database."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from referee.error import DataError, StorageError, TianmingError, UnavailableError, UsageError
from referee.league.ledger.schema import metadata
from referee.league.lock import Patience
from referee.league.sentence import LeagueSentence

HEAD = "0014"
"""The newest revision of the tables, which the last file of `migrations/versions` creates."""

READERS = 8
"""The size of the connection pool of a read-only process."""

FILE = "sqlite:///"
"""The start of the URL of a SQLite file."""

_PATIENCE = 30.0
"""Seconds to wait for another process."""
_ANSWER = 2
"""Seconds in which a database server has to answer."""
_AT_ONCE = 0.25
"""Seconds of each try in which SQLite itself waits; Python handles no signals meanwhile."""

_KINDS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REFUSED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
_DISK_FULL = "53100"
_LOCK_TIMEOUT = "55P03"
"""Error codes of PostgreSQL."""

_LOCK = "SELECT pg_advisory_lock(hashtext('tianming.league'))"

_IS_LOCKED = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1 AND granted
    AND (classid::bigint << 32 | objid::bigint) = hashtext('tianming.league')
)
"""


_REVISION = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""
"""The table in which Alembic keeps the revision, as Alembic creates it."""


def connect(address: str, patience: Patience | None = None) -> Engine:
    """Return the engine of a database, after an upgrade of its tables to the newest revision.

    Statements that the engine executes raise the same errors.

    Args:
        address: the URL.
        patience: how long to wait for other processes that use a SQLite file.

    Raises:
        UsageError: when the URL names no supported database.
        UnavailableError: when the database cannot be reached.
        StorageError: when the disk cannot be written.
        DataError: when the database is damaged, or a newer version of the referee wrote it.
    """
    url = _url(address)
    engine = _engine(url, patience or Patience(_PATIENCE))
    event.listen(engine, "handle_error", _translator(address))
    try:
        with engine.begin() as connection:
            _upgrade(connection, address)
    except TianmingError:
        engine.dispose()
        raise
    return engine


def is_away(address: str) -> bool:
    """Whether a URL names a database server that does not answer, or does not yet.

    False for a server that refuses this database or user.
    """
    url = _url(address)
    if url.get_backend_name() == "sqlite":
        return False
    from psycopg import conninfo, pq

    _, words = url.get_dialect()().create_connect_args(url)
    where = conninfo.make_conninfo(**{"connect_timeout": _ANSWER, **words})
    return pq.PGconn.ping(where.encode()) in (pq.Ping.REJECT, pq.Ping.NO_RESPONSE)


def connect_reader(address: str) -> Engine:
    """Return the read-only engine of a database.

    Tables of an older revision are upgraded first.

    Raises:
        TianmingError: as `connect` does.
    """
    url = _url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url, creator=partial(_open_to_read, url.database or ""), pool_size=READERS
        )
    else:
        engine = _engine(url, Patience(_PATIENCE)).execution_options(postgresql_readonly=True)
    event.listen(engine, "handle_error", _translator(address))
    try:
        with engine.begin() as connection:
            is_newest = _revision(connection) == HEAD
        if not is_newest:
            connect(address).dispose()
    except TianmingError:
        engine.dispose()
        raise
    return engine


def _open_to_read(file: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file:{quote(os.path.abspath(file))}?mode=ro",
        uri=True,
        timeout=_PATIENCE,
        check_same_thread=False,
    )


def _translator(address: str) -> Callable[[ExceptionContext], TianmingError | None]:
    """Return the function that translates errors of a database driver.

    It returns None for errors that are bugs of this program.
    """

    def translate(context: ExceptionContext) -> TianmingError | None:
        error = context.original_exception
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        ledger, why = _shown(address), str(error).strip().partition("\n")[0]
        if code in _DAMAGED:
            return DataError(LeagueSentence.LEDGER_DAMAGED, ledger=ledger, why=why)
        if code in _REFUSED or getattr(error, "sqlstate", None) == _DISK_FULL:
            return StorageError(LeagueSentence.LEDGER_NOT_WRITTEN, ledger=ledger, why=why)
        if isinstance(context.sqlalchemy_exception, OperationalError) and not context.is_pre_ping:
            mend = (
                "name another"
                if address.startswith(FILE)
                else "start its database, or name another"
            )
            return UnavailableError(
                LeagueSentence.LEDGER_NOT_USED, ledger=ledger, why=why, mend=mend
            )
        return None

    return translate


@contextlib.contextmanager
def read_if_sound(address: str) -> Iterator[Connection | None]:
    """Yield a connection to a database; None if a SQLite file is missing or damaged.

    Raises:
        TianmingError: when the database cannot be reached, or a newer version wrote it.
    """
    if address.startswith(FILE):
        path = Path(address.removeprefix(FILE))
        if not path.is_file() or _is_damaged(path):
            yield None
            return
    engine = connect_reader(address)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextlib.contextmanager
def quarantined(address: str) -> Iterator[Path | None]:
    """Rename a damaged SQLite file to `FILE.damaged`; if the block raises, undo that.

    Yields:
        The new name; None if the file was not damaged.
    """
    path = Path(address.removeprefix(FILE))
    if not address.startswith(FILE) or not path.is_file() or not _is_damaged(path):
        yield None
        return
    damaged = Path(f"{path}.damaged")
    _move(path, damaged)
    try:
        yield damaged
    except BaseException:
        _move(damaged, path)
        raise


def _move(path: Path, to: Path) -> None:
    """Rename a SQLite file, and replace all files of another one."""
    for ending in ("", "-wal", "-shm"):
        Path(f"{to}{ending}").unlink(missing_ok=True)
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{to}{ending}")


def _is_damaged(path: Path) -> bool:
    """Whether SQLite cannot read a file."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True


def _url(address: str) -> URL:
    """Parse a URL. Everything after `sqlite:///` is a file name, even a question mark."""
    if address.startswith(FILE):
        return URL.create(_KINDS["sqlite"], database=address.removeprefix(FILE))
    try:
        url = make_url(address)
        return url.set(drivername=_KINDS[url.get_backend_name()])
    except (ArgumentError, NoSuchModuleError, KeyError):
        raise UsageError(LeagueSentence.NO_LEDGER, ledger=_shown(address)) from None


def _shown(address: str) -> str:
    """Return a URL without its password."""
    if address.startswith(FILE):
        return address
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return repr(address.partition("@")[2] or address)


def _engine(url: URL, patience: Patience) -> Engine:
    if url.get_backend_name() == "sqlite":
        _create(url.database or "")
        engine = create_engine(url, connect_args={"timeout": _AT_ONCE})
        event.listen(engine, "connect", lambda raw, _: _prepare_sqlite(raw, patience))
        event.listen(engine, "begin", lambda connection: _begin_sqlite(connection, patience))
        return engine
    try:
        engine = create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise UsageError(LeagueSentence.POSTGRES_MISSING) from None
    event.listen(engine, "do_connect", _connect_postgres)
    return engine


def _connect_postgres(dialect: Any, _: Any, words: list[Any], options: dict[str, Any]) -> Any:
    """Connect to PostgreSQL; it must encode texts in UTF-8, as names of bots may be any text.

    Raises:
        UsageError: when the database has another encoding.
    """
    connection = dialect.connect(*words, **options)
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        database = connection.info.dbname
        connection.close()
        raise UsageError(LeagueSentence.OTHER_ENCODING, database=database, encoding=encoding)
    return connection


def _create(file: str) -> None:
    """Create a file that only its owner can read, because it has the seeds of future matches.

    Errors are ignored: SQLite reports them later. An existing file is not opened, because closing
    it would release the locks that this process has on it.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _prepare_sqlite(raw: Any, patience: Patience) -> None:
    """Set up a connection: readers never block, and every commit is durable."""
    raw.isolation_level = None
    _lock(raw, lambda: raw.execute("PRAGMA journal_mode = WAL"), patience)
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection, patience: Patience) -> None:
    """Take the lock of a transaction at its start, so that no later statement finds it locked."""

    def begin() -> None:
        if connection.get_execution_options().get("write", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql("BEGIN")
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1")

    _lock(connection.connection.driver_connection, begin, patience)


def _lock(raw: Any, take: Callable[[], object], patience: Patience) -> None:
    """Take a lock of SQLite; tries again while other processes hold it.

    Raises:
        sqlite3.OperationalError, UnavailableError: when others hold the lock for all that time.
    """
    refused: Exception | None = None
    for _ in patience.tries():
        try:
            take()
        except (sqlite3.OperationalError, UnavailableError) as error:
            cause = error if isinstance(error, sqlite3.OperationalError) else error.__cause__
            if getattr(cause, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            refused = error
            if raw.in_transaction:
                raw.execute("ROLLBACK")
        else:
            return
    assert refused is not None
    raise refused


def _upgrade(connection: Connection, address: str) -> None:
    """Upgrade the tables to the newest revision; create them if there are none."""
    found = _revision(connection)
    if found == HEAD:
        return
    if found is None:
        _create_tables(connection)
        return
    if found > HEAD:
        raise DataError(
            LeagueSentence.NEWER_LEDGER, ledger=_shown(address), found=found, newest=HEAD
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _create_tables(connection: Connection) -> None:
    """Create the tables of the newest revision at once; the import of Alembic would take longer."""
    metadata.create_all(connection, checkfirst=False)
    connection.execute(text(_REVISION))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


@contextlib.contextmanager
def locked(engine: Engine, patience: float = 5.0) -> Iterator[Callable[[], None]]:
    """Hold a lock that keeps other machines from running the league; PostgreSQL only.

    Args:
        engine: the ledger's database.
        patience: seconds to wait for another machine. It may be dead while the database still
            keeps its lock.

    Yields:
        A function that takes the lock again after the database was away.

    Raises:
        StorageError: when another machine runs the league.
    """
    if engine.dialect.name != "postgresql":
        yield lambda: None
        return
    with engine.connect() as connection:

        def take() -> None:
            connection.rollback()
            connection.execute(text(f"SET lock_timeout = {round(1000 * patience)}"))
            try:
                connection.execute(text(_LOCK))
            except UnavailableError as error:
                if getattr(error.__cause__, "sqlstate", None) != _LOCK_TIMEOUT:
                    raise
                raise StorageError(LeagueSentence.RUN_BY_MACHINE) from None
            connection.commit()

        take()
        try:
            yield take
        finally:
            with contextlib.suppress(UnavailableError):  # a lost database has released the lock
                connection.rollback()
                connection.execute(text("SELECT pg_advisory_unlock_all()"))
                connection.commit()


def is_locked(engine: Engine) -> bool:
    """Whether a machine holds the lock of `locked`; always False for SQLite."""
    if engine.dialect.name != "postgresql":
        return False
    with engine.connect() as connection:
        return bool(connection.scalar(text(_IS_LOCKED)))
