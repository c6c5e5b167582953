"""The versions of hosted bots, and friendlies."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns and the tables; no bot is hosted yet."""
    op.add_column("bot", sa.Column("hosted", sa.Text))
    op.add_column("bot", sa.Column("rolled_back", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "hosted_version",
        sa.Column("bot", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("hosted", sa.Text, nullable=False),
        sa.Column("failed", sa.Text, nullable=False),
    )
    op.create_table(
        "friendly",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("termination", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
    )
