"""The system-call filter of a sandbox, compiled by libseccomp.

A sandboxed process keeps every call that ordinary programs need. The filter refuses calls that
reach beyond the namespaces (kernel keys), act on the whole machine, use up what other programs of
its user need, or are needed by most kernel exploits of recent years. The list follows Flatpak and
container engines.

Only five functions of libseccomp are needed, so they are called with `ctypes`. The supervisor
installs the compiled filter right before it runs the bot.
"""

import contextlib
import ctypes
import errno
import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

_LIBRARY = "libseccomp.so.2"

_ALLOW = 0x7FFF0000
_NOTIFY = 0x7FC00000
_ERRNO = 0x00050000
_UNEQUAL, _GREATER, _EQUAL, _MASKED_EQUAL = 1, 6, 4, 7
_UNKNOWN_CALL = -1

REFUSED = (
    # Kernel keys belong to a user, whatever namespace the process is in.
    *("add_key", "keyctl", "request_key"),
    # Other processes.
    *("kcmp", "pidfd_getfd", "process_vm_readv", "process_vm_writev", "ptrace"),
    # New namespaces and mounts.
    *("chroot", "mount", "pivot_root", "setns", "umount2", "unshare"),
    *("name_to_handle_at", "open_by_handle_at"),
    # The machine as a whole.
    *("acct", "delete_module", "finit_module", "init_module", "kexec_file_load", "kexec_load"),
    *("quotactl", "quotactl_fd", "reboot", "settimeofday", "swapoff", "swapon", "syslog"),
    *("clock_adjtime", "clock_settime", "fanotify_init", "sync", "syncfs"),
    # Large and young parts of the kernel that a bot has no use for.
    *("bpf", "modify_ldt", "perf_event_open", "userfaultfd"),
)
"""Names of the calls that fail with EPERM."""

PINNED = ("sched_setaffinity",)
"""Names of the calls that also fail with EPERM for a process that may not leave its core."""

UNKNOWN = (
    "clone3",  # the filter cannot read its flags; C libraries fall back to clone
    *("fsconfig", "fsmount", "fsopen", "fspick", "mount_setattr", "move_mount", "open_tree"),
    *("io_uring_enter", "io_uring_register", "io_uring_setup"),
    # Memory that belongs to no process, so that no limit of memory counts it.
    *("memfd_create", "memfd_secret", "msgget", "mq_open", "semget", "shmget"),
    # Objects that the kernel limits for the whole machine, or for all processes of a user.
    *("io_cancel", "io_destroy", "io_getevents", "io_pgetevents", "io_setup", "io_submit"),
    *("inotify_add_watch", "inotify_init", "inotify_init1"),
)
"""Names of the calls that fail with ENOSYS, so that programs fall back to other calls."""

FILE_COMMANDS = {"F_SETLEASE": 1024, "F_NOTIFY": 1026, "F_SETDELEG": 1040}
"""Commands of `fcntl` that fail with EPERM: with a lease, a bot would delay others that open a file
of its user, and the others reach into folders."""

HUGE_PAGES = 0x40000
"""The flag of `mmap` for huge pages, which are the whole machine's; such a call fails with ENOMEM,
as on a machine without any."""

FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
"""The allowed address families of sockets. Others fail with EAFNOSUPPORT: a vsock would reach the
host of a virtual machine, and AF_ALG accepts kernel keys by number."""

OBSERVED = (
    *("open", "openat", "openat2", "creat", "truncate"),
    *("mkdir", "mkdirat", "mknod", "mknodat", "rename", "renameat", "renameat2"),
    *("link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir"),
    *("bind", "connect", "execve", "execveat"),
)
"""Calls with a path, an address or a program; an observed bot waits until the call is noted."""

_NAMESPACES = (
    0x00020000,  # CLONE_NEWNS
    0x02000000,  # CLONE_NEWCGROUP
    0x04000000,  # CLONE_NEWUTS
    0x08000000,  # CLONE_NEWIPC
    0x10000000,  # CLONE_NEWUSER
    0x20000000,  # CLONE_NEWPID
    0x40000000,  # CLONE_NEWNET
)
_LOWER_HALF = 0xFFFFFFFF
"""The bits of an argument that the kernel reads as an `unsigned int`."""
_CLONE_FLAGS = 1 if os.uname().machine.startswith("s390") else 0
"""The index of the argument of `clone` that has the flags."""


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def missing() -> str | None:
    """Return what the filter needs and this machine lacks, as a sentence; None for nothing."""
    try:
        program()
    except OSError as error:
        return f"it needs libseccomp 2.5 (`apt-get install libseccomp2`): {error}."
    return None


