"""Tests of `record`."""
