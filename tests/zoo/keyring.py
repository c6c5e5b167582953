"""Access the kernel's keys by system calls, like a bot that tries to steal its user's keys."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.launch.supervisor import kernel

_LIBSECCOMP = "libseccomp.so.2"
_PROCESS_RING, _SESSION_RING, _USER_RING = -2, -3, -4
_JOIN_SESSION, _LINK, _UNLINK, _SEARCH, _READ = 1, 8, 9, 10, 11
_MOST = 250
"""A number of keys above Linux's limit for a user."""


def call(name: str, *arguments: object) -> int:
    """Make a system call by its name."""
    return kernel.syscall(
        ctypes.CDLL(_LIBSECCOMP).seccomp_syscall_resolve_name(name.encode()), *arguments
    )


def add(description: str, payload: bytes, harness: int) -> int:
    """Add a key to a ring; return its number."""
    return call("add_key", b"user", description.encode(), payload, len(payload), harness)


@contextmanager
def planted(description: str, payload: bytes) -> Iterator[bool]:
    """Keep a key in the user's ring; yield whether this machine allows that."""
    try:
        key = add(description, payload, _USER_RING)
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        call("keyctl", _UNLINK, key, _USER_RING)


def stolen(description: str) -> str:
    """Return the payload of a key, from any ring that `/proc/keys` lists."""
    call("keyctl", _JOIN_SESSION, None)
    for line in Path("/proc/keys").read_text(encoding="ascii").splitlines():
        if "keyring" in line:
            with suppress(OSError):
                call("keyctl", _LINK, int(line.split()[0], 16), _SESSION_RING)
    key = call("keyctl", _SEARCH, _SESSION_RING, b"user", description.encode(), 0)
    payload = ctypes.create_string_buffer(100)
    length = call("keyctl", _READ, key, payload, len(payload))
    return payload.raw[:length].decode()


def filled() -> int:
    """Add keys to the ring of this process until the system refuses; return their number."""
    for count in range(_MOST):
        try:
            add(f"filler-{count}", b"x", _PROCESS_RING)
        except OSError:
            return count
    return _MOST
