"""Bots that misbehave, for the tests of other folders."""
