"""Tests of `match`."""
