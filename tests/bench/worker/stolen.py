"""The stolen time of a virtual machine: processor time that its host takes away."""

from pathlib import Path
from typing import NamedTuple

_STAT = Path("/proc/stat")
_STOLEN = 8
"""The column of stolen time in `/proc/stat`; other columns include the columns after it."""


class Ticks(NamedTuple):
    """Ticks of all processors since the start of the machine."""

    stolen: int
    all: int

    def share(self, since: "Ticks") -> float:
        """Return the share of stolen time since earlier ticks, from 0 to 1."""
        spent = self.all - since.all
        return (self.stolen - since.stolen) / spent if spent else 0.0


def ticks() -> Ticks:
    """Return the ticks so far; zeros if the system does not count them."""
    try:
        line = _STAT.read_text().split("\n", 1)[0].split()
    except OSError:
        return Ticks(0, 0)
    return Ticks(int(line[_STOLEN]), sum(map(int, line[1 : _STOLEN + 1])))
