"""A file that somebody hands in."""

import errno
from pathlib import Path

KeyPath = tuple[str | int, ...]
"""The path to a value in a file of tables: keys of tables, and indexes of lists."""


def read_plain(path: Path, limit: int = -1) -> bytes:
    """All that is in a file, or its first `limit` bytes.

    Raises:
        OSError: when it cannot be read, or is no plain file: a pipe or a device may never end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no plain file")
    with path.open("rb") as file:
        return file.read(limit)
