"""Run the checks against a bot, and yield a finding for each."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from referee.conformance.bot import BotUnderTest, DiallingBot
from referee.conformance.broken_promise import Skipped, Violation
from referee.conformance.check import Check

if TYPE_CHECKING:
    from referee.conformance.scripted_stream import ScriptedStream
    from referee.conformance.transcript import Line

_AT_ONCE = 3
"""Checks with a separate process that run at once. Most of the time they wait."""

_MOST_STARTS = 8
"""Starts of the bot per check, and steps per start, from which the time limit is computed."""


class CheckStatus(Enum):
    """The result of a check."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check with its details.

    Attributes:
        check: the check.
        status: its result.
        seconds: how long it took.
        expected: what the check expected, if it failed.
        came: what happened instead, if it failed.
        why: why the check was skipped.
        lines: the transcript, if it failed.
        process: the exit code and the last output of the bot's process, if it failed.
    """

    check: Check
    status: CheckStatus
    seconds: float
    expected: str = ""
    came: str = ""
    why: str = ""
    lines: tuple[Line, ...] = ()
    process: tuple[str, ...] = ()

    @property
    def is_failure(self) -> bool:
        """Whether the bot failed the check."""
        return self.status is CheckStatus.FAILED


MakeBot = Callable[[], BotUnderTest]


async def run(checks: Sequence[Check], make: MakeBot) -> AsyncGenerator[Finding, None]:
    """Run checks, and yield their findings in order.

    Checks that need a separate process share nothing, and a few of them run at once. Checks on a
    stream share one process and its stream, until one of them fails.
    """
    slots = asyncio.Semaphore(_AT_ONCE)
    shared = _SharedStream(make)
    later = [
        asyncio.create_task(_alone(check, make, slots)) if check.on_bot else None
        for check in checks
    ]
    try:
        for check, task in zip(checks, later, strict=True):
            if task is None:
                yield await shared.run(check)
            else:
                await asyncio.wait((task,))  # `await task` would let it be cancelled twice
                yield task.result()
    finally:
        for task in later:
            if task is not None:
                task.cancel()
        await asyncio.gather(*filter(None, later), return_exceptions=True)
        await shared.close()


async def _alone(check: Check, make: MakeBot, slots: asyncio.Semaphore) -> Finding:
    """Run a check with a separate bot process."""
    assert check.on_bot is not None
    async with contextlib.nullcontext() if check.is_long else slots:
        bot = make()
        if check.starts_bot and not isinstance(bot, DiallingBot):
            return Finding(check, CheckStatus.SKIPPED, 0.0, why="the suite did not start this bot")
        async with bot:
            return await _judge(check, bot, check.on_bot(bot))


async def _judge(check: Check, bot: BotUnderTest, work: Awaitable[None]) -> Finding:
    """Await a check, and return its finding."""
    began = time.monotonic()
    limit = _MOST_STARTS * (bot.patience.startup + _MOST_STARTS * bot.patience.step)
    try:
        async with asyncio.timeout(limit):
            await work
    except Skipped as skipped:
        return Finding(check, CheckStatus.SKIPPED, time.monotonic() - began, why=str(skipped))
    except Violation as violation:
        expected, came = violation.expected, violation.came
    except TimeoutError:
        expected, came = f"the end of the check within {limit:g} s", "more frames"
    else:
        return Finding(check, CheckStatus.OK, time.monotonic() - began)
    return Finding(
        check,
        CheckStatus.FAILED,
        time.monotonic() - began,
        expected,
        came,
        lines=tuple(bot.transcript.lines),
        process=tuple(bot.report()),
    )


class _SharedStream:
    """A bot with an open stream, which runs one check after another."""

    def __init__(self, make: MakeBot) -> None:
        self._make = make
        self._bot: BotUnderTest | None = None
        self._stream: ScriptedStream | None = None

    async def run(self, check: Check) -> Finding:
        """Run a check; start the bot if it is not running."""
        if self._bot is None:
            self._bot = await self._make().__aenter__()
        self._bot.transcript.restart()
        finding = await _judge(check, self._bot, self._work(check, self._bot))
        if finding.status is CheckStatus.FAILED:
            await self.close()
        return finding

    async def close(self) -> None:
        """End the bot."""
        bot, self._bot, self._stream = self._bot, None, None
        if bot is not None:
            await bot.__aexit__()

    async def _work(self, check: Check, bot: BotUnderTest) -> None:
        assert check.on_stream is not None
        if self._stream is None:
            self._stream = await bot.open()
        try:
            await check.on_stream(self._stream)
        except Skipped:
            await self._stream.finish()
            raise
        await self._stream.finish()
