"""The database: its tables are those of the schema, and grow from version to version."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, inspect, select, text

from referee.error import DataError, StorageError
from referee.league.ledger import database
from referee.league.ledger.database import HEAD, connect, is_locked, locked, quarantined
from referee.league.ledger.schema import metadata, season
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.postgres import Postgres

MIGRATIONS = Path(database.__file__).parent / "migrations"


@contextlib.contextmanager
def opened(address: str) -> Iterator[Connection]:
    """A connection to a ledger's tables, that leaves nothing open."""
    engine = connect(address)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def migrate(address: str) -> None:
    """Create the tables of an empty database by all migrations, one after another."""
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def tables(connection: Connection) -> dict[str, Any]:
    """Return what the database itself says about its tables."""
    found = inspect(connection)
    return {
        name: (
            sorted(
                (one["name"], str(one["type"]), one["nullable"], one["default"] or "")
                for one in found.get_columns(name)
            ),
            found.get_pk_constraint(name)["constrained_columns"],
            sorted((one["name"], one["column_names"]) for one in found.get_indexes(name)),
            sorted(
                (one["constrained_columns"], one["referred_table"], one["referred_columns"])
                for one in found.get_foreign_keys(name)
            ),
        )
        for name in found.get_table_names()
    }


class TestMigration:
    """What the migrations make is what the schema says."""

    def test_the_tables_are_those_of_the_schema(self, address: str) -> None:
        migrate(address)
        with opened(address) as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []

    def test_a_new_ledger_has_the_tables_of_a_migrated_one(
        self, address: str, other_address: str
    ) -> None:
        migrate(other_address)
        with opened(address) as new, opened(other_address) as migrated:
            assert tables(new) == tables(migrated)

    def test_the_newest_revision_is_the_one_that_is_looked_for(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        assert ScriptDirectory.from_config(config).get_heads() == [HEAD]

    def test_opening_twice_changes_nothing(self, address: str) -> None:
        for _ in range(2):
            with opened(address) as connection:
                revisions = connection.execute(text("SELECT version_num FROM alembic_version"))
                assert revisions.scalars().all() == [HEAD]

    def test_a_ledger_of_a_newer_version_is_refused(self, address: str) -> None:
        with opened(address) as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
            connection.commit()
        with raises(DataError, LeagueSentence.NEWER_LEDGER, found="9999", newest=HEAD):
            connect(address)


class TestSqlite:
    """An embedded ledger loses nothing that was committed."""

    def test_it_logs_ahead_and_syncs_every_commit(self, tmp_path: Path) -> None:
        with opened(f"sqlite:///{tmp_path}/ledger.db") as connection:
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
            assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1

    def test_a_full_disk_is_said(self, tmp_path: Path) -> None:
        with opened(f"sqlite:///{tmp_path}/ledger.db") as connection:
            connection.execute(text("PRAGMA max_page_count = 1"))
            with raises(StorageError, LeagueSentence.LEDGER_NOT_WRITTEN):
                connection.execute(insert(season), {"name": "x", "value": "y" * 100_000})

    def test_a_file_that_is_no_database_is_damaged(self, tmp_path: Path) -> None:
        (tmp_path / "ledger.db").write_bytes(b"no database" * 1000)
        address = f"sqlite:///{tmp_path}/ledger.db"
        with raises(
            DataError, LeagueSentence.LEDGER_DAMAGED, ledger=address, why="file is not a database"
        ):
            connect(address)

    @pytest.mark.parametrize("start", [0, 4096])
    def test_a_rebuild_moves_a_damaged_ledger_away(self, tmp_path: Path, start: int) -> None:
        file = tmp_path / "ledger.db"
        with opened(f"sqlite:///{file}"):
            pass
        data = bytearray(file.read_bytes())
        data[start:] = b"?" * (len(data) - start)
        file.write_bytes(data)
        with quarantined(f"sqlite:///{file}") as damaged:
            assert damaged == tmp_path / "ledger.db.damaged"
            assert damaged.read_bytes() == data
        with opened(f"sqlite:///{file}") as connection:
            assert connection.execute(select(season)).all() == []

    def test_an_intact_ledger_is_not_moved_away(self, tmp_path: Path) -> None:
        for _ in range(2):
            with quarantined(f"sqlite:///{tmp_path}/ledger.db") as damaged:
                connect(f"sqlite:///{tmp_path}/ledger.db").dispose()
            assert damaged is None
        assert not list(tmp_path.glob("*.damaged*"))


class TestLock:
    """One machine runs a league that several can reach."""

    def test_a_second_one_is_refused_until_the_first_has_ended(self, postgres: Postgres) -> None:
        address = postgres.database()
        one, other = connect(address), connect(address)
        refused = pytest.raises(StorageError, match="is being run by another machine")
        with locked(one), refused, locked(other, patience=0.1):
            pass
        with locked(other):
            pass
        one.dispose()
        other.dispose()

    def test_others_see_that_it_is_run(self, address: str) -> None:
        one, other = connect(address), connect(address)
        assert not is_locked(other)
        with locked(one):
            assert is_locked(other) is (one.dialect.name == "postgresql")
        assert not is_locked(other)
        one.dispose()
        other.dispose()
