"""How long a test waits for what must happen.

The limit only ends a test that hangs. A quiet machine needs less than a twentieth of it.
"""

PATIENCE = 500.0
"""Seconds. `timeout` in `pyproject.toml` then ends the test."""
