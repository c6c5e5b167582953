"""Tests of `league.format`."""
