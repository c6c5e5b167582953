"""Replace a small file durably, while no other process does."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from referee.file_lock import lock_file

_PAUSE = 0.05
"""Seconds between two tries to lock a folder."""


@contextmanager
def replacing_alone(path: Path, patience: float) -> Iterator[Callable[[str], None]]:
    """Lock the folder of a file, and yield a function that replaces the file with a text.

    Nobody reads half a file. A new file can be read by its owner only; else the owner and the mode
    stay. A symbolic link stays, and its target is replaced.

    Args:
        path: the file; its folder exists.
        patience: seconds to wait for another process.

    Raises:
        TimeoutError: if another process has the lock for too long.
        OSError: if the folder or the file cannot be used.
    """
    real = Path(os.path.realpath(path))
    handle = os.open(real.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(handle, patience)
        yield lambda text: _replace(handle, real, text)
    finally:
        os.close(handle)


def _lock(handle: int, patience: float) -> None:
    end = monotonic() + patience
    while True:
        try:
            lock_file(handle)
        except BlockingIOError:
            if monotonic() > end:
                raise TimeoutError from None
            sleep(_PAUSE)
        else:
            return


def _replace(folder: int, path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            if path.exists():
                before, new = path.stat(), os.fstat(handle)
                if (before.st_uid, before.st_gid) != (new.st_uid, new.st_gid):
                    os.fchown(handle, before.st_uid, before.st_gid)
                os.fchmod(handle, before.st_mode & 0o777)
            file.write(text)
            file.flush()
            os.fsync(handle)
        part.replace(path)
        os.fsync(folder)
    finally:
        with suppress(OSError):
            part.unlink()
