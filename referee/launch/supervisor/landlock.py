"""Landlock: restrict what this process and its children may do, enforced by the kernel.

It is the second barrier of a sandbox, after the namespaces. A bot that escapes from the namespaces
still cannot write files, use TCP, or signal processes outside.
"""

import ctypes
import os
from collections.abc import Iterable

from referee.launch.supervisor.kernel import syscall

_CREATE_RULESET = 444
_ADD_RULE = 445
_RESTRICT_SELF = 446

_ASK_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""The versions of Landlock that add rights on files, with the number of rights from then on."""
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15
"""The rights that apply to files that are no folders; the last two are truncate and ioctl."""

_TCP_BIND_AND_CONNECT = 3
_NO_ABSTRACT_SOCKET_NO_SIGNAL = 3


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock in the kernel; 0 without Landlock."""
    try:
        return syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict(writable: Iterable[str]) -> None:
    """Let this process write only below these paths, and forbid TCP and signals to the outside.

    Rules that an older kernel does not support are omitted. Without Landlock nothing happens.
    """
    known = version()
    if not known:
        return
    rights = (1 << max(count for least, count in _RIGHTS if known >= least)) - 1
    ruleset = _Ruleset(
        files=rights,
        network=_TCP_BIND_AND_CONNECT if known >= 4 else 0,
        scoped=_NO_ABSTRACT_SOCKET_NO_SIGNAL if known >= 6 else 0,
    )
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = syscall(_CREATE_RULESET, ctypes.byref(ruleset), size, 0)
    try:
        _allow(rules, "/", rights & _READ)
        for path in writable:
            _allow(rules, path, rights)
        syscall(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """Add a rule for a path; ignores a missing path."""
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        folder = os.path.isdir(path)
        rule = _PathBeneath(allowed=rights if folder else rights & _ON_FILES, parent=parent)
        syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(parent)
