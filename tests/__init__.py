"""Tests; each states a promise or a rule in its name."""
