"""What an observed bot touched: files, addresses and programs, as its supervisor noted them."""

import json
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class TouchKind(Enum):
    """What a bot did, or tried to do, with a file, an address or a program."""

    READ = "read"
    WRITE = "write"
    """It opened a file to write, or made, renamed or removed one."""
    CONNECT = "connect"
    BIND = "bind"
    SEND = "send"
    RUN = "run"


class Touch(NamedTuple):
    """What was done, and the path or the address: `127.0.0.1:80` or `unix:/path`."""

    kind: TouchKind
    target: str


def touches_of(notes: bytes) -> tuple[Touch, ...] | None:
    """Return each touch once, in the order of the first; None if nothing was observed."""
    lines = [json.loads(line) for line in notes.splitlines()]
    if ["observed", ""] not in lines:
        return None
    return tuple(_touches(lines))


def _touches(lines: list[list[str]]) -> Iterator[Touch]:
    kinds = {kind.value: kind for kind in TouchKind}
    for kind, target in lines:
        if kind in kinds:
            yield Touch(kinds[kind], target)
