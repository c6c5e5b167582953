"""Tests of running a league."""
