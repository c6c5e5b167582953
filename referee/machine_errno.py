"""Error numbers with which the system says that this machine lacks something or is broken.

Such an error is a fault of the machine that runs the referee, never of a bot. This module imports
little, because supervisors of bots use it.
"""

import errno
from typing import Final

MACHINE_ERRORS: Final = frozenset(
    {
        errno.EAGAIN,
        errno.EDQUOT,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOBUFS,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EROFS,
        errno.ETOOMANYREFS,
        errno.EUSERS,
    }
)
"""The error numbers of a machine that lacks descriptors, processes, memory or disk."""

_NO_THREAD: Final = "can't start new thread"
"""The message of Python if the system refuses a thread."""


def is_machine_error(error: BaseException) -> bool:
    """Return whether an error of the system or of Python is a fault of this machine."""
    match error:
        case OSError():
            return error.errno in MACHINE_ERRORS
        case MemoryError():
            return True
        case RuntimeError():
            return str(error) == _NO_THREAD
    return False
