"""The environment of Alembic: run the migrations on the connection in its configuration."""

from alembic import context

from referee.league.ledger.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
