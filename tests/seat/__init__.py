"""Tests of the seat of a person."""
