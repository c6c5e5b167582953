"""Networks that are slow, break or fall silent, and malformed frames."""

import asyncio

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_stream import within
from referee.conformance.slow_network import relay

_PIECE = 48
"""Bytes that a slow network passes at once, so that HTTP/2 frames arrive in parts."""

_DELAY = 0.002
"""Seconds that each piece takes, and more on a busy machine."""

_SLOW = 12
"""How many times longer the bot may take for a step in a slow network."""

PING_AFTER = 30.0
"""Seconds without data after which a bot sends a keepalive ping."""

_REST = 0.5
"""Seconds without data before the network falls silent, so that each ping has its answer.

gRPC libraries measure the bandwidth with pings when data comes, and give up soon if the network
falls silent before the answer.
"""

_TOLERANCE = 0.1
"""The share of these seconds by which the ping may come early.

The bot's timers are coarse, and its last data passes a busy network later than it left the bot.
"""

PATIENCE = 120.0
"""Seconds in which a bot must give up a connection without any data."""

_GARBAGE = b"\x0a\x7f\x0a"
"""A malformed frame: the message in it is longer than the frame."""


@on_bot(Level.CORE)
async def slow_network(bot: BotUnderTest) -> None:
    """The bot plays over a network that is slow, and delivers small pieces."""
    started = dialling(bot)
    async with relay(await _tcp(started), _PIECE, _DELAY) as network:
        await started.start(network.address)
        stream = await started.connect()
        stream.patience *= _SLOW
        await stream.welcome()
        await stream.play(stream.match("slow-network"), 5)


@on_bot(Level.CORE)
async def cut_connection(bot: BotUnderTest) -> None:
    """When the connection breaks, the bot comes back, or ends with any exit code."""
    started = dialling(bot)
    async with relay(await _tcp(started)) as network:
        await started.start(network.address)
        stream = await started.open()
        await stream.play(stream.match("cut-connection"), 3)
        started.transcript.remark("the connection breaks")
        network.cut()
        await started.returns_or_ends(any_code=True)


@on_bot(Level.FULL)
async def cut_question(bot: BotUnderTest) -> None:
    """When the connection breaks in the middle of a question, the bot comes back and answers it."""
    started = dialling(bot)
    async with relay(await _tcp(started)) as network:
        await started.start(network.address)
        stream = await started.open()
        match = stream.match("cut-question")
        await stream.play(match, 3)
        network.allowance = 20
        await stream.send(*match.messages())
        started.transcript.remark("the connection breaks after 20 bytes of the question")
        stream = await started.open()
        await stream.send(match.started(), match.question())
        await stream.answers([match.key])


@on_bot(Level.FULL)
async def garbage(bot: BotUnderTest) -> None:
    """After bytes that are no frame, the bot gives up the stream, comes back, and plays."""
    started = dialling(bot)
    stream = await started.open()
    await stream.play(stream.match("garbage"), 1)
    await stream.send_raw(_GARBAGE)
    stream = await started.open()
    await stream.play(stream.match("garbage-after"), 1)


@on_bot(Level.FULL, is_long=True)
async def keepalive(bot: BotUnderTest) -> None:
    """After 30 s of silence, the bot sends an HTTP/2 ping. Without an answer, it connects again."""
    started = dialling(bot)
    async with relay(await _tcp(started)) as network:
        await started.start(network.address)
        stream = await started.open()
        await stream.play(stream.match("keepalive"), 1)
        await within(PATIENCE, "that the bot has nothing to send", network.rest(_REST))
        started.transcript.remark("the network falls silent")
        await within(PATIENCE, "that the bot gives up the silent connection", network.silence())
        given_up = asyncio.get_running_loop().time() - network.passed
        expect_kept_alive([time - network.passed for time in network.pings], given_up)
        stream = await started.open()
        await stream.play(stream.match("keepalive-after"), 1)


def expect_kept_alive(pings: list[float], given_up: float) -> None:
    """Raise `Violation` if a bot sent no keepalive ping before it gave up a silent connection.

    gRPC libraries also send pings that measure the bandwidth. Where such a ping has no answer yet,
    some of them send no other for the keepalive.

    Args:
        pings: the seconds of silence before each ping.
        given_up: the seconds of silence before the bot gave up.
    """
    kept_alive = [after for after in pings if after > PING_AFTER / 2] or [given_up]
    if not pings or kept_alive[0] < PING_AFTER * (1 - _TOLERANCE):
        sent = ", ".join(f"{after:.0f} s" for after in pings) or "no ping"
        raise Violation(f"a ping after {PING_AFTER:g} s of silence", sent)


async def _tcp(bot: DiallingBot) -> str:
    """Make the referee listen on TCP instead; return its address."""
    await bot.referee.stop()
    return await bot.referee.listen("127.0.0.1:0")
