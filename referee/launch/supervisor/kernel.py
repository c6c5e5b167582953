"""Linux system calls that Python does not provide yet.

Each raises `OSError` with the error number of the call if the kernel refuses.
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
    """A filter of system calls, as the structure of the kernel."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def checked(result: int) -> int:
    """Return the result of a call; raise `OSError` if it failed."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; numbers above 423 are the same on every architecture."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return checked(_libc.syscall(ctypes.c_long(number), *words))


def unshare(namespaces: int) -> None:
    """Move this process into new namespaces."""
    checked(_libc.unshare(namespaces))


def mount(kind: str, target: str, flags: int, data: str = "") -> None:
    """Mount a file system that needs no device, such as `tmpfs` or `proc`."""
    source, words = kind.encode(), data.encode()
    checked(_libc.mount(source, os.fsencode(target), source, ctypes.c_ulong(flags), words))


def bind(source: str, target: str) -> None:
    """Mount a file or a folder, including the mounts inside it, at another path."""
    flags = ctypes.c_ulong(MS_BIND | MS_REC)
    checked(_libc.mount(os.fsencode(source), os.fsencode(target), None, flags, None))


def make_mounts_private() -> None:
    """Keep later mounts inside this mount namespace."""
    flags = ctypes.c_ulong(MS_REC | MS_PRIVATE)
    checked(_libc.mount(None, b"/", None, flags, None))


def make_mounts_read_only() -> None:
    """Make all mounts read-only, and forbid opening devices. Needs Linux 5.12."""
    _set_mount("/", _AT_RECURSIVE, _MountAttributes(set=_MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NODEV))


def give_device(path: str) -> None:
    """Allow opening one device."""
    name = path.encode()
    checked(_libc.mount(name, name, None, ctypes.c_ulong(MS_BIND), None))
    _set_mount(path, 0, _MountAttributes(clear=_MOUNT_ATTR_NODEV))


def _set_mount(path: str, flags: int, wanted: _MountAttributes) -> None:
    size = ctypes.sizeof(wanted)
    name = ctypes.c_char_p(path.encode())
    syscall(_SYS_MOUNT_SETATTR, AT_FDCWD, name, flags, ctypes.byref(wanted), size)


def die_with_parent(signal: int) -> None:
    """Receive a signal when the parent ends; a change of privileges resets this."""
    checked(_libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0))


def end_with(parent: int, signal: int) -> None:
    """Receive a signal when the parent process ends, or now if it has ended already."""
    die_with_parent(signal)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose parent ends."""
    checked(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))


def gain_no_privileges() -> None:
    """Forbid this process and its children to gain privileges, even through `sudo`."""
    checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def filter_calls(program: bytes) -> None:
    """Install a filter of system calls for this thread and its children.

    Args:
        program: classic BPF instructions, 8 bytes each. Call `gain_no_privileges` before.
    """
    instructions = ctypes.create_string_buffer(program, len(program))
    filter_ = FilterProgram(len(program) // 8, ctypes.addressof(instructions))
    checked(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_), 0, 0))


def hide_memory() -> None:
    """Keep other processes of the same user from reading the memory of this process."""
    checked(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0))
