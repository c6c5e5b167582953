"""Let one Maven at a time fill the repository of this user, which it does not lock itself."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LOCK = Path(tempfile.gettempdir()) / f"tianming-maven-{os.getuid()}.lock"


@contextmanager
def maven_lock() -> Iterator[None]:
    """Wait until no other process of the checks runs Maven, and keep them waiting meanwhile."""
    with _LOCK.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
