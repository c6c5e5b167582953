"""The folder of a user's running referees: the sockets of their local bots, and their locks.

It lies in the folder for temporary files, and only its user may enter it. All referees of a
user share it, so that a sandbox hides the sockets of all of them by hiding one folder.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.error import MachineError
from referee.file_lock import lock_file
from referee.machine_sentence import MachineSentence


def runtime_folder() -> Path:
    """Return the folder; make it where there is none.

    Raises:
        MachineError: when it cannot be made, or another user has taken its name.
    """
    folder = Path(tempfile.gettempdir()) / f"tianming-{os.geteuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise MachineError(
            MachineSentence.RUNTIME_FOLDER_NOT_MADE, folder=folder, why=error.strerror
        ) from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise MachineError(MachineSentence.RUNTIME_FOLDER_NOT_PRIVATE, folder=folder)
    return folder


@contextlib.contextmanager
def path_claimed(path: Path) -> Iterator[None]:
    """Lock a path against other processes of the same user, whether or not a file is there.

    A lock on a folder moves with the folder; this one stays with the path.

    Raises:
        BlockingIOError: when another process holds the lock.
        MachineError: when the folder for locks cannot be made.
    """
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
    lock = runtime_folder() / f"{name}.lock"
    handle = _locked(lock)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(handle)


def _locked(lock: Path) -> int:
    """Return a descriptor of a lock file that is locked, and still the one of that name."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            lock_file(handle)
            if os.path.exists(lock) and os.path.samestat(os.fstat(handle), os.stat(lock)):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
