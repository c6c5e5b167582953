"""Tests of `referee.league.planning`."""
