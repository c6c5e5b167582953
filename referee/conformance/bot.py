"""The bot under test: the suite starts a bot that dials, and calls a listening bot."""

from __future__ import annotations

import asyncio
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from referee.conformance.bot_process import Process
from referee.conformance.broken_promise import Skipped, Violation
from referee.conformance.scripted_referee import ScriptedReferee
from referee.conformance.scripted_stream import within
from referee.conformance.transcript import Transcript
from referee.launch.process import bot_environment
from referee.launch.proxy_variable import without_proxies
from referee.launch.shadowing import hidden_module
from referee.runtime_folder import runtime_folder

if TYPE_CHECKING:
    import signal

    from referee.conformance.scripted_stream import ScriptedStream
    from referee.launch.command import BotCommand

T = TypeVar("T")

CREDENTIAL = "conformance"
"""The token of the bot under test."""

_PAUSE = 5.0
"""Maximum pause in seconds before a bot tries to connect again."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits of a bot in seconds: to connect after its start, and for each later step."""

    startup: float = 20.0
    step: float = 5.0


class BotUnderTest(ABC):
    """A bot in one check. Use `async with`."""

    def __init__(self, patience: Timeouts) -> None:
        self.patience = patience
        self.transcript = Transcript()

    @abstractmethod
    async def __aenter__(self) -> Self:
        """Prepare the bot for the check."""

    @abstractmethod
    async def __aexit__(self, *_: object) -> None:
        """End the bot, if the suite started it."""

    @abstractmethod
    async def connect(self) -> ScriptedStream:
        """Return a new stream, before `Hello`.

        Raises:
            Violation: if there is none in time.
        """

    async def open(self) -> ScriptedStream:
        """Return a new stream, after `Welcome`."""
        stream = await self.connect()
        await stream.welcome()
        return stream

    @abstractmethod
    def report(self) -> list[str]:
        """Return lines on the bot's process: its exit code, and its last output."""


