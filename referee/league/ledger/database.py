"""The database of a ledger: SQLite in a file, or PostgreSQL by its URL."""

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
from referee.league.lock import Patience
from referee.sentence.league import LeagueSentence

HEAD = "0006"
"""The newest revision of the tables; the last file of `migrations/versions`."""

READERS = 8
"""Connections that a process keeps which only reads."""

_PATIENCE = 30.0
"""Seconds to wait for another process."""
_AT_ONCE = 0.25
"""Seconds of it that SQLite waits by itself, deaf to signals."""

_FILE = "sqlite:///"
_KINDS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REFUSED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
_DISK_FULL = "53100"
"""What PostgreSQL calls it."""

_LOCK = "SELECT pg_advisory_lock(hashtext('tianming.league'))"

_IS_LOCKED = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1 AND granted
    AND (classid::bigint << 32 | objid::bigint) = hashtext('tianming.league')
)
"""


def connect(address: str, to_rebuild: bool = False, patience: Patience | None = None) -> Engine:
    """The engine of the database at a URL, with its tables as this version has them.

    Whatever is carried out in it raises the same errors.

    Args:
        address: the URL.
        to_rebuild: whether to ignore the content: a damaged file is renamed to `FILE.damaged`.
        patience: how long to wait for other processes that use a file of SQLite.

    Raises:
        UsageError: for a URL of no database we know.
        UnavailableError: when it cannot be reached.
        StorageError: when the disk does not take what is written.
        DataError: when it is damaged, or a newer version has written it.
    """
    url = _url(address)
    if to_rebuild and address.startswith(_FILE):
        _quarantine(Path(address.removeprefix(_FILE)))
    engine = _engine(url, patience or Patience(_PATIENCE))
    event.listen(engine, "handle_error", _translator(address))
    try:
        with engine.begin() as connection:
            _upgrade(connection, address)
    except TianmingError:
        engine.dispose()
        raise
    return engine


def connect_reader(address: str) -> Engine:
    """The engine of the database at a URL, for a process that writes nothing into it.

    Tables of an older revision are brought to the newest first.

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
    """Return what translates a refusal of a database into an error; None is an error of ours."""

    def translate(context: ExceptionContext) -> TianmingError | None:
        error = context.original_exception
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        ledger, why = _shown(address), str(error).strip().partition("\n")[0]
        if code in _DAMAGED:
            return DataError(LeagueSentence.LEDGER_DAMAGED, ledger=ledger, why=why)
        if code in _REFUSED or getattr(error, "sqlstate", None) == _DISK_FULL:
            return StorageError(LeagueSentence.LEDGER_NOT_WRITTEN, ledger=ledger, why=why)
        if isinstance(context.sqlalchemy_exception, OperationalError) and not context.is_pre_ping:
            return UnavailableError(LeagueSentence.LEDGER_NOT_USED, ledger=ledger, why=why)
        return None

    return translate


def _quarantine(path: Path) -> None:
    """Give a file of SQLite another name if it is damaged."""
    if not path.is_file():
        return
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                return
    except sqlite3.OperationalError:
        return
    except sqlite3.DatabaseError:
        pass
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{ending}").replace(f"{path}.damaged{ending}")


def _url(address: str) -> URL:
    """The URL; all that follows `sqlite:///` is the name of a file, a question mark too."""
    if address.startswith(_FILE):
        return URL.create(_KINDS["sqlite"], database=address.removeprefix(_FILE))
    try:
        url = make_url(address)
        return url.set(drivername=_KINDS[url.get_backend_name()])
    except (ArgumentError, NoSuchModuleError, KeyError):
        raise UsageError(LeagueSentence.NO_LEDGER, ledger=_shown(address)) from None


def _shown(address: str) -> str:
    """A URL without the password that may stand in it."""
    if address.startswith(_FILE):
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
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise UsageError(LeagueSentence.POSTGRES_MISSING) from None


def _create(file: str) -> None:
    """Create a file that only its owner may read: it has the seeds of matches to come.

    Where that does not go, SQLite says why. A file that is there is not opened: to close
    it would give up the locks that this process has on it.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _prepare_sqlite(raw: Any, patience: Patience) -> None:
    """A log that readers do not wait for, brought to disk by every commit."""
    raw.isolation_level = None
    _lock(raw, lambda: raw.execute("PRAGMA journal_mode = WAL"), patience)
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection, patience: Patience) -> None:
    """Take the lock of a transaction at its beginning, so that nobody is turned away midway."""

    def begin() -> None:
        if connection.get_execution_options().get("write", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql("BEGIN")
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1")

    _lock(connection.connection.driver_connection, begin, patience)


def _lock(raw: Any, take: Callable[[], object], patience: Patience) -> None:
    """Take a lock of SQLite, in as many tries as it needs.

    Raises:
        sqlite3.OperationalError, UnavailableError: when others hold it for all that time.
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
    """Bring the tables to the newest revision."""
    found = _revision(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise DataError(
            LeagueSentence.NEWER_LEDGER, ledger=_shown(address), found=found, newest=HEAD
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


@contextlib.contextmanager
def locked(engine: Engine, patience: float = 5.0) -> Iterator[None]:
    """Keep other machines from running the league, where the database can.

    Args:
        engine: the ledger's database.
        patience: seconds to wait for another one, which may be dead and not yet missed.

    Raises:
        StorageError: when another one runs it.
    """
    if engine.dialect.name != "postgresql":
        yield
        return
    with engine.connect() as connection:
        connection.execute(text(f"SET lock_timeout = {round(1000 * patience)}"))
        try:
            connection.execute(text(_LOCK))
        except UnavailableError:
            raise StorageError(LeagueSentence.RUN_BY_MACHINE) from None
        connection.commit()
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock_all()"))
            connection.commit()


def is_locked(engine: Engine) -> bool:
    """Whether a machine runs the league, as far as the database can tell."""
    if engine.dialect.name != "postgresql":
        return False
    with engine.connect() as connection:
        return bool(connection.scalar(text(_IS_LOCKED)))
