"""Tests of the contract itself."""
