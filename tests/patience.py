"""How long a test waits for what must happen.

The limit only ends a test that hangs. A quiet machine needs less than a twentieth of it.
"""

PATIENCE = 240.0
"""Seconds. pytest ends a test a minute later; `timeout` in `pyproject.toml` says so."""
