"""Isolation: the namespaces that a supervisor creates for a bot, without other programs.

Inside, there is no network, not even loopback. The bot sees only its own processes, and can write
only to its scratch folder, which is in memory and limited.
"""

import contextlib
import os
from collections.abc import Iterator

from referee.launch.supervisor import hiding, kernel
from referee.launch.supervisor.spec import DEVICES, KEY_LISTS, MOST_NAMES, SHARED, SandboxSpec

_NAMESPACES = (
    kernel.CLONE_NEWUSER
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
)
_INSIDE = 1000
"""The user and group id of a bot inside: never root, whatever user runs the referee."""
_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV
_RESERVED_PIDS = 300
"""Low process ids that Linux does not reuse."""


class IsolationRefused(Exception):
    """The system refuses a part of the isolation; the message says which, and why."""


def leave() -> None:
    """Enter new namespaces; the next child becomes the first process of its PID namespace.

    Raises:
        IsolationRefused: when the system does not allow it.
    """
    user, group = os.geteuid(), os.getegid()
    with _building("user, process and network namespaces"):
        kernel.unshare(_NAMESPACES)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{_INSIDE} {user} 1")
        _write("/proc/self/gid_map", f"{_INSIDE} {group} 1")


def close(spec: SandboxSpec) -> None:
    """Isolate the file system; called by the first process inside.

    Raises:
        IsolationRefused: when the system does not allow it.
    """
    with _building("a mount namespace"):
        kernel.unshare(kernel.CLONE_NEWNS)
        kernel.make_mounts_private()
    with _building("a separate /proc"):
        kernel.mount("proc", "/proc", _FLAGS | kernel.MS_NOEXEC)
    with _building("mounts that hide files of the league"):
        hiding.hide(spec.hidden, spec.socket)
    for path in KEY_LISTS:
        if os.path.exists(path):
            with _building(f"a mount over {path}"):
                kernel.bind(os.devnull, path)
    _bound_kernel(spec)
    with _building("a read-only file system (Linux 5.12)"):
        kernel.make_mounts_read_only()
        for device in DEVICES:
            kernel.give_device(device)
    with _building("a scratch folder in memory"):
        size = f"size={spec.disk},nr_inodes={MOST_NAMES},mode=700"
        for folder in (spec.scratch, SHARED):
            kernel.mount("tmpfs", folder, _FLAGS, size)


def _bound_kernel(spec: SandboxSpec) -> None:
    """Set additional limits that only some kernels support."""
    with contextlib.suppress(OSError):
        _write("/proc/sys/user/max_user_namespaces", "0")
    with contextlib.suppress(OSError):
        _write("/proc/sys/kernel/pid_max", str(_RESERVED_PIDS + spec.tasks))


@contextlib.contextmanager
def _building(wall: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise IsolationRefused(f"the system refuses {wall}: {error.strerror}") from None
    except hiding.CannotHide as error:
        raise IsolationRefused(str(error)) from None


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
