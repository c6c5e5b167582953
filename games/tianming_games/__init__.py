"""The rules of the games: one folder for each game, and the interface that they share.

Only board files are read from disk, before a play begins. Apart from that, no module here does I/O,
reads a clock, logs, or uses a global random generator.
"""
