"""The rules: one folder a game, and the small interface they share.

Nothing here does I/O, reads a clock, logs, or draws from global randomness.
"""
