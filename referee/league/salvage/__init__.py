"""Salvage: make a lost or damaged journal again from the ledger, the records and its own rest."""
