"""The end of a stream by the referee: a bot may end, and an SDK comes back."""

from referee.conformance.bot import Bot, DialingBot, dialing
from referee.conformance.check import Level, Violation, on_bot
from referee.conformance.stream import Stream, within
from referee.server import refusal


@on_bot(Level.CORE)
async def end_with_ok(bot: Bot) -> None:
    """When the referee ends the stream with `OK`, the bot comes back, or ends with exit code 0."""
    started = dialing(bot)
    stream = await _playing(started)
    await stream.end()
    await _returns_or_ends(started)


@on_bot(Level.CORE)
async def end_with_draining(bot: Bot) -> None:
    """When the referee stops, the bot comes back, or ends with exit code 0."""
    started = dialing(bot)
    stream = await _playing(started)
    await stream.refuse(refusal.draining())
    await _returns_or_ends(started)


async def _playing(bot: DialingBot) -> Stream:
    """A stream on which the bot has answered."""
    stream = await bot.open()
    await stream.play(stream.match("stream-end"), 3)
    await stream.finish()
    return stream


async def _returns_or_ends(bot: DialingBot) -> None:
    """The bot opens another stream, or its process ends with 0."""
    try:
        stream = await bot.connect()
    except Violation:
        if not bot.process.exited.done():
            raise
        code = bot.process.exited.result()
        if code:
            raise Violation("another stream, or exit code 0", f"exit code {code}") from None
        return
    await within(bot.patience.step, "`Hello` on the new stream", stream.read_hello())
