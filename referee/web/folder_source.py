"""A folder of records as a source: an index of them in memory.

The folder of `referee serve`, or that of records which somebody has collected. Every record is
a match of round 1; records with the same bots, game and seed are one set. The index is brought
up to the folder before it is read, at most once a second.
"""

PART = ".part"
"""What the name of a record ends with while its match is played."""

_REST = 1.0
"""Seconds for which the index is not compared with the folder again."""
