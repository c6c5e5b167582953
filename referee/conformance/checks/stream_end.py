"""The end of a stream by the referee: a bot may end, and an SDK reconnects."""

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_stream import ScriptedStream
from referee.server import refusal


@on_bot(Level.CORE)
async def end_with_ok(bot: BotUnderTest) -> None:
    """When the referee ends the stream with `OK`, the bot comes back, or ends with exit code 0."""
    started = dialling(bot)
    stream = await _playing(started)
    await stream.end()
    await started.returns_or_ends()


@on_bot(Level.CORE)
async def end_with_draining(bot: BotUnderTest) -> None:
    """When the referee stops, the bot comes back, or ends with exit code 0."""
    started = dialling(bot)
    stream = await _playing(started)
    await stream.refuse(refusal.draining())
    await started.returns_or_ends()


async def _playing(bot: DiallingBot) -> ScriptedStream:
    """Return a stream on which the bot has answered questions."""
    stream = await bot.open()
    await stream.play(stream.match("stream-end"), 3)
    await stream.finish()
    return stream
