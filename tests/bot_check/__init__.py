"""Tests of the check of a whole bot."""
