"""Ratings: estimate the strength of each bot from all results at once, in any order."""
