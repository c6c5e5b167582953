"""Tests of `terminal`."""
