"""The durability of the record of a running match."""

from enum import Enum


class Durability(Enum):
    """The durability that an entry has before a bot sees its effect.

    A result always survives a loss of power: its record is on disk before the bots are told.
    """

    PROCESS = "process"
    """The operating system has the entry: it survives the end of the referee's process."""
    POWER = "power"
    """The entry is on disk: it survives a loss of power."""
