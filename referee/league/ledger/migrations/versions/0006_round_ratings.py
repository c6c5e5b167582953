"""Ratings after each finished round, stored from now on.

The migration adds the row `ratings` to `season`. The next process that opens the ledger then
computes the ratings of the rounds so far from the results.
"""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the row if there are results."""
    op.execute(
        "INSERT INTO season (name, value) SELECT 'ratings', 'missing' "
        "WHERE EXISTS (SELECT 1 FROM result)"
    )
