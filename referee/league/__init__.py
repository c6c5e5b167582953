"""Leagues: who plays whom, and where that leaves everybody."""
