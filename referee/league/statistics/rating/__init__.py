"""Ratings: how strong each bot is, from all results at once, in whatever order they came."""
