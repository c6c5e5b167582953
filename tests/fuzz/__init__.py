"""Fuzzing: any invalid input must be refused with a sentence, without other effects.

Each target module has two functions. `target(data)` takes any bytes, and raises if a promise is
broken. `seeds()` returns the initial inputs. `test_fuzz.py` runs all targets briefly, and
`python -m tests.fuzz` (`tox run -e fuzz`) runs them for a given time.
"""
