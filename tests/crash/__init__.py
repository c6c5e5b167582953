"""Crash loops: kill the referee repeatedly, and check that nothing is lost."""
