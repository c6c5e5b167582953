"""A bot that cannot play says why, and ends."""

import grpc

from referee.conformance.bot import Bot, DialingBot, dialing
from referee.conformance.check import Level, Violation, on_bot
from referee.conformance.stream import within
from referee.server import refusal
from referee.server.refusal import StreamRefused

_FINAL = (
    refusal.unauthenticated(),
    refusal.not_your_match("m1"),
    refusal.revision_unsupported(2, 3),
    refusal.malformed("The suite refuses this bot."),
    refusal.superseded(),
    StreamRefused(grpc.StatusCode.UNIMPLEMENTED, "UNKNOWN", "The suite has no such method."),
)
"""Ends of a stream after which another try would end in the same way."""


_TWO_WORDS = "two words"


@on_bot(Level.CORE)
async def wrong_token(bot: Bot) -> None:
    """When the referee refuses the token, the bot says why, and ends with an exit code above 0."""
    started = dialing(bot)
    why = refusal.unauthenticated()
    stream = await started.connect()
    await stream.refuse(why)
    code = await started.exit("the end of the bot, which the referee refused")
    if code <= 0:
        raise Violation("an exit code above 0", f"exit code {code}")
    _expect(why.text, started.process.stderr + started.process.stdout)


@on_bot(Level.CORE)
async def unreachable(bot: Bot) -> None:
    """Where nobody listens, the bot says so, and ends with an exit code above 0.

    The suite sets `TIANMING_WAIT` to 1, so that a bot that waits for its referee ends soon.
    """
    started = dialing(bot)
    await started.start(f"unix:{started.folder / 'nobody.sock'}", TIANMING_WAIT="1")
    code = await started.exit("the end of the bot", started.patience.startup)
    if code <= 0:
        raise Violation("an exit code above 0", f"exit code {code}")
    if not (started.process.stderr + started.process.stdout).strip():
        raise Violation("a sentence on why the bot cannot play", "nothing")


@on_bot(Level.FULL)
async def refused(bot: Bot) -> None:
    """After a refusal that no other try can change, the bot prints it, and ends with exit code 1.

    The codes are UNAUTHENTICATED, PERMISSION_DENIED, FAILED_PRECONDITION, INVALID_ARGUMENT,
    ABORTED and UNIMPLEMENTED.
    """
    started = dialing(bot)
    for why in _FINAL:
        await started.start()
        stream = await started.connect()
        tries = started.referee.tries
        if why.code is not grpc.StatusCode.UNAUTHENTICATED:
            await stream.read_hello()
        await stream.refuse(why)
        await _ends_with_1(started, f"after {why.code.name}")
        _expect(
            f"the referee refused the bot: {why.text} ({why.code.name})", started.process.stderr
        )
        if started.referee.tries != tries:
            raise Violation(f"no other try after {why.code.name}", "another stream")


@on_bot(Level.FULL)
async def gives_up(bot: Bot) -> None:
    """A bot that no referee ever welcomed ends after `TIANMING_WAIT` seconds with exit code 1."""
    started = dialing(bot)
    address = f"unix:{started.folder / 'nobody.sock'}"
    await started.start(address, TIANMING_WAIT="1")
    await _ends_with_1(started, "after one second without a referee")
    _expect(f"tianming: no referee at {address}, trying again (", started.process.stderr)
    _expect(
        f"no referee at {address} for 1 s: start the referee, or check TIANMING_SERVER (",
        started.process.stderr,
    )


@on_bot(Level.FULL)
async def waits_for_referee(bot: Bot) -> None:
    """A bot that is started before its referee says so once, and connects when it is there."""
    started = dialing(bot)
    address = started.referee.address
    await started.referee.stop()
    await started.start(address)
    sentence = f"tianming: no referee at {address}, trying again ("
    await within(started.patience.startup, f"on stderr: {sentence}", started.process.line(sentence))
    await started.referee.listen(address)
    stream = await started.open()
    await stream.play(stream.match("waits-for-referee"), 1)
    if (count := started.process.stderr.count(sentence)) != 1:
        raise Violation("the sentence once", f"it {count} times")


@on_bot(Level.FULL)
async def bad_address(bot: Bot) -> None:
    """With a `TIANMING_SERVER` that is no address, the bot says so, and ends with exit code 1."""
    started = dialing(bot)
    await started.start("127.0.0.1:0x50")
    await _ends_with_1(started, "for `TIANMING_SERVER` is no address")
    _expect(
        '"127.0.0.1:0x50" is no address of a referee (TIANMING_SERVER): give host:port, '
        "https://host:port or http://host:port, or unix:/path",
        started.process.stderr,
    )


@on_bot(Level.FULL)
async def bad_token(bot: Bot) -> None:
    """With a token that has a space, the bot says so without the token, and ends with code 1."""
    started = dialing(bot)
    await started.start(token=_TWO_WORDS)
    await _ends_with_1(started, "for `TIANMING_TOKEN` has a space")
    printed = started.process.stderr + started.process.stdout
    _expect("has characters that no token has", started.process.stderr)
    if _TWO_WORDS in printed:
        raise Violation("a sentence without the token", "the token")


async def _ends_with_1(bot: DialingBot, why: str) -> None:
    code = await bot.exit(f"the end of the bot, {why}", bot.patience.startup)
    if code != 1:
        raise Violation(f"exit code 1, {why}", f"exit code {code}")


def _expect(sentence: str, printed: str) -> None:
    """Raise `Violation` where the bot did not print a sentence."""
    if sentence not in printed:
        last = printed.strip().splitlines()
        raise Violation(f"on stderr: {sentence}", last[-1] if last else "nothing")
