"""The program behind a bridge: a process that is asked line by line."""

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Self

from tianming_bots.bridge.error import ProgramEnded, WrongLine, shown

_MOST_BYTES = 1 << 16
"""Bytes of a line of the program, at most."""

_PATIENCE = 0.3
"""Seconds for a program to end by itself, and again to end after `SIGTERM`."""


class Program:
    """A running program. Use `async with`.

    `failure` is done when it cannot be asked any more: with `ProgramEnded` or `WrongLine`.
    """

    failure: asyncio.Task[None]

    def __init__(self, arguments: Sequence[str]) -> None:
        """Name it by its command line."""
        self._arguments = arguments
        self._process: Process
        self._turn = asyncio.Lock()
        self._number = 0
        self._answer: asyncio.Future[bytes] | None = None

    async def __aenter__(self) -> Self:
        """Start it, with the environment of the bridge, without what belongs to the bot.

        Raises:
            ProgramEnded: when the system cannot start it.
        """
        own = {name: value for name, value in os.environ.items() if name[:9] != "TIANMING_"}
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._arguments, stdin=PIPE, stdout=PIPE, env=own, limit=_MOST_BYTES
            )
        except OSError as error:
            raise ProgramEnded(
                f"the program {self._arguments[0]} does not start: {error.strerror}"
            ) from None
        self.failure = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close its input, and end it if it does not end by that."""
        self.failure.cancel()
        await asyncio.gather(self.failure, return_exceptions=True)
        assert self._process.stdin is not None
        self._process.stdin.close()
        for end in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _PATIENCE)
            if self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    # `terminate` of the process could take its exit code before asyncio does.
                    os.kill(self._process.pid, end)
        await self._process.wait()

    def write(self, line: bytes) -> None:
        """Give it a line that wants no answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    async def ask(self, line: bytes, number: int) -> bytes:
        """Give it a line with a question; return its next line.

        The program has one question at a time. If nobody waits for the answer any more, its line
        is still read, so that it does not answer the next question.
        """
        return await asyncio.shield(asyncio.create_task(self._ask(line, number)))

    async def _ask(self, line: bytes, number: int) -> bytes:
        async with self._turn:
            self._number = number
            self._answer = asyncio.get_running_loop().create_future()
            self.write(line)
            return await self._answer

    async def _read(self) -> None:
        """Read its lines until it cannot be asked any more; raises why."""
        while line := await self._line():
            if self._answer is None or self._answer.done():
                raise WrongLine(
                    f"the program printed {shown(line)} {self._unasked}: print one line for "
                    "each question, and everything else on standard error"
                )
            self._answer.set_result(line)
        raise ProgramEnded(await self._cause())

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        try:
            return await self._process.stdout.readline()
        except ValueError:
            raise WrongLine(
                f"the program printed a line of over {_MOST_BYTES} bytes{self._when}: print one "
                "short line for each question"
            ) from None

    @property
    def _when(self) -> str:
        """What it had to do."""
        is_asked = self._answer is not None and not self._answer.done()
        return f" before it answered question {self._number}" if is_asked else ""

    @property
    def _unasked(self) -> str:
        """When it printed a line that answers nothing; the line before may be the wrong one."""
        if self._answer is None:
            return "before it was asked anything"
        return f"after {shown(self._answer.result())}, its answer to question {self._number}"

    async def _cause(self) -> str:
        """How its output has come to an end."""
        try:
            code = await asyncio.wait_for(self._process.wait(), _PATIENCE)
        except TimeoutError:
            return f"the program closed its standard output{self._when}"
        if code < 0:
            return f"the program was killed by {signal.Signals(-code).name}{self._when}"
        return f"the program ended with code {code}{self._when}"
