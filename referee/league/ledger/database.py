"""The database of a ledger: SQLite in a file, or PostgreSQL by its URL."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from referee.error import DataError, StorageError, UnavailableError, UsageError

HEAD = "0001"
"""The newest revision of the tables; the last file of `migrations/versions`."""

_PATIENCE = 30
"""Seconds a writer waits for another one."""

_FILE = "sqlite:///"
_KINDS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}


def connect(address: str) -> Engine:
    """The engine of the database at a URL, with its tables as this version has them.

    Raises:
        UsageError: for a URL of no database we know.
        UnavailableError: when it cannot be reached.
        DataError: when a newer version has written it.
    """
    engine = _engine(_url(address))
    try:
        with engine.begin() as connection:
            _upgrade(connection, address)
    except DataError:
        engine.dispose()
        raise
    except OperationalError as error:
        engine.dispose()
        reason = str(error.orig).strip().splitlines()[0]
        raise UnavailableError(
            f"the ledger {_shown(address)} cannot be opened: {reason}; name another with the "
            "storage of the league's file."
        ) from None
    return engine


def _url(address: str) -> URL:
    """The URL; all that follows `sqlite:///` is the name of a file, a question mark too."""
    if address.startswith(_FILE):
        return URL.create(_KINDS["sqlite"], database=address.removeprefix(_FILE))
    try:
        url = make_url(address)
        return url.set(drivername=_KINDS[url.get_backend_name()])
    except (ArgumentError, NoSuchModuleError, KeyError):
        raise UsageError(
            f"{_shown(address)} is no ledger: give sqlite:///FILE, or "
            "postgresql://USER@HOST/DATABASE."
        ) from None


def _shown(address: str) -> str:
    """A URL without the password that may stand in it."""
    if address.startswith(_FILE):
        return address
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return repr(address.partition("@")[2] or address)


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": _PATIENCE})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise UsageError(
            "a ledger in PostgreSQL needs its driver: pip install tianming-referee[postgres]."
        ) from None


def _prepare_sqlite(connection: Any, _: object) -> None:
    """A log that readers do not wait for, brought to disk by every commit."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """A writer is one from its beginning, so that it is not turned away midway."""
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _upgrade(connection: Connection, address: str) -> None:
    """Bring the tables to the newest revision."""
    found = None
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise DataError(
            f"the ledger {_shown(address)} is of revision {found}, and this referee knows up to "
            f"{HEAD}: use a newer version of tianming-referee."
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


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
            connection.execute(text("SELECT pg_advisory_lock(hashtext('tianming.league'))"))
        except OperationalError:
            raise StorageError(
                "the league is being run by another machine: wait for it, or stop it first."
            ) from None
        connection.commit()
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock_all()"))
            connection.commit()
