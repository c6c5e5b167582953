"""A process tree: the process of a bot, and every process that it started.

A supervisor that is process 1 of a PID namespace sees them all in `/proc`, and the kernel ends them
with it. Without a namespace, the supervisor reads its descendants from `/proc`. It adopts orphans,
so that no process can escape by forking twice.
"""

import contextlib
import os
import resource
import signal
import time
from typing import NamedTuple

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_ENDING = 2.0
"""The most seconds to wait until all processes are gone."""


class Usage(NamedTuple):
    """The resource usage of a process tree.

    Attributes:
        memory: in bytes.
        tasks: the number of processes and threads.
        cpu: processor time so far, in seconds.
    """

    memory: int
    tasks: int
    cpu: float


class Meter:
    """Measures processor time so that it never decreases.

    The system forgets the time of a process that nobody waited for. In that case the meter adds
    what the other processes have used since the last reading.
    """

    def __init__(self) -> None:
        self._own: dict[tuple[str, bytes], float] = {}
        self._total = 0.0
        self._spent = 0.0

    def spent(self, own: dict[tuple[str, bytes], float], waited_for: float) -> float:
        """Return the processor time so far, in seconds.

        Args:
            own: the seconds that each process has used itself, by its id and its start time.
            waited_for: the seconds of ended processes that were waited for.
        """
        total = sum(own.values()) + waited_for
        grown = sum(used - self._own.get(process, 0.0) for process, used in own.items())
        self._spent += max(total - self._total, grown)
        self._own, self._total = own, total
        return self._spent


def usage(meter: Meter) -> Usage:
    """Return the usage of all processes of this namespace except the supervisor, process 1.

    Shared memory counts for each process; see `fair_memory`. Processor time includes that of
    processes that they or the supervisor have waited for.
    """
    memory = tasks = 0
    buried = resource.getrusage(resource.RUSAGE_CHILDREN)
    own, waited_for = {}, buried.ru_utime + buried.ru_stime
    for pid in _members():
        fields = _stat(pid)
        if fields:
            tasks += int(fields[17])
            memory += int(fields[21]) * _PAGE
            own[pid, fields[19]] = (int(fields[11]) + int(fields[12])) / _TICKS
            waited_for += (int(fields[13]) + int(fields[14])) / _TICKS
    return Usage(memory, tasks, meter.spent(own, waited_for))


def fair_memory() -> int:
    """Return the memory of the same processes in bytes, with shared memory counted once; slow."""
    return sum(_fair_share(pid) for pid in _members())


def stop() -> None:
    """Suspend every process of this namespace except the first, all at once."""
    _signal([-1], signal.SIGSTOP)


def go_on() -> None:
    """Continue the suspended processes."""
    _signal([-1], signal.SIGCONT)


def ask_to_end() -> None:
    """Send SIGTERM to every process of the process tree."""
    _signal([-1] if os.getpid() == 1 else descendants(os.getpid()), signal.SIGTERM)


def end() -> None:
    """Kill every process of the process tree, and wait until all are gone.

    In a namespace this does nothing: the kernel kills all processes when process 1 ends.
    """
    if os.getpid() == 1:
        return
    until = time.monotonic() + _ENDING
    while time.monotonic() < until:
        _signal(descendants(os.getpid()), signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def end_session(leader: int) -> None:
    """Kill the processes of a session whose leader has ended, and with it their supervisor."""
    for name in os.listdir("/proc"):
        fields = _stat(name) if name.isdigit() else []
        if fields and int(fields[3]) == leader:
            _signal([int(name)], signal.SIGKILL)


def descendants(of: int) -> list[int]:
    """Return all descendants of a process, parents before their children."""
    found = [of]
    for pid in found:
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                with (
                    contextlib.suppress(OSError),
                    open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file,
                ):
                    found += [int(child) for child in file.read().split()]
    return found[1:]


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _members() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]


def _fair_share(pid: str) -> int:
    """Return the proportional memory of a process; all of it if unreadable, 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        fields = _stat(pid)
        return int(fields[21]) * _PAGE if fields else 0
    return 0


def _stat(pid: str) -> list[bytes]:
    """Return the fields of `/proc/PID/stat` after the name; empty if the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []
