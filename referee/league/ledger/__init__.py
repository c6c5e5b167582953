"""The ledger: a database of planned matches, attempts and results, as an index of the records."""

from referee.league.ledger.ledger import Ledger

__all__ = ["Ledger"]
