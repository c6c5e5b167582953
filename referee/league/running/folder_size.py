"""The size of the folder of records, measured so rarely that it costs next to nothing."""

import os
import time
from collections.abc import Callable
from pathlib import Path

_PAUSE = 10.0
"""The least seconds between two measurements."""

_COST = 100
"""After a measurement, at least this many times its duration passes before the next one."""


class FolderSize:
    """The size of a folder with all that is in it."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._size = 0
        self._due = float("-inf")

    def size(self) -> int:
        """Return the bytes of all files, as they were at the last measurement."""
        began = self._clock()
        if began >= self._due:
            self._size = sum(_sizes(self._folder))
            now = self._clock()
            self._due = now + max(_PAUSE, _COST * (now - began))
        return self._size


def _sizes(folder: Path) -> "list[int]":
    """Return the sizes of the files in a folder; a file that is gone meanwhile counts 0."""
    sizes = list[int]()
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                sizes.append(os.lstat(os.path.join(root, name)).st_size)
            except OSError:
                continue
    return sizes
