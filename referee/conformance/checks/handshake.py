"""The start of a stream: token, `Hello`, and the sentence after `Welcome`."""

import re
import socket
import unicodedata

from referee.conformance.bot import CREDENTIAL, BotUnderTest, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_match import BOT
from referee.conformance.scripted_stream import LIMITS, ScriptedStream
from tianming_proto.v1 import play_pb2 as pb

_PROXIES = tuple(
    name
    for scheme in ("http", "https", "grpc", "all")
    for name in (f"{scheme}_proxy", f"{scheme}_proxy".upper())
)
"""The environment variables that name a proxy."""

_DEAD_PROXY = "http://127.0.0.1:9"
"""A proxy that does not answer: the port of the service `discard`."""

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
_SOFTWARE = re.compile(r"[^\s/]+/[^\s/]+")


@on_bot(Level.CORE)
async def token(bot: BotUnderTest) -> None:
    """The bot sends the token of `TIANMING_TOKEN` as `authorization: Bearer TOKEN`."""
    stream = await dialling(bot).connect()
    sent = stream.metadata.get("authorization")
    if sent != f"Bearer {CREDENTIAL}":
        raise Violation(f"the metadata `authorization: Bearer {CREDENTIAL}`", f"{sent!r}")


@on_bot(Level.FULL)
async def token_white_space(bot: BotUnderTest) -> None:
    """The bot ignores white space around the token of `TIANMING_TOKEN`."""
    started = dialling(bot)
    await started.start(token=f" {CREDENTIAL}\n")
    sent = (await started.connect()).metadata.get("authorization")
    if sent != f"Bearer {CREDENTIAL}":
        raise Violation(f"the metadata `authorization: Bearer {CREDENTIAL}`", f"{sent!r}")


@on_bot(Level.CORE, starts_bot=False)
async def hello(bot: BotUnderTest) -> None:
    """The bot sends `Hello` first, with a range of revisions that includes 1."""
    stream = await bot.connect()
    sent = await stream.read_hello()
    if not sent.revision_min <= 1 <= sent.revision_max:
        raise Violation("revisions that include 1", f"{sent.revision_min} to {sent.revision_max}")


@on_bot(Level.CORE, starts_bot=False)
async def hello_once(bot: BotUnderTest) -> None:
    """The bot sends nothing but `Hello` before `Welcome`, and no second `Hello` after it."""
    stream = await bot.connect()
    first = await stream.frame("a frame with `Hello`")
    if len(first) != 1:
        kinds = ", ".join(str(message.WhichOneof("kind")) for message in first)
        raise Violation("a first frame with `Hello` alone", kinds)
    await stream.send(pb.RefereeMessage(welcome=pb.Welcome(revision=1, bot=BOT)))
    match = stream.match("hello-once")
    await stream.send(*match.messages())
    while True:
        for message in await stream.frame("an answer to the first question"):
            if message.HasField("hello"):
                raise Violation("one `Hello`", "a second one")
            if message.HasField("choose"):
                return


@on_bot(Level.CORE, starts_bot=False)
async def hello_limits(bot: BotUnderTest) -> None:
    """The texts of `Hello` have no control character, and no message exceeds 4,096 bytes."""
    stream = await bot.connect()
    sent = await stream.read_hello()
    games = [game.name for game in sent.games]
    for text in (sent.bot_name, sent.bot_version, sent.user_agent, *games):
        if any(unicodedata.category(character) == "Cc" for character in text):
            raise Violation("texts without control characters", repr(text))
    if sent.ByteSize() > LIMITS.max_message_bytes:
        raise Violation(f"at most {LIMITS.max_message_bytes} bytes", f"{sent.ByteSize()}")


@on_bot(Level.FULL, starts_bot=False)
async def user_agent(bot: BotUnderTest) -> None:
    """`Hello` names the bot, and its software as `NAME/VERSION`."""
    stream = await bot.connect()
    sent = await stream.read_hello()
    if not _NAME.fullmatch(sent.bot_name):
        raise Violation(f"`bot_name` with the pattern {_NAME.pattern}", repr(sent.bot_name))
    if not _SOFTWARE.fullmatch(sent.user_agent):
        raise Violation("`user_agent` as NAME/VERSION", repr(sent.user_agent))


@on_bot(Level.FULL)
async def connected_sentence(bot: BotUnderTest) -> None:
    """After `Welcome`, the bot prints where it is connected, its name and its games on stderr."""
    started = dialling(bot)
    stream = await started.open()
    games = ", ".join(game.name for game in stream.hello.games) or "all"
    address = started.referee.address
    await started.expect_line(f"tianming: connected to {address} as {BOT}, games: {games}")


async def _plays(stream: ScriptedStream, name: str) -> None:
    """Expect an answer to a question."""
    await stream.play(stream.match(name), 1)


@on_bot(Level.CORE)
async def address_host_port(bot: BotUnderTest) -> None:
    """The bot connects to `host:port`, in plaintext where the host is this machine."""
    await _plays(await _over_tcp(bot, ""), "address-host-port")


@on_bot(Level.FULL)
async def address_http(bot: BotUnderTest) -> None:
    """The bot connects to `http://host:port` in plaintext."""
    await _plays(await _over_tcp(bot, "http://"), "address-http")


@on_bot(Level.FULL)
async def loopback_without_proxy(bot: BotUnderTest) -> None:
    """The bot connects to this machine without a proxy, whatever the environment names."""
    variables = dict.fromkeys(_PROXIES, _DEAD_PROXY) | {"no_proxy": "", "NO_PROXY": ""}
    for scheme, host in (("", "127.0.0.1"), ("http://", "localhost"), ("http://", "[::1]")):
        if host == "[::1]" and not _has_ipv6():
            continue
        stream = await _over_tcp(bot, scheme, host, **variables)
        await _plays(stream, f"loopback-without-proxy-{host.strip('[]').replace(':', '')}")


def _has_ipv6() -> bool:
    """Return whether this machine has the loopback address of IPv6."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


async def _over_tcp(
    bot: BotUnderTest, scheme: str, host: str = "127.0.0.1", **environment: str
) -> ScriptedStream:
    """Start the bot with a TCP address, and return its stream."""
    started = dialling(bot)
    await started.referee.stop()
    at = "127.0.0.1:0" if host == "localhost" else f"{host}:0"
    port = (await started.referee.listen(at)).rpartition(":")[2]
    await started.start(f"{scheme}{host}:{port}", **environment)
    return await started.open()
