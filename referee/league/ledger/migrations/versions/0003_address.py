"""The addresses of listening bots."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns to bots."""
    op.add_column("bot", sa.Column("address", sa.Text))
    op.add_column("bot", sa.Column("token_env", sa.Text))
