"""Tests: each states a promise or a rule."""
