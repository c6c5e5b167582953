"""The processes of a test, found again by a mark in their environment."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path


def marked(name: str, environment: Mapping[str, str]) -> Iterator[tuple[int, bytes]]:
    """The processes that have a variable of an environment, with their commands."""
    mark = f"{name}={environment[name]}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name), (folder / "cmdline").read_bytes()
