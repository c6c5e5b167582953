"""Make the tables of new SQLite ledgers quickly, as the migrations make them.

The migrations run once in each process of the tests, in memory. Each new ledger of the process
then repeats the statements that dump the result. Processes that a test starts, ledgers of an
earlier revision and PostgreSQL still run the migrations.
"""

from functools import cache

from sqlalchemy import Connection, create_engine

from referee.league.ledger import database

_migrate = database._upgrade


def upgrade(connection: Connection, address: str) -> None:
    """Upgrade the tables of a database to the newest revision."""
    if connection.dialect.name == "sqlite" and database._revision(connection) is None:
        for statement in _statements():
            connection.exec_driver_sql(statement)
    else:
        _migrate(connection, address)


@cache
def _statements() -> tuple[str, ...]:
    """Return the statements that make the tables."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        _migrate(connection, "sqlite://")
        raw = connection.connection.driver_connection
        assert raw is not None
        made = tuple(raw.iterdump())
    engine.dispose()
    return tuple(one for one in made if one not in ("BEGIN TRANSACTION;", "COMMIT;"))
