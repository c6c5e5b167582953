"""How many bytes the store and the versions take.

The entry process does not see the versions. So the build process measures them, and leaves the
number in the store.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_FILE: Final = "versions.size"


def bytes_in(folder: Path) -> int:
    """Return the bytes of all files in a folder, which may change meanwhile."""
    total = 0
    for here, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += os.lstat(os.path.join(here, name)).st_size
    return total


def note_versions(store: Path, versions: Path) -> int:
    """Leave the size of the versions in the store, and return it."""
    size, beside = bytes_in(versions), store / f"{_FILE}.new"
    with suppress(OSError):
        beside.write_text(str(size))
        beside.replace(store / _FILE)
    return size


def stored_bytes(store: Path) -> int:
    """Return the bytes of a store, and of the versions as they were last measured."""
    try:
        versions = int((store / _FILE).read_text())
    except (OSError, ValueError):
        versions = 0
    return bytes_in(store) + versions
