"""Signals: the bot ends, and an SDK sends `Goodbye` before."""

import signal

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_stream import ScriptedStream, within

_LINGER = 2.0
"""Seconds in which an SDK waits for the end of its stream."""


@on_bot(Level.CORE)
async def sigterm_ends(bot: BotUnderTest) -> None:
    """SIGTERM ends the bot."""
    started = dialling(bot)
    await started.open()
    started.signal(signal.SIGTERM)
    await started.exit("the end of the bot after SIGTERM")


@on_bot(Level.CORE)
async def sigint_ends(bot: BotUnderTest) -> None:
    """SIGINT ends the bot."""
    started = dialling(bot)
    await started.open()
    started.signal(signal.SIGINT)
    await started.exit("the end of the bot after SIGINT")


@on_bot(Level.FULL)
async def goodbye_on_sigterm(bot: BotUnderTest) -> None:
    """After SIGTERM, the bot sends `Goodbye`, half-closes its side, and ends with exit code 0."""
    await _leaves(dialling(bot), signal.SIGTERM)


@on_bot(Level.FULL)
async def goodbye_on_sigint(bot: BotUnderTest) -> None:
    """After SIGINT, the bot sends `Goodbye`, half-closes its side, and ends with exit code 0."""
    await _leaves(dialling(bot), signal.SIGINT)


@on_bot(Level.FULL)
async def silent_referee(bot: BotUnderTest) -> None:
    """The bot ends with exit code 0, soon after 2 s, where the referee does not end its stream."""
    started = dialling(bot)
    stream = await _playing(started)
    started.signal(signal.SIGTERM)
    await _goodbye(started, stream)
    await started.expect_exit(0, "after SIGTERM", _LINGER + bot.patience.step)


@on_bot(Level.FULL)
async def leaves_while_waiting(bot: BotUnderTest) -> None:
    """SIGTERM ends a bot that finds no referee with exit code 0."""
    started = dialling(bot)
    address = f"unix:{started.folder / 'nobody.sock'}"
    await started.start(address)
    sentence = f"tianming: no referee at {address}, trying again ("
    await started.expect_line(sentence)
    started.signal(signal.SIGTERM)
    await started.expect_exit(0, "after SIGTERM")


async def _leaves(bot: DiallingBot, number: signal.Signals) -> None:
    stream = await _playing(bot)
    bot.signal(number)
    await _goodbye(bot, stream)
    await stream.end()
    await bot.expect_exit(0, f"after {number.name}")


async def _playing(bot: DiallingBot) -> ScriptedStream:
    """Return a stream on which the bot has answered questions."""
    stream = await bot.open()
    await stream.play(stream.match("leaving"), 3)
    return stream


async def _goodbye(bot: DiallingBot, stream: ScriptedStream) -> None:
    """Expect `Goodbye`, and that the bot half-closes its side."""
    await stream.message("goodbye", "`Goodbye`")
    await within(bot.patience.step, "the end of the bot's side of the stream", stream.over.wait())
    if stream.is_lost:
        raise Violation("a half-closed stream", "a broken one")
