"""The tokens and the cost that bots declare. Records before did not have them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns; no bot has declared anything yet."""
    for name in ("tokens_in", "tokens_out", "cost_micros"):
        op.add_column("conduct", sa.Column(name, sa.BigInteger, nullable=False, server_default="0"))
