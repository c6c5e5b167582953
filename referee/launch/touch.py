"""The touches of an observed bot: files, addresses and programs, as its supervisor noted them."""

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple


class TouchKind(Enum):
    """The kind of a touch: what a bot did, or tried to do."""

    READ = "read"
    WRITE = "write"
    """It opened a file for writing, or created, renamed or removed one."""
    CONNECT = "connect"
    BIND = "bind"
    SEND = "send"
    RUN = "run"


class Touch(NamedTuple):
    """A touch: its kind, and the path or address, such as `127.0.0.1:80` or `unix:/path`."""

    kind: TouchKind
    target: str


def touches_of(notes: bytes) -> tuple[Touch, ...] | None:
    """Parse the notes of a supervisor; return None if the bot was not observed.

    Lines that are no notes are left out, such as the last one of notes that are cut.
    """
    lines = [line for line in map(_note, notes.splitlines()) if line is not None]
    if ("observed", "") not in lines:
        return None
    return tuple(_touches(lines))


def _note(line: bytes) -> tuple[str, str] | None:
    """Return the kind and the target of one line; None if it is no note."""
    try:
        match json.loads(line):
            case [str(kind), str(target)]:
                return kind, target
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def _touches(lines: Iterable[tuple[str, str]]) -> Iterator[Touch]:
    kinds = {kind.value: kind for kind in TouchKind}
    for kind, target in lines:
        if kind in kinds:
            yield Touch(kinds[kind], target)
