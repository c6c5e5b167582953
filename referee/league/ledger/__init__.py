"""The ledger: what is planned, what was tried, and what counts. An index of the records."""

from referee.league.ledger.ledger import Ledger

__all__ = ["Ledger"]
