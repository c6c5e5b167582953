"""The seeds of later attempts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column to attempts."""
    op.add_column("attempt", sa.Column("seed", sa.LargeBinary))
