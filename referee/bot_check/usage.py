"""Measure the resource usage of a running bot's processes from outside its sandbox."""

import contextlib
import os
from collections.abc import Iterator

from referee.launch.supervisor.process_tree import descendants

_PAGE = os.sysconf("SC_PAGE_SIZE")


def memory(pid: int) -> int:
    """Return the resident memory of all descendants of a process, in bytes.

    Shared memory counts once for each process, so only differences are meaningful.
    """
    return sum(int(fields[1]) * _PAGE for fields in _read(pid, "statm"))


def busy_time(pid: int) -> float:
    """Return the seconds in which threads of a process's descendants ran, or waited for a core.

    The waiting time counts, so that a busy machine does not make a bot look idle.
    """
    return sum(int(fields[0]) + int(fields[1]) for fields in _read(pid, "task/*/schedstat")) / 1e9


def _read(pid: int, name: str) -> Iterator[list[bytes]]:
    """Yield the fields of a file in `/proc` for each descendant that still runs."""
    for child in descendants(pid):
        for path in _paths(f"/proc/{child}", name):
            with contextlib.suppress(OSError), open(path, "rb") as file:
                yield file.read().split()


def _paths(folder: str, name: str) -> list[str]:
    """Return the path of a file of a process, or its paths for all threads (`task/*/...`)."""
    parts = name.split("/*/")
    if len(parts) == 1:
        return [f"{folder}/{name}"]
    with contextlib.suppress(OSError):
        return [f"{folder}/task/{task}/{parts[1]}" for task in os.listdir(f"{folder}/{parts[0]}")]
    return []
