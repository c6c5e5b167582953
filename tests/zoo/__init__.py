"""Tests of `zoo`."""
