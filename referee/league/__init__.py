"""Leagues: plan matches, run them, and compute results and ratings."""
