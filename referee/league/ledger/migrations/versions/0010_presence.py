"""Bots are at the table or not."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0007"


def upgrade() -> None:
    """Add the column, which is null for the bots so far."""
    op.add_column("bot", sa.Column("is_there", sa.Boolean))