class DiallingBot(BotUnderTest):
    """A bot that the suite starts, and that connects to a scripted referee.

    Attributes:
        referee: the referee, on a Unix socket.
        process: the bot's process, once the suite has started it.
        folder: a temporary folder of the check.
    """

    process: Process

    def __init__(self, command: BotCommand, patience: Timeouts) -> None:
        super().__init__(patience)
        self.command = command
        self.referee = self.new_referee()
        self._is_started = False
        self._is_new = True
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with self._stack as stack:
            path = stack.enter_context(tempfile.TemporaryDirectory(dir=runtime_folder()))
            self.folder = Path(path)
            stack.push_async_callback(self.referee.stop)
            await self.referee.listen(f"unix:{self.folder / 'referee.sock'}")
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def new_referee(self) -> ScriptedReferee:
        """Return another referee, which does not listen yet."""
        return ScriptedReferee(self.transcript, self.patience.step)

    async def start(self, server: str = "", token: str = CREDENTIAL, **environment: str) -> None:
        """Start the bot; a second call starts another process.

        Args:
            server: `TIANMING_SERVER`; the referee's address by default.
            token: `TIANMING_TOKEN`.
            environment: more variables.
        """
        own = bot_environment(server or self.referee.address, token)
        variables = without_proxies(own) | environment
        self.process = Process(self.command, variables)
        self._stack.push_async_callback(self.process.end)
        self._is_started = self._is_new = True
        self.transcript.remark(f"the suite starts {self.command.line}")

    async def connect(self) -> ScriptedStream:
        """Return the next stream; start the bot if it was never started."""
        if not self._is_started:
            await self.start()
        patience = self.patience.startup if self._is_new else _PAUSE + self.patience.step
        stream = await within(patience, "a stream of the bot", self._next(self.referee))
        self._is_new = False
        return stream

    async def connect_to(self, referee: ScriptedReferee) -> ScriptedStream:
        """Return the next stream to another referee."""
        return await within(self.patience.step, "a stream of the bot", self._next(referee))

    async def returns_or_ends(self, *, any_code: bool = False) -> None:
        """Wait until the bot opens another stream, or ends with exit code 0.

        Args:
            any_code: whether to accept any exit code.

        Raises:
            Violation: if it does neither in time, or ends with another code.
        """
        try:
            stream = await self.connect()
        except Violation:
            if not self.process.exited.done():
                raise
            code = self.process.exited.result()
            if code and not any_code:
                raise Violation("another stream, or exit code 0", f"exit code {code}") from None
        else:
            await stream.read_hello()

    async def exit(self, expected: str, seconds: float = 0.0) -> int:
        """Wait for the end of the bot's process; return its exit code.

        Args:
            expected: what the check expects, for the error.
            seconds: time limit; 0 for the time limit of a step.

        Raises:
            Violation: if the process does not end in time.
        """
        code = await within(
            seconds or self.patience.step, expected, asyncio.shield(self.process.exited)
        )
        self.transcript.remark(f"the bot ends with code {code}")
        return code

    async def expect_exit(self, code: int, why: str, seconds: float = 0.0) -> None:
        """Wait until the bot ends.

        Args:
            code: the expected exit code.
            why: when the bot should end, for the error, such as `after SIGTERM`.
            seconds: time limit; 0 for the time limit of a step.

        Raises:
            Violation: if the process does not end in time, or ends with another code.
        """
        found = await self.exit(f"the end of the bot {why}", seconds)
        if found != code:
            raise Violation(f"exit code {code} {why}", f"exit code {found}")

    async def expect_line(self, start: str) -> str:
        """Return the first line on standard error that begins with `start`; wait for it.

        Raises:
            Violation: if there is none in time, or before the process ends.
        """
        patience = self.patience.startup if self._is_new else self.patience.step
        expected = f"on stderr: {start}"
        return await within(
            patience, expected, self._before_exit(expected, self.process.line(start))
        )

    def expect_sentence(self, sentence: str) -> None:
        """Raise `Violation` if the bot has not printed a sentence on standard error."""
        if sentence not in self.process.stderr:
            last = self.process.stderr.strip().splitlines()
            raise Violation(f"on stderr: {sentence}", last[-1] if last else "nothing")

    @property
    def last_line(self) -> str:
        """The last line on standard error that is not empty; empty if there is none."""
        lines = [line for line in self.process.stderr.splitlines() if line.strip()]
        return lines[-1] if lines else ""

    def expect_last_line(self, *parts: str) -> None:
        """Raise `Violation` if the last line on standard error lacks one of these parts."""
        if not all(part in self.last_line for part in parts):
            expected = f"a last line on stderr with {' and '.join(parts)}"
            raise Violation(expected, self.last_line or "nothing")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot."""
        self.transcript.remark(f"the suite sends {number.name}")
        self.process.signal(number)

    def report(self) -> list[str]:
        if not self._is_started:
            return []
        ended = self.process.exited
        lines = [f"exit code {ended.result()}"] if ended.done() else ["it still runs"]
        printed = {"stdout": self.process.stdout, "stderr": self.process.stderr}
        for name, text in printed.items():
            lines += [f"{name}: {line}" for line in text.splitlines()[-10:]]
        return lines

    async def _next(self, referee: ScriptedReferee) -> ScriptedStream:
        return await self._before_exit("a stream of the bot", referee.stream())

    async def _before_exit(self, expected: str, coming: Coroutine[Any, Any, T]) -> T:
        """Await `coming`, and return its result.

        Raises:
            Violation: if the bot's process ends before.
        """
        task = asyncio.create_task(coming)
        try:
            await asyncio.wait((task, self.process.exited), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
        finally:
            task.cancel()
        code = self.process.exited.result()
        self.transcript.remark(f"the bot ends with code {code}")
        cause = hidden_module(self.command, self.process.stderr.encode()) if code else ""
        raise Violation(expected, f"the end of its process, with code {code}{cause}")


def dialling(bot: BotUnderTest) -> DiallingBot:
    """Return the bot of a check that needs a process.

    Raises:
        Skipped: if the bot listens at an address, because the suite does not start such a bot.
    """
    if not isinstance(bot, DiallingBot):
        raise Skipped("the suite did not start this bot")
    return bot
