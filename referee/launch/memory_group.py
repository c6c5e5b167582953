"""Memory groups: cgroups that limit all memory of a bot, also memory that no process owns.

The supervisor counts what processes have mapped. The kernel charges everything else to a cgroup:
buffers of pipes and sockets, files in memory, and its own memory for processes. A bot gets a cgroup
where the system has delegated one to the referee:

- cgroup 2: systemd marks a delegated group (`Delegate=memory` in the unit). In a container it is
  the root of the container's groups, if that is writable.
- cgroup 1: the referee may write to its own group of the controller `memory`.

A group with processes of its own cannot limit its children in cgroup 2. So the referee moves the
processes of a delegated group, which are all its own, into a child (`_OWN`) first.
"""

import contextlib
import os
import signal
import uuid
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.launch.supervisor.exit_status import MIB, ExitStatus

_OWN = "tianming-referee"
"""Name of the child for the processes of the referee, in cgroup 2."""
_BOT = "tianming-bot-"
"""Prefix of the names of the groups of bots; the process id of the referee follows."""
_ENTER = 'echo 0 > "$0" && exec "$@"'
"""Shell commands by which a process enters a group before it becomes the supervisor of a bot."""
_SUPERVISOR = 64 * MIB
"""Memory in bytes that the supervisor and bubblewrap may use, in addition to the bot."""
_TRIES = 20
"""How often to move processes that other referees start at the same time."""
_OWN_GROUPS = Path("/proc/self/cgroup")
"""The groups of this process, a line for each hierarchy."""
_MOUNTS = Path("/proc/self/mounts")


class _Files(NamedTuple):
    """The files of a group, by version of cgroup.

    Attributes:
        limit: the limit of memory in bytes.
        swap: the limit that keeps the bot from the swap; the machine may have none.
        events: has a line `oom_kill N`.
    """

    limit: str
    swap: str
    events: str


_VERSIONS = {
    1: _Files("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control"),
    2: _Files("memory.max", "memory.swap.max", "memory.events"),
}


class Delegation(NamedTuple):
    """A group in which the referee may create groups.

    Attributes:
        folder: the folder of the group.
        version: the version of cgroup, 1 or 2.
    """

    folder: Path
    version: int


class MemoryGroup:
    """The group of one bot."""

    def __init__(self, delegation: Delegation, memory: int) -> None:
        """Create the group.

        Args:
            delegation: the group in which it is created.
            memory: the limit of the bot in bytes.

        Raises:
            OSError: when the system refuses the group or its limit.
        """
        self._memory = memory
        self._files = _VERSIONS[delegation.version]
        self._folder = delegation.folder / f"{_BOT}{os.getpid()}-{uuid.uuid4().hex}"
        self._folder.mkdir()
        try:
            most = memory + _SUPERVISOR
            (self._folder / self._files.limit).write_text(str(most))
            with contextlib.suppress(OSError):  # without swap there is nothing to limit
                swap = most if delegation.version == 1 else 0
                (self._folder / self._files.swap).write_text(str(swap))
        except OSError:
            self.remove()
            raise

    @property
    def entering(self) -> list[str]:
        """The first words of a command line whose process enters the group."""
        return ["/bin/sh", "-c", _ENTER, str(self._folder / "cgroup.procs")]

    def explain(self, ending: ExitStatus) -> ExitStatus:
        """Return an exit status with the limit as its cause, if the kernel enforced it."""
        was_killed = ending.signal == signal.SIGKILL or ending.lost or ending.refused
        if not was_killed or not self._has_killed():
            return ending
        most = f"{self._memory / MIB:.0f}"
        limit = (
            f"it and what the kernel keeps for it used more than {most} MiB of memory, "
            f"and may use {most}"
        )
        return ExitStatus(limit=limit, peak=ending.peak)

    def _has_killed(self) -> bool:
        with contextlib.suppress(OSError):
            for line in (self._folder / self._files.events).read_text().splitlines():
                name, _, count = line.partition(" ")
                if name == "oom_kill":
                    return int(count) > 0
        return False

    def remove(self) -> bool:
        """Remove the group; return False while a process is in it, since the kernel refuses it."""
        with contextlib.suppress(OSError):
            self._folder.rmdir()
        return not self._folder.exists()


@cache
def delegation() -> Delegation | None:
    """Return the group that the system has delegated to the referee; None without one.

    The first call removes groups that killed referees have left.
    """
    found = _version_2() or _version_1()
    if found is not None:
        for group in found.folder.glob(f"{_BOT}*"):
            process = group.name.removeprefix(_BOT).partition("-")[0]
            if not Path("/proc", process).exists():
                with contextlib.suppress(OSError):  # a group with processes stays
                    group.rmdir()
    return found


def _version_1() -> Delegation | None:
    folder = _own_folder("memory")
    if folder is None or not os.access(folder, os.W_OK):
        return None
    return Delegation(folder, 1)


def _version_2() -> Delegation | None:
    own = _own_folder("")
    if own is None:
        return None
    folder = own.parent if own.name == _OWN else own
    for name in ("cgroup.procs", "cgroup.subtree_control"):
        if not os.access(folder / name, os.W_OK):
            return None
    if not _is_delegated(folder) or "memory" not in _words(folder / "cgroup.controllers"):
        return None
    return Delegation(folder, 2) if _hands_on_memory(folder) else None


def _is_delegated(folder: Path) -> bool:
    """Return whether a group is the referee's: systemd says so, or it is the root of a container.

    The root of the machine has no file `cgroup.type`.
    """
    with contextlib.suppress(OSError):
        if os.getxattr(folder, "user.delegate") == b"1":
            return True
    return os.path.ismount(folder) and (folder / "cgroup.type").exists()


def _hands_on_memory(folder: Path) -> bool:
    """Let the children of a group limit their memory; return whether the system allows it."""
    control = folder / "cgroup.subtree_control"
    with contextlib.suppress(OSError):
        for _ in range(_TRIES):
            if "memory" in _words(control):
                return True
            (folder / _OWN).mkdir(exist_ok=True)
            for process in _words(folder / "cgroup.procs"):
                with contextlib.suppress(ProcessLookupError):
                    (folder / _OWN / "cgroup.procs").write_text(process)
            with contextlib.suppress(OSError):  # another process has come
                control.write_text("+memory")
                return True
    return False


def _words(file: Path) -> list[str]:
    return file.read_text().split()


def _own_folder(controller: str) -> Path | None:
    """Return the folder of this process's group.

    Args:
        controller: the controller of cgroup 1; empty for cgroup 2.
    """
    mount = _mount(controller)
    with contextlib.suppress(OSError):
        for line in _OWN_GROUPS.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if mount is not None and controller in controllers.split(","):
                return mount / path.lstrip("/")
    return None


def _mount(controller: str) -> Path | None:
    """Return where the file system of a controller of cgroup 1, or of cgroup 2, is mounted."""
    kind = "cgroup" if controller else "cgroup2"
    with contextlib.suppress(OSError):
        for line in _MOUNTS.read_text().splitlines():
            _, folder, system, options, *_ = line.split()
            if system == kind and (not controller or controller in options.split(",")):
                return Path(folder)
    return None
