"""The touches of an observed bot: files, addresses and programs, as its supervisor noted them."""

import json
from collections.abc import Iterator
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
    """Parse the notes of a supervisor; return None if the bot was not observed."""
    lines = [json.loads(line) for line in notes.splitlines()]
    if ["observed", ""] not in lines:
        return None
    return tuple(_touches(lines))


def _touches(lines: list[list[str]]) -> Iterator[Touch]:
    kinds = {kind.value: kind for kind in TouchKind}
    for kind, target in lines:
        if kind in kinds:
            yield Touch(kinds[kind], target)
