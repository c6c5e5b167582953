"""Read a file of a user."""

import errno
import stat
from pathlib import Path

KeyPath = tuple[str | int, ...]
"""The path to a value in a TOML file: keys of tables, and indexes of lists."""


def read_plain(path: Path, limit: int) -> bytes:
    """Return the content of a file, or its first `limit` bytes.

    It uses few system calls: around each of them, other threads may take the interpreter.

    Raises:
        OSError: when it cannot be read, or is not a regular file: a pipe may never end.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no plain file")
    with path.open("rb", buffering=0) as file:
        data = file.read(min(limit, status.st_size + 1))
        has_grown = len(data) > status.st_size
        return data + file.read(limit - len(data)) if has_grown else data
