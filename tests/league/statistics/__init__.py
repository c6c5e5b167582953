"""Tests of `referee.league.statistics`."""
