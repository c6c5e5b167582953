"""Tests of the owners' client."""
