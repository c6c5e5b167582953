"""Tests of where the matches of a league are played."""
