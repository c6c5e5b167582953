"""Read a file of a user."""

import errno
from pathlib import Path

KeyPath = tuple[str | int, ...]
"""The path to a value in a TOML file: keys of tables, and indexes of lists."""


def read_plain(path: Path, limit: int = -1) -> bytes:
    """Return the content of a file, or its first `limit` bytes.

    Raises:
        OSError: when it cannot be read, or is not a regular file: a pipe may never end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no plain file")
    with path.open("rb") as file:
        return file.read(limit)
