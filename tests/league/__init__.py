"""Tests of `league`."""
