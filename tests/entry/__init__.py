"""Tests of the front door of a league."""
