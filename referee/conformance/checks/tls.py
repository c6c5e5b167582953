"""TLS: certificates of the referee and of the bot."""

import asyncio

import grpc

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.check import Level, on_bot
from referee.server.certificate import Authority

_HOST = "localhost"
_DAYS = 1

_UNTIL_EXPIRED = 1.1
"""Seconds until a certificate for 0 days is no longer valid; its end is a whole second."""


@on_bot(Level.FULL)
async def tls(bot: BotUnderTest) -> None:
    """The bot connects to `https://host:port` with the authority of `TIANMING_CA`."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    address = await _listen(started, authority)
    await started.start(address, TIANMING_CA=_file(started, authority))
    stream = await started.open()
    await stream.play(stream.match("tls"), 1)


@on_bot(Level.FULL)
async def client_certificate(bot: BotUnderTest) -> None:
    """The bot shows the certificate of `TIANMING_CERTIFICATE` and `TIANMING_KEY`."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    address = await _listen(started, authority, asks=True)
    certificate, key = authority.issue_client("bot", _DAYS).write(started.folder, "bot")
    await started.start(
        address,
        TIANMING_CA=_file(started, authority),
        TIANMING_CERTIFICATE=str(certificate),
        TIANMING_KEY=str(key),
    )
    stream = await started.open()
    await stream.play(stream.match("client-certificate"), 1)


@on_bot(Level.FULL)
async def untrusted_certificate(bot: BotUnderTest) -> None:
    """Where nobody it trusts signed the certificate, the bot prints an error, and ends with 1."""
    started = dialling(bot)
    address = await _listen(started, Authority.new("conformance authority"))
    await started.start(address)
    await started.expect_exit(1, "which trusts nobody that signed", bot.patience.startup)
    started.expect_sentence(
        f"the certificate of {address} is not trusted: "
        "name the file of its authority in TIANMING_CA ("
    )


@on_bot(Level.FULL)
async def wrong_host(bot: BotUnderTest) -> None:
    """If the certificate has another name, the bot names it and ends with 1."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    address = await _listen(started, authority, host="other.example")
    await started.start(address, TIANMING_CA=_file(started, authority))
    await started.expect_exit(1, "whose referee has another name", bot.patience.startup)
    started.expect_sentence(f"the certificate of {address} has another name: ")


@on_bot(Level.FULL)
async def expired_certificate(bot: BotUnderTest) -> None:
    """If the certificate has expired, the bot names the day, and ends with 1."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    address = await _listen(started, authority, days=0)
    await asyncio.sleep(_UNTIL_EXPIRED)
    await started.start(address, TIANMING_CA=_file(started, authority))
    await started.expect_exit(1, "whose referee has an old certificate", bot.patience.startup)
    started.expect_last_line(f"the certificate of {address} expired on 20", ": renew it there (")


@on_bot(Level.FULL)
async def tls_mismatch(bot: BotUnderTest) -> None:
    """Where only one side uses TLS, the bot prints the right address, and ends with 1 at once."""
    started = dialling(bot)
    secure = await _listen(started, Authority.new("conformance authority"))
    plain = secure.replace("https:", "http:")
    await started.start(plain)
    await started.expect_exit(1, "whose referee uses TLS", bot.patience.startup)
    started.expect_sentence(f"the referee at {plain} uses TLS: give {secure}")
    await started.referee.stop()
    port = (await started.referee.listen("127.0.0.1:0")).rpartition(":")[2]
    secure, plain = f"https://{_HOST}:{port}", f"http://{_HOST}:{port}"
    await started.start(secure)
    await started.expect_exit(1, "whose referee does not use TLS", bot.patience.startup)
    started.expect_sentence(f"the referee at {secure} does not use TLS: give {plain}")


@on_bot(Level.FULL)
async def incomplete_certificate(bot: BotUnderTest) -> None:
    """With a certificate but no key, the bot prints an error, and ends with 1."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    address = await _listen(started, authority)
    certificate, _ = authority.issue_client("bot", _DAYS).write(started.folder, "bot")
    await started.start(
        address, TIANMING_CA=_file(started, authority), TIANMING_CERTIFICATE=str(certificate)
    )
    await started.expect_exit(1, "without a key", bot.patience.startup)
    started.expect_sentence("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none")


@on_bot(Level.FULL)
async def missing_tls_file(bot: BotUnderTest) -> None:
    """If `TIANMING_CA` names no file, the bot prints the variable and the path, and ends with 1."""
    started = dialling(bot)
    address = await _listen(started, Authority.new("conformance authority"))
    path = str(started.folder / "none.pem")
    await started.start(address, TIANMING_CA=path)
    await started.expect_exit(1, "without its file", bot.patience.startup)
    started.expect_last_line("TIANMING_CA", path)


async def _listen(
    bot: DiallingBot,
    authority: Authority,
    *,
    asks: bool = False,
    host: str = _HOST,
    days: int = _DAYS,
) -> str:
    """Make the referee listen with TLS; return its address.

    Args:
        bot: the bot, with its referee.
        authority: issues the referee's certificate.
        asks: whether the referee requires a certificate of the bot.
        host: the name in the referee's certificate.
        days: how long the certificate is valid; 0 if it ends now.
    """
    issued = authority.issue_server([host], days)
    credentials = grpc.ssl_server_credentials(
        [(issued.key, issued.certificate)], authority.certificate if asks else None, asks
    )
    await bot.referee.stop()
    address = await bot.referee.listen("127.0.0.1:0", credentials)
    return f"https://{_HOST}:{address.rpartition(':')[2]}"


def _file(bot: DiallingBot, authority: Authority) -> str:
    path = bot.folder / "authority.pem"
    path.write_bytes(authority.certificate)
    return str(path)
