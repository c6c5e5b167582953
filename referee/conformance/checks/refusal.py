"""A bot that cannot play prints the reason, and ends."""

import re

import grpc

from referee.conformance.bot import BotUnderTest, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.identifier import MatchId
from referee.server import refusal
from referee.server.refusal import StreamRefused

_FINAL = (
    refusal.unauthenticated(),
    refusal.not_your_match(MatchId("m1")),
    refusal.revision_unsupported(2, 3),
    refusal.malformed("The suite refuses this bot."),
    refusal.superseded(),
    StreamRefused(grpc.StatusCode.UNIMPLEMENTED, "UNKNOWN", "The suite has no such method."),
)
"""Errors of a stream after which another try would fail in the same way."""


_TWO_WORDS = "two words"

_NO_SECONDS = ("soon", "-1", "nan", "inf")

_GRPC_LOG = re.compile(
    r"^[IWEF]\d{4} \d\d:\d\d|All log messages before absl|\[(core|transport)\]"
    r"|io\.grpc\.|@grpc/grpc-js"
)
"""Lines of the logs of gRPC's libraries: C++ and Python, Go, Java, and Node."""


@on_bot(Level.CORE)
async def wrong_token(bot: BotUnderTest) -> None:
    """When the referee refuses the token, the bot says why, and ends with an exit code above 0."""
    started = dialling(bot)
    why = refusal.unauthenticated()
    started.referee.refusal = why
    await started.connect()
    code = await started.exit("the end of the bot, which the referee refused")
    if code <= 0:
        raise Violation("an exit code above 0", f"exit code {code}")
    if why.text not in started.process.stderr + started.process.stdout:
        raise Violation(f"the reason of the referee: {why.text}", "another text, or none")


@on_bot(Level.CORE)
async def unreachable(bot: BotUnderTest) -> None:
    """Where nobody listens, the bot prints an error, and ends with an exit code above 0.

    The suite sets `TIANMING_WAIT` to 1, so that a bot that waits for its referee ends soon.
    """
    started = dialling(bot)
    await started.start(f"unix:{started.folder / 'nobody.sock'}", TIANMING_WAIT="1")
    code = await started.exit("the end of the bot", started.patience.startup)
    if code <= 0:
        raise Violation("an exit code above 0", f"exit code {code}")
    if not (started.process.stderr + started.process.stdout).strip():
        raise Violation("a sentence on why the bot cannot play", "nothing")


@on_bot(Level.FULL)
async def refused(bot: BotUnderTest) -> None:
    """After a refusal that no other try can change, the bot prints it, and ends with exit code 1.

    The codes are UNAUTHENTICATED, PERMISSION_DENIED, FAILED_PRECONDITION, INVALID_ARGUMENT,
    ABORTED and UNIMPLEMENTED.
    """
    started = dialling(bot)
    for why in _FINAL:
        await started.start()
        stream = await started.connect()
        tries = started.referee.tries
        await stream.read_hello()
        await stream.refuse(why)
        await started.expect_exit(1, f"after {why.code.name}")
        started.expect_sentence(f"the referee refused the bot: {why.text} ({why.code.name})")
        if started.referee.tries != tries:
            raise Violation(f"no other try after {why.code.name}", "another stream")


@on_bot(Level.FULL)
async def gives_up(bot: BotUnderTest) -> None:
    """A bot that no referee ever welcomed ends after `TIANMING_WAIT` seconds with exit code 1."""
    started = dialling(bot)
    address = f"unix:{started.folder / 'nobody.sock'}"
    await started.start(address, TIANMING_WAIT="1")
    await started.expect_exit(1, "after one second without a referee", bot.patience.startup)
    started.expect_sentence(f"tianming: no referee at {address}, trying again (")
    started.expect_sentence(
        f"no referee at {address} for 1 s: start the referee, or check TIANMING_SERVER ("
    )


@on_bot(Level.FULL)
async def wait_fraction(bot: BotUnderTest) -> None:
    """`TIANMING_WAIT` may be a fraction of a second, and the sentence repeats it."""
    started = dialling(bot)
    address = f"unix:{started.folder / 'nobody.sock'}"
    await started.start(address, TIANMING_WAIT="0.5")
    await started.expect_exit(1, "after half a second without a referee", bot.patience.startup)
    started.expect_sentence(
        f"no referee at {address} for 0.5 s: start the referee, or check TIANMING_SERVER ("
    )


@on_bot(Level.FULL)
async def bad_wait(bot: BotUnderTest) -> None:
    """If `TIANMING_WAIT` is no number of seconds, the bot prints an error, and ends with 1."""
    started = dialling(bot)
    for text in _NO_SECONDS:
        await started.start(TIANMING_WAIT=text)
        await started.expect_exit(1, f"with TIANMING_WAIT={text}", bot.patience.startup)
        started.expect_sentence(f'TIANMING_WAIT is "{text}": give a number of seconds')


@on_bot(Level.FULL)
async def quiet_grpc(bot: BotUnderTest) -> None:
    """The log of the gRPC library is not on the bot's standard error."""
    started = dialling(bot)
    address = started.referee.address
    await started.referee.stop()
    await started.start(address)
    await started.expect_line(f"tianming: no referee at {address}, trying again (")
    await started.referee.listen(address)
    stream = await started.open()
    await stream.refuse(refusal.draining())
    await started.open()
    for line in started.process.stderr.splitlines():
        if _GRPC_LOG.search(line):
            raise Violation("no line of gRPC's log on stderr", line)


@on_bot(Level.FULL)
async def waits_for_referee(bot: BotUnderTest) -> None:
    """A bot that starts before its referee prints that once, and connects when it is there."""
    started = dialling(bot)
    address = started.referee.address
    await started.referee.stop()
    await started.start(address)
    sentence = f"tianming: no referee at {address}, trying again ("
    await started.expect_line(sentence)
    await started.referee.listen(address)
    stream = await started.open()
    await stream.play(stream.match("waits-for-referee"), 1)
    if (count := started.process.stderr.count(sentence)) != 1:
        raise Violation("the sentence once", f"it {count} times")


@on_bot(Level.FULL)
async def bad_address(bot: BotUnderTest) -> None:
    """With a `TIANMING_SERVER` that is no address, the bot prints an error, and ends with 1."""
    started = dialling(bot)
    await started.start("127.0.0.1:0x50")
    await started.expect_exit(1, "without an address of a referee", bot.patience.startup)
    started.expect_sentence(
        '"127.0.0.1:0x50" is no address of a referee (TIANMING_SERVER): give host:port, '
        "https://host:port or http://host:port, or unix:/path"
    )


@on_bot(Level.FULL)
async def bad_token(bot: BotUnderTest) -> None:
    """With a token that has a space, the bot prints an error without it, and ends with 1."""
    started = dialling(bot)
    await started.start(token=_TWO_WORDS)
    await started.expect_exit(1, "without a token that can be sent", bot.patience.startup)
    started.expect_sentence("has characters that no token has")
    if _TWO_WORDS in started.process.stderr + started.process.stdout:
        raise Violation("a sentence without the token", "the token")
