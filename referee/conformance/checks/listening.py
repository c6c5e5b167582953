"""A listening bot (`TIANMING_LISTEN`): the referee dials it."""

import re
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from grpc_health.v1 import health_pb2

from referee.conformance.bot import CREDENTIAL, BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.dialer import BotCallStream, ServingBot
from referee.conformance.scripted_stream import within
from tianming.channel import channel_to

ANY_PORT = "127.0.0.1:0"
"""An address to listen at, with any free port."""

_SENTENCE = "tianming: listening on "


@on_bot(Level.FULL)
async def listens(bot: BotUnderTest) -> None:
    """With `TIANMING_LISTEN`, the bot serves `BotService` instead of dialling, and plays."""
    started = dialling(bot)
    async with dialled(await listen(started)) as stream:
        await stream.welcome()
        await stream.play(stream.match("listens"), 3)
    if started.referee.tries:
        raise Violation("no stream to TIANMING_SERVER", "one")


@on_bot(Level.FULL)
async def listens_again(bot: BotUnderTest) -> None:
    """A listening bot plays on when its referee calls again."""
    listener = await listen(dialling(bot))
    async with dialled(listener) as stream:
        await stream.welcome()
        match = stream.match("listens-again")
        await stream.play(match, 3)
        await stream.end()
        await within(bot.patience.step, "the end of the stream", stream.error())
    async with dialled(listener) as stream:
        await stream.welcome()
        await stream.send(match.started(), match.question())
        await stream.answers([match.key])


@on_bot(Level.FULL)
async def listens_for_token(bot: BotUnderTest) -> None:
    """A listening bot refuses a call without its token: UNAUTHENTICATED."""
    listener = await listen(dialling(bot), "another-token")
    async with dialled(listener) as stream:
        error = await within(bot.patience.step, "the end of the stream", stream.error())
    code = grpc.StatusCode.OK if error is None else error.code()
    if code is not grpc.StatusCode.UNAUTHENTICATED:
        raise Violation("UNAUTHENTICATED", code.name)


@on_bot(Level.FULL)
async def listens_and_leaves(bot: BotUnderTest) -> None:
    """After SIGTERM, a listening bot sends `Goodbye`, ends the stream, and ends with code 0."""
    started = dialling(bot)
    async with dialled(await listen(started)) as stream:
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
    """A listening bot serves `grpc.health.v1.Health`: SERVING."""
    listener = await listen(dialling(bot))
    reply = await within(bot.patience.step, "an answer of the health service", _health(listener))
    if reply != health_pb2.HealthCheckResponse.SERVING:
        raise Violation("SERVING", f"status {reply}")


@on_bot(Level.FULL)
async def listen_unix(bot: BotUnderTest) -> None:
    """With `TIANMING_LISTEN=unix:/path`, the bot serves a Unix socket, prints it, and plays."""
    started = dialling(bot)
    address = f"unix:{started.folder / 'bot.sock'}"
    await _plays(await listen(started, place=address), address, "listen-unix")


@on_bot(Level.FULL)
async def listen_http(bot: BotUnderTest) -> None:
    """With `TIANMING_LISTEN=http://host:0`, the bot prints its `host:port`, and plays."""
    listener = await listen(dialling(bot), place=f"http://{ANY_PORT}")
    await _plays(listener, r"127\.0\.0\.1:[1-9]\d*", "listen-http")


@on_bot(Level.FULL)
async def bad_listen_address(bot: BotUnderTest) -> None:
    """With a `TIANMING_LISTEN` that is no address, the bot prints an error, and ends with 1."""
    started = dialling(bot)
    await started.start(TIANMING_LISTEN="127.0.0.1:0x50")
    await started.expect_exit(1, "without an address to listen at", bot.patience.startup)
    started.expect_sentence(
        '"127.0.0.1:0x50" is no address to listen at (TIANMING_LISTEN): give host:port, '
        "https://host:port or http://host:port, or unix:/path"
    )


@on_bot(Level.FULL)
async def listen_taken(bot: BotUnderTest) -> None:
    """If the port of `TIANMING_LISTEN` is taken, the bot prints an error, and ends with 1."""
    started = dialling(bot)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        await started.start(TIANMING_LISTEN=address)
        await started.expect_exit(1, "whose port is taken", bot.patience.startup)
    started.expect_sentence(f"the bot cannot listen on {address} (TIANMING_LISTEN): ")


async def _plays(bot: ServingBot, address: str, match: str) -> None:
    """Expect that the bot printed an address like a pattern, and that it plays there."""
    if not re.fullmatch(address, bot.address):
        raise Violation(f"on stderr: {_SENTENCE}{address}", f"{_SENTENCE}{bot.address}")
    async with dialled(bot) as stream:
        await stream.welcome()
        await stream.play(stream.match(match), 3)


async def listen(
    bot: DiallingBot, token: str = CREDENTIAL, place: str = ANY_PORT, **environment: str
) -> ServingBot:
    """Start the bot as a server; return a client that dials it.

    Args:
        bot: the bot.
        token: the token of the client.
        place: `TIANMING_LISTEN`.
        environment: more variables.
    """
    await bot.start(TIANMING_LISTEN=place, **environment)
    printed = (await bot.expect_line(_SENTENCE)).removeprefix(_SENTENCE)
    try:
        return ServingBot(printed, token, bot.patience, bot.transcript)
    except ValueError:
        raise Violation(f"on stderr: {_SENTENCE}ADDRESS", f"{_SENTENCE}{printed}") from None


@asynccontextmanager
async def dialled(bot: ServingBot) -> AsyncIterator[BotCallStream]:
    """Open a stream to a listening bot, before `Hello`; close it at the end of the block."""
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
