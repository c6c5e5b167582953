"""Tests of `league/rating`."""
