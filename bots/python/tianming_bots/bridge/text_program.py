"""A program that reads words and may print several lines for one answer."""

import asyncio
import contextlib
from collections.abc import Sequence

from tianming_bots.bridge.program import Program

_MOST_BYTES = 1 << 16
"""Bytes of an answer that are kept: its end."""

_QUIET = 0.2
"""Seconds without output after which an answer that cannot be read is complete."""


class TextProgram(Program):
    """A running program that is asked in words. Use `async with`.

    It has answered when it has printed whole lines. What it prints without a question is ignored.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        self._late = b""
        self._heard = asyncio.Event()

    async def rest(self, printed: bytes) -> bytes:
        """Return an answer with everything that the program still prints, until it is quiet."""
        while True:
            printed = (printed + self._late)[-_MOST_BYTES:]
            self._late = b""
            self._heard.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._heard.wait(), _QUIET)
                continue
            return printed

    async def _read(self) -> None:
        """Read what it prints until it cannot be asked any more; raises why."""
        assert self._process.stdout is not None
        pending = b""
        while chunk := await self._process.stdout.read(_MOST_BYTES):
            lines, end, pending = (pending + chunk).rpartition(b"\n")
            pending = pending[-_MOST_BYTES:]
            if end:
                self._print(lines + end)
        if pending:
            self._print(pending)
        await super()._read()

    def _print(self, lines: bytes) -> None:
        if self._answer is None or self._answer.done():
            self._late = (self._late + lines)[-_MOST_BYTES:]
            self._heard.set()
        else:
            self._late = b""
            self._answer.set_result(lines[-_MOST_BYTES:])
