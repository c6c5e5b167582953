"""The owners of bots, and their former names."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column and the table; no bot has an owner yet."""
    op.add_column("bot", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "former_owner",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("now", sa.Text, nullable=False),
    )
