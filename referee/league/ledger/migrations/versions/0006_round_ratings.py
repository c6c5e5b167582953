"""Ratings after each round that is over, kept from now on.

They follow from the results. The fact `ratings` in `season` tells whoever opens the ledger next to
compute those of the rounds so far.
"""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Leave the fact where there are results."""
    op.execute(
        "INSERT INTO season (name, value) SELECT 'ratings', 'missing' "
        "WHERE EXISTS (SELECT 1 FROM result)"
    )
