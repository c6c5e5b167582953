"""Lock files. The system releases a lock when the last process that holds it ends."""

import errno
import fcntl
import os
from pathlib import Path

from referee.error import StorageError
from referee.machine_sentence import MachineSentence

_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
"""The errors of file systems that have no locks, such as some NFS and Lustre mounts."""


def lock_file(handle: int, operation: int = fcntl.LOCK_EX | fcntl.LOCK_NB) -> None:
    """Lock an open file, by default alone and without waiting.

    Raises:
        BlockingIOError: when another process holds the lock.
        StorageError: when the file system has no locks.
        OSError: when it cannot be locked for another reason.
    """
    try:
        fcntl.flock(handle, operation)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        raise StorageError(MachineSentence.NO_LOCKS, path=path, why=error.strerror) from None
