"""Versions of bots, temporary benches, and results that are kept during a rerun."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns. Without `counts_from`, a rerun discarded the earlier result at once."""
    op.add_column("bot", sa.Column("version", sa.Text))
    op.add_column(
        "bot",
        sa.Column("until_connected", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("attempt", sa.Column("versions", sa.Text))
    op.add_column(
        "pairing", sa.Column("counts_from", sa.Integer, nullable=False, server_default="1")
    )
    op.execute("UPDATE pairing SET counts_from = from_attempt")
