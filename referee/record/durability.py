"""What the record of a match under way survives."""

from enum import Enum


class Durability(Enum):
    """When an entry is safe enough for somebody to be shown what it says.

    A result survives both: its record is on disk before anybody is told.
    """

    PROCESS = "process"
    """When the operating system has it: it survives the end of the referee."""
    POWER = "power"
    """When it is on disk: it survives a loss of power."""
