"""Fuzzing: whatever bytes come in, what is wrong is refused in words and nothing else happens.

Each module beside this one has a `target(data)` that takes any bytes, raises nothing, and
checks what must hold; and `seeds()`, bytes to begin with. `test_fuzz.py` runs them all for a
moment, `python -m tests.fuzz` (tox run -e fuzz) for as long as one likes.
"""
