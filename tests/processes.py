"""Inspect processes through `/proc`. Most functions ignore a process that ends meanwhile."""

import contextlib
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path


def running() -> Iterator[int]:
    """Yield the ids of all processes of this machine."""
    return (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal())


def children(pid: int) -> list[int]:
    """Return the ids of a process's children."""
    found = []
    for threads in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(child) for child in threads.read_text().split()]
    return found


def everybody_below(pid: int) -> Iterator[int]:
    """Yield the ids of a process and all its descendants."""
    yield pid
    for child in children(pid):
        yield from everybody_below(child)


def command_line(pid: int) -> bytes:
    """Return the arguments of a process, each followed by a zero byte."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def environment(pid: int) -> bytes:
    """Return the environment variables of a process, each followed by a zero byte."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return b""


def marked(name: str, variables: Mapping[str, str]) -> Iterator[tuple[int, bytes]]:
    """Yield the id and arguments of each process that has the variable `name` of `variables`."""
    mark = f"{name}={variables[name]}".encode()
    for pid in running():
        if mark in environment(pid).split(b"\0"):
            yield pid, command_line(pid)


def open_files(pid: int) -> set[str]:
    """Return the paths of the open files of a process."""
    found = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found.add(os.readlink(descriptor))
    return found


def files_held_in(folder: Path) -> set[str]:
    """Return the paths of this process's open files below a folder."""
    return {path for path in open_files(os.getpid()) if Path(path).is_relative_to(folder)}


def with_word(word: str) -> list[int]:
    """Return the ids of the processes with a word in their command line."""
    return [pid for pid in running() if word.encode() in command_line(pid)]


def is_deaf(pid: int) -> bool:
    """Return whether a process ignores SIGTERM."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigIgn:"):
                return bool(int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
    return False