@cache
def program(pinned: bool = False) -> bytes:
    """Return the filter for processes of this machine, as classic BPF instructions.

    A call through another ABI (32-bit or x32 on x86-64) kills its process. The filter of a `pinned`
    process also refuses to leave its core.

    Raises:
        OSError: when libseccomp is missing or cannot compile the filter.
    """
    with _filter() as (library, context):
        _Rules(library, context).add_all(PINNED if pinned else ())
        return _exported(library, context)


@contextlib.contextmanager
def _filter() -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p]]:
    """Yield libseccomp and a new filter that allows every call; releases the filter afterwards."""
    library = ctypes.CDLL(_LIBRARY, use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(_ALLOW)))
    if not context:
        raise OSError(errno.ENOMEM, "libseccomp makes no filter")
    try:
        yield library, context
    finally:
        library.seccomp_release(context)


class ObserverFilter(NamedTuple):
    """What a supervisor needs to observe a bot.

    Attributes:
        filter: a filter that notifies its listener of the calls, as classic BPF instructions.
        calls: the names of the calls by number.
        seccomp: the number of the call that installs the filter.
    """

    filter: bytes
    calls: dict[int, str]
    seccomp: int


@cache
def observer_filter() -> ObserverFilter:
    """Return the filter that observes files, addresses and programs on this machine.

    Raises:
        OSError: when libseccomp is missing or cannot compile the filter.
    """
    with _filter() as (library, context):
        rules = _Rules(library, context)
        calls = rules.notify(OBSERVED)
        calls |= rules.notify(("sendto",), _Comparison(4, _UNEQUAL, 0))
        number = library.seccomp_syscall_resolve_name(b"seccomp")
        return ObserverFilter(_exported(library, context), calls, number)


class _Rules:
    """Adds rules to a filter of libseccomp."""

    def __init__(self, library: ctypes.CDLL, context: ctypes.c_void_p) -> None:
        self._library = library
        self._context = context

    def add_all(self, more: Iterable[str] = ()) -> None:
        """Add all rules; the calls in `more` fail with EPERM, too."""
        self._refuse((*REFUSED, *more), errno.EPERM)
        self._refuse(UNKNOWN, errno.ENOSYS)
        for flag in _NAMESPACES:
            comparison = _Comparison(_CLONE_FLAGS, _MASKED_EQUAL, flag, flag)
            self._refuse(("clone",), errno.EPERM, comparison)
        for command in FILE_COMMANDS.values():
            comparison = _Comparison(1, _MASKED_EQUAL, _LOWER_HALF, command)
            self._refuse(("fcntl", "fcntl64"), errno.EPERM, comparison)
        huge = _Comparison(3, _MASKED_EQUAL, HUGE_PAGES, HUGE_PAGES)
        self._refuse(("mmap", "mmap2"), errno.ENOMEM, huge)
        for family in range(max(FAMILIES)):
            if family not in FAMILIES:
                self._refuse_family(_Comparison(0, _EQUAL, family))
        self._refuse_family(_Comparison(0, _GREATER, max(FAMILIES)))

    def _refuse_family(self, comparison: _Comparison) -> None:
        self._refuse(("socket", "socketpair"), errno.EAFNOSUPPORT, comparison)

    def notify(self, names: Iterable[str], *comparisons: _Comparison) -> dict[int, str]:
        """Add rules that notify the listener of these calls; return their names by number.

        A rule applies to calls whose arguments meet the comparisons.
        """
        return self._add(names, _NOTIFY, *comparisons)

    def _refuse(self, names: Iterable[str], number: int, *comparisons: _Comparison) -> None:
        """Add rules that refuse these calls with an error number, if they meet the comparisons."""
        self._add(names, _ERRNO | number, *comparisons)

    def _add(self, names: Iterable[str], action: int, *comparisons: _Comparison) -> dict[int, str]:
        """Add a rule for each call that libseccomp knows; return their names by number."""
        array = (_Comparison * len(comparisons))(*comparisons)
        calls = {}
        for name in names:
            call = self._library.seccomp_syscall_resolve_name(name.encode())
            if call == _UNKNOWN_CALL:  # this libseccomp lacks it
                continue
            _checked(
                self._library.seccomp_rule_add_array(
                    self._context,
                    ctypes.c_uint32(action),
                    ctypes.c_int(call),
                    ctypes.c_uint(len(comparisons)),
                    array,
                )
            )
            calls[call] = name
        return calls


def _exported(library: ctypes.CDLL, context: ctypes.c_void_p) -> bytes:
    with tempfile.TemporaryFile() as file:
        _checked(library.seccomp_export_bpf(context, file.fileno()))
        file.seek(0)
        return file.read()


def _checked(result: int) -> None:
    """Raise `OSError` if a function of libseccomp returned a negative error number."""
    if result < 0:
        raise OSError(-result, os.strerror(-result))
