"""Calls of Linux that Python has no name for yet.

Each raises `OSError` with the call's own error number when the kernel refuses.
"""

import ctypes
import os

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 1 << 18

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER = 2

_SYS_MOUNT_SETATTR = 442
AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_MOUNT_ATTR_RDONLY = 1
_MOUNT_ATTR_NODEV = 4

_libc = ctypes.CDLL(None, use_errno=True)


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns", ctypes.c_uint64),
    )


class FilterProgram(ctypes.Structure):
    """A filter of system calls as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def checked(result: int) -> int:
    """The result of a call, unless it failed."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; numbers above 423 are those of every machine."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return checked(_libc.syscall(ctypes.c_long(number), *words))


def unshare(namespaces: int) -> None:
    """Leave the namespaces of the parent for new ones."""
    checked(_libc.unshare(namespaces))


def mount(kind: str, target: str, flags: int, data: str = "") -> None:
    """Mount a file system that needs no device."""
    source, words = kind.encode(), data.encode()
    checked(_libc.mount(source, os.fsencode(target), source, ctypes.c_ulong(flags), words))


def bind(source: str, target: str) -> None:
    """Mount a file or a folder, with all that is mounted in it, at another path."""
    flags = ctypes.c_ulong(MS_BIND | MS_REC)
    checked(_libc.mount(os.fsencode(source), os.fsencode(target), None, flags, None))


def make_mounts_private() -> None:
    """Hide later mounts from the outside."""
    flags = ctypes.c_ulong(MS_REC | MS_PRIVATE)
    checked(_libc.mount(None, b"/", None, flags, None))


def make_mounts_read_only() -> None:
    """No file that is mounted can be written to, and no device opened. Needs Linux 5.12."""
    _set_mount("/", _AT_RECURSIVE, _MountAttributes(set=_MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NODEV))


def give_device(path: str) -> None:
    """Still allow one device."""
    name = path.encode()
    checked(_libc.mount(name, name, None, ctypes.c_ulong(MS_BIND), None))
    _set_mount(path, 0, _MountAttributes(clear=_MOUNT_ATTR_NODEV))


def _set_mount(path: str, flags: int, wanted: _MountAttributes) -> None:
    size = ctypes.sizeof(wanted)
    name = ctypes.c_char_p(path.encode())
    syscall(_SYS_MOUNT_SETATTR, AT_FDCWD, name, flags, ctypes.byref(wanted), size)


def die_with_parent(signal: int) -> None:
    """Get a signal when the parent ends; forgotten when privileges change."""
    checked(_libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0))


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    checked(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))


def gain_no_privileges() -> None:
    """From here on no program gives more rights than its caller has, not even sudo."""
    checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def filter_calls(program: bytes) -> None:
    """Have the kernel check every system call by a filter, in this thread and its children.

    Args:
        program: instructions of classic BPF, 8 bytes each. `gain_no_privileges` comes first.
    """
    instructions = ctypes.create_string_buffer(program, len(program))
    filter_ = FilterProgram(len(program) // 8, ctypes.addressof(instructions))
    checked(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_), 0, 0))


def hide_memory() -> None:
    """No process of the same user may look into this one."""
    checked(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0))
