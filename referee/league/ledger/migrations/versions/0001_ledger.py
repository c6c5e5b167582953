"""The tables of the first ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "season",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "bot",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("command", sa.Text),
        sa.Column("token", sa.Text),
        sa.Column("benched", sa.Text),
    )
    op.create_table(
        "round",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bots", sa.Text, nullable=False),
    )
    _matches()


def _matches() -> None:
    op.create_table(
        "pairing",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("round", sa.Integer, sa.ForeignKey("round.number"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("set_number", sa.Integer, nullable=False),
        sa.Column("variant", sa.Integer, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("from_attempt", sa.Integer, nullable=False),
        sa.Column("void", sa.Text),
    )
    op.create_index("ix_pairing_round", "pairing", ["round"])
    op.create_table(
        "attempt",
        sa.Column("match_id", sa.Text, sa.ForeignKey("pairing.match_id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("termination", sa.Integer),
        sa.Column("seats", sa.Text),
        sa.Column("digest", sa.LargeBinary),
    )
    op.create_table(
        "result",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
    )
