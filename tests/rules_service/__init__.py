"""Tests of the service of the rules."""
