"""Tests of the base of small games."""
