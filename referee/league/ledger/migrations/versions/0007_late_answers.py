"""Answer times include late answers, in finer bins; ratings are those of versions.

The migration adds the rows `summaries` and `ratings` to `season`. The next process that opens the
ledger then reads the records again, and rates the rounds so far.
"""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Delete what the next process computes again, and add the rows."""
    op.execute("DELETE FROM season WHERE name IN ('summaries', 'ratings')")
    op.execute("DELETE FROM rating")
    op.execute("DELETE FROM conduct")
    op.execute(
        "INSERT INTO season (name, value) SELECT 'summaries', 'missing' "
        "WHERE EXISTS (SELECT 1 FROM attempt)"
    )
    op.execute(
        "INSERT INTO season (name, value) SELECT 'ratings', 'missing' "
        "WHERE EXISTS (SELECT 1 FROM result)"
    )
