"""Memory: a bot keeps neither old questions nor ended matches."""

from collections.abc import Awaitable, Callable
from itertools import count

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot

_MIB = 1 << 20

_MESSAGE = _MIB // 4
"""Size in bytes of each large message, padded by an unknown field."""

_PHASE = 16
"""MiB of messages that the bot receives in a phase."""

_MOST_PHASES = 32
"""Phases in which the bot's memory may grow, because a garbage collector may run late."""


@on_bot(Level.FULL)
async def memory_of_questions(bot: BotUnderTest) -> None:
    """The memory of the bot does not grow with the questions that it has answered."""
    started = dialling(bot)
    stream = await started.open()
    match = stream.match("memory-of-questions")
    await stream.send(match.started())

    async def ask(number: int) -> None:
        asked = match.padded(_MESSAGE)
        asked.question.number = number
        await stream.send(asked)
        await stream.answers([(match.name, number)])

    await _expect_bounded(started, ask)


@on_bot(Level.FULL)
async def memory_of_matches(bot: BotUnderTest) -> None:
    """The memory of the bot does not grow with the matches that have ended."""
    started = dialling(bot)
    stream = await started.open()

    async def play(number: int) -> None:
        match = stream.match(f"memory-of-matches-{number}")
        await stream.send(match.started(padding=_MESSAGE), match.question())
        await stream.answers([match.key])
        await stream.finish()

    await _expect_bounded(started, play)


async def _expect_bounded(bot: DiallingBot, send: Callable[[int], Awaitable[None]]) -> None:
    """Call `send` with 1, 2, ..., until the memory grows by less than half of what it sends.

    Raises:
        Violation: if it grows by more in each phase.
    """
    numbers = count(1)
    first = before = 0
    for phase in range(_MOST_PHASES + 1):
        for _ in range(_PHASE * _MIB // _MESSAGE):
            await send(next(numbers))
        after = bot.process.memory()
        if phase and after - before < _PHASE * _MIB // 2:
            return
        first, before = first or after, after
    sent = _MOST_PHASES * _PHASE
    raise Violation(
        f"less than {first // _MIB + sent // 2} MiB of memory after {sent} MiB of messages",
        f"{before // _MIB} MiB",
    )
