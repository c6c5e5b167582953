"""The versions of connected bots that a freeze holds."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column; no version is held yet."""
    op.add_column("bot", sa.Column("held", sa.Text))
