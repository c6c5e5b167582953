"""What the record of a match under way survives."""

from enum import Enum


class Durability(Enum):
    """The durability of an entry before anybody sees its effect.

    A result survives both: its record is on disk before anybody is told.
    """

    PROCESS = "process"
    """When the operating system has it: it survives the end of the referee."""
    POWER = "power"
    """When it is on disk: it survives a loss of power."""
