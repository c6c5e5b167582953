"""Seats by bot, times, faults and ratings by round, for the web pages.

Seats come from the plan. The times and faults of a match are in its record. So the migration adds
the row `summaries` to `season`; the next process that opens the ledger then reads the records.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables, the columns and the indexes."""
    op.add_column("attempt", sa.Column("started", sa.BigInteger))
    op.add_column("attempt", sa.Column("ended", sa.BigInteger))
    op.create_index("ix_attempt_ending", "attempt", ["ending"])
    op.create_index("ix_pairing_order", "pairing", ["round", "position", "match_id"])
    op.create_index("ix_pairing_set", "pairing", ["set_number"])
    _summaries()
    _ratings()
    _seats()
    op.execute(
        "INSERT INTO season (name, value) SELECT 'summaries', 'missing' "
        "WHERE EXISTS (SELECT 1 FROM attempt)"
    )


def _seats() -> None:
    seat = op.create_table(
        "seat",
        sa.Column("match_id", sa.Text, sa.ForeignKey("pairing.match_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
    )
    op.create_index("ix_seat_bot", "seat", ["bot", "round", "position", "match_id", "seat"])
    planned = op.get_bind().execute(sa.text("SELECT match_id, bots, round, position FROM pairing"))
    rows = [
        {"match_id": match_id, "seat": at, "bot": bot, "round": number, "position": position}
        for match_id, bots, number, position in planned
        for at, bot in enumerate(json.loads(bots))
    ]
    op.bulk_insert(seat, rows)


def _summaries() -> None:
    op.create_table(
        "conduct",
        *_attempt_and_seat(),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("nanoseconds", sa.BigInteger, nullable=False),
        sa.Column("longest", sa.BigInteger, nullable=False),
        sa.Column("times", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
    )
    op.create_table(
        "fault",
        *_attempt_and_seat(),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
    )
    op.create_index("ix_fault_kind", "fault", ["kind", "match_id"])


def _attempt_and_seat() -> list[sa.Column[str] | sa.Column[int]]:
    return [
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("attempt", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    ]


def _ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bot", sa.Text, primary_key=True),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("low", sa.Float),
        sa.Column("high", sa.Float),
    )
