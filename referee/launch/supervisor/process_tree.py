"""A process tree: one bot's process, and every process that it started.

A supervisor that is process 1 of a namespace sees them all in `/proc` and takes them with
it when it ends. Without a namespace it is told of its descendants by the kernel, and
adopts those whose parents end, so that none can slip away by forking twice.
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
"""Seconds in which the last process must be gone."""


class Usage(NamedTuple):
    """What a process tree uses at a moment: bytes, processes and threads, seconds."""

    memory: int
    tasks: int
    cpu: float


class Meter:
    """Processor time that never decreases from one reading to the next.

    The system forgets the time of a process that nobody has waited for. Then it counts what the
    other processes have used since the last check.
    """

    def __init__(self) -> None:
        self._own: dict[tuple[str, bytes], float] = {}
        self._total = 0.0
        self._spent = 0.0

    def spent(self, own: dict[tuple[str, bytes], float], waited_for: float) -> float:
        """The seconds that were used up to this look.

        Args:
            own: seconds that each process has used itself, by its id and when it began.
            waited_for: seconds of those that have ended and were waited for.
        """
        total = sum(own.values()) + waited_for
        grown = sum(used - self._own.get(process, 0.0) for process, used in own.items())
        self._spent += max(total - self._total, grown)
        self._own, self._total = own, total
        return self._spent


def usage(meter: Meter) -> Usage:
    """What all processes of this namespace but the first use; for a supervisor that is process 1.

    Memory that several share is counted for each of them: see `fair_memory`. Processor time
    is theirs and that of the processes they, or the supervisor, have waited for.
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
    """The memory of the same processes, in bytes, with what is shared counted once; dear."""
    return sum(_fair_share(pid) for pid in _members())


def stop() -> None:
    """Stop every process of a namespace but the first, all at one moment."""
    _signal([-1], signal.SIGSTOP)


def go_on() -> None:
    """Let them go on."""
    _signal([-1], signal.SIGCONT)


def ask_to_end() -> None:
    """Send every process of the process tree a SIGTERM."""
    _signal([-1] if os.getpid() == 1 else descendants(os.getpid()), signal.SIGTERM)


def end() -> None:
    """Kill every process of the process_tree, and wait until all are gone.

    Those of a namespace are killed by the kernel when its process 1 ends.
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


def descendants(of: int) -> list[int]:
    """The children of a process, and theirs, from the top down."""
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
    """The memory that counts for a process: all of it if it hides the parts, 0 if it is gone."""
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
    """The fields of `/proc/PID/stat` behind the name; none when the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []
