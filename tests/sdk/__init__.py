"""Tests of `sdk`."""
