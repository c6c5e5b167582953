"""Tests of `referee.league.configuration`."""
