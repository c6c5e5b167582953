"""Write to a file without releasing the interpreter lock.

`os.write` releases the lock, and so wakes a thread that waits for it, such as one that finishes
another record. The caller takes the lock back before that thread runs, so each write wakes it in
vain. The wake-up takes several times as long as the write, which only copies bytes into memory of
the system.
"""

import ctypes
import os
from typing import Final

_libc: Final = ctypes.PyDLL(None)  # a function of a `PyDLL` does not release the lock
_write: Final = _libc.write  # declared types of its arguments would take as long as all the rest
_write.restype = ctypes.c_ssize_t


def write(file: int, data: bytes) -> int:
    """Write bytes to a file as `os.write` does; return the number of written bytes.

    If the system refuses, `os.write` tries again.

    Raises:
        OSError: when the system refuses twice.
    """
    written: int = _write(file, data, len(data))
    return os.write(file, data) if written < 0 else written
