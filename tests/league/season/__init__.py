"""Tests of `referee.league.season`."""
