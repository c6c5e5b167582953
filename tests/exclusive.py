"""Let one process at a time do what several processes of the checks want done."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

MAVEN = Path(tempfile.gettempdir()) / f"tianming-maven-{os.getuid()}.lock"
"""Who runs Maven holds it, because Maven does not lock the repository that it fills."""


@contextmanager
def exclusive(path: Path) -> Iterator[BinaryIO]:
    """Wait until no other process holds a file, and hold it; yield the file, to append to it."""
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
