"""A bot that listens (`TIANMING_LISTEN`): the referee dials it."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from grpc_health.v1 import health_pb2

from referee.conformance.bot import CREDENTIAL, BotUnderTest, DialingBot, dialing
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.dialer import DialedStream, ServingBot
from referee.conformance.scripted_stream import within
from tianming.channel import channel_to

_SENTENCE = "tianming: listening on "


@on_bot(Level.FULL)
async def listens(bot: BotUnderTest) -> None:
    """With `TIANMING_LISTEN`, the bot serves `BotService` instead of dialing, and plays."""
    started = dialing(bot)
    async with _dialed(await _listen(started)) as stream:
        await stream.welcome()
        await stream.play(stream.match("listens"), 3)
    if started.referee.tries:
        raise Violation("no stream to TIANMING_SERVER", "one")


@on_bot(Level.FULL)
async def listens_again(bot: BotUnderTest) -> None:
    """A bot that listens plays on when its referee calls again."""
    listener = await _listen(dialing(bot))
    async with _dialed(listener) as stream:
        await stream.welcome()
        match = stream.match("listens-again")
        await stream.play(match, 3)
        await stream.end()
        await within(bot.patience.step, "the end of the stream", stream.error())
    async with _dialed(listener) as stream:
        await stream.welcome()
        await stream.send(match.started(), match.question())
        await stream.answers([match.key])


@on_bot(Level.FULL)
async def listens_for_token(bot: BotUnderTest) -> None:
    """A bot that listens refuses a call without its token: UNAUTHENTICATED."""
    listener = await _listen(dialing(bot), "another-token")
    async with _dialed(listener) as stream:
        error = await within(bot.patience.step, "the end of the stream", stream.error())
    code = grpc.StatusCode.OK if error is None else error.code()
    if code is not grpc.StatusCode.UNAUTHENTICATED:
        raise Violation("UNAUTHENTICATED", code.name)


@on_bot(Level.FULL)
async def listens_and_leaves(bot: BotUnderTest) -> None:
    """After SIGTERM, a bot that listens sends `Goodbye`, ends the stream, and ends with code 0."""
    started = dialing(bot)
    async with _dialed(await _listen(started)) as stream:
        await stream.welcome()
        await stream.play(stream.match("listens-and-leaves"), 1)
        started.signal(signal.SIGTERM)
        await stream.message("goodbye", "`Goodbye`")
        await stream.end()
        error = await within(bot.patience.step, "the end of the stream", stream.error())
        if error is not None:
            raise Violation("the end of the stream with OK", error.code().name)
        await started.expect_exit(0, "after SIGTERM")


@on_bot(Level.FULL)
async def health(bot: BotUnderTest) -> None:
    """A bot that listens serves `grpc.health.v1.Health`: SERVING."""
    listener = await _listen(dialing(bot))
    reply = await within(bot.patience.step, "an answer of the health service", _health(listener))
    if reply != health_pb2.HealthCheckResponse.SERVING:
        raise Violation("SERVING", f"status {reply}")


async def _listen(bot: DialingBot, token: str = CREDENTIAL) -> ServingBot:
    """Start the bot as a server; return a client that dials it with a token."""
    await bot.start(TIANMING_LISTEN="127.0.0.1:0")
    line = await bot.expect_line(_SENTENCE)
    return ServingBot(line.removeprefix(_SENTENCE), token, bot.patience, bot.transcript)


@asynccontextmanager
async def _dialed(bot: ServingBot) -> AsyncIterator[DialedStream]:
    """Open a stream to a bot that listens, before `Hello`; close it at the end of the block."""
    async with bot:
        yield bot.dial()


async def _health(bot: ServingBot) -> int:
    async with channel_to(bot.address) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            health_pb2.HealthCheckRequest.SerializeToString,
            health_pb2.HealthCheckResponse.FromString,
        )
        try:
            reply = await check(health_pb2.HealthCheckRequest())
        except grpc.aio.AioRpcError as error:
            raise Violation("SERVING", error.code().name) from None
        return int(reply.status)
