"""Create ledgers of earlier versions."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, create_engine, insert, select

from referee.league.ledger import database
from referee.league.ledger.schema import metadata


def downgrade(source: str, target: str, revision: str) -> None:
    """Copy a ledger into an empty database with an earlier revision of the schema."""
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    new, old = create_engine(source), create_engine(target)
    with new.connect() as reading, old.begin() as writing:
        config.attributes["connection"] = writing
        command.upgrade(config, revision)
        tables = MetaData()
        tables.reflect(writing)
        for table in tables.sorted_tables:
            if table.name in metadata.tables:
                columns = [metadata.tables[table.name].c[column.name] for column in table.c]
                rows = [dict(row) for row in reading.execute(select(*columns)).mappings()]
                if rows:
                    writing.execute(insert(table), rows)
    new.dispose()
    old.dispose()
