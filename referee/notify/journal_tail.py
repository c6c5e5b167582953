"""Follow a journal from outside: read its new lines, with bounded memory.

The reader neither locks the file nor checks its chain; whoever writes the journal does. It reads
whole lines only, because a killed writer may leave part of one, which the next writer removes. A
line that is longer than a block has no text: no short event is in it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from referee.league.ledger.chained_journal import TEXT

_BLOCK: Final = 1 << 20
"""Bytes that are read at once."""


class TailPosition(NamedTuple):
    """The last line that was read: where it begins, and its digest; no digest if none was."""

    offset: int = 0
    digest: str = ""


class TailLine(NamedTuple):
    """A line: its position, and its event as JSON."""

    position: TailPosition
    text: str


class JournalTail:
    """Reads the lines of a journal in their order. The file may not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self, after: TailPosition) -> Iterator[TailLine]:
        """Yield the lines after a position that are there now.

        Raises:
            LookupError: if the journal does not have the line of the position: it was replaced.
        """
        try:
            file = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            if after.digest:
                raise LookupError from None
            return
        try:
            yield from _lines(file, _start(file, after))
        finally:
            os.close(file)

    def end(self) -> TailPosition:
        """Return the position of the last line that is there now."""
        position = TailPosition()
        for line in self.lines(position):
            position = line.position
        return position


def _start(file: int, after: TailPosition) -> int:
    """Return where the line after a position begins."""
    if not after.digest:
        return 0
    if os.pread(file, TEXT - 1, after.offset).decode("ascii", "replace") != after.digest:
        raise LookupError
    return _next_line(file, after.offset)


def _next_line(file: int, offset: int) -> int:
    """Return where the line after that at an offset begins; -1 if that line is not whole."""
    while block := os.pread(file, _BLOCK, offset):
        if (end := block.find(b"\n")) >= 0:
            return offset + end + 1
        offset += len(block)
    return -1


def _lines(file: int, offset: int) -> Iterator[TailLine]:
    while block := os.pread(file, _BLOCK, offset):
        whole = block[: block.rfind(b"\n") + 1]
        if not whole:
            following = _next_line(file, offset)
            if following < 0:
                return
            yield TailLine(TailPosition(offset, block[: TEXT - 1].decode("ascii", "replace")), "")
            offset = following
            continue
        for line in whole.splitlines(keepends=True):
            digest = line[: TEXT - 1].decode("ascii", "replace")
            text = line[TEXT:].decode("utf-8", "replace")
            yield TailLine(TailPosition(offset, digest), text)
            offset += len(line)
