"""What the host of a virtual machine takes from its processors while somebody wants them."""

from pathlib import Path
from typing import NamedTuple

_STAT = Path("/proc/stat")
_STOLEN = 8
"""The column of the processors' line that counts it; the guests behind it count twice."""


class Ticks(NamedTuple):
    """Ticks of all processors since the machine was started."""

    stolen: int
    all: int

    def share(self, since: "Ticks") -> float:
        """The share that was stolen since, from 0 to 1."""
        spent = self.all - since.all
        return (self.stolen - since.stolen) / spent if spent else 0.0


def ticks() -> Ticks:
    """The count so far; nothing where the system keeps none."""
    try:
        line = _STAT.read_text().split("\n", 1)[0].split()
    except OSError:
        return Ticks(0, 0)
    return Ticks(int(line[_STOLEN]), sum(map(int, line[1 : _STOLEN + 1])))
