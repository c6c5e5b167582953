"""A bot that listens with TLS: its own certificate, and those of its callers."""

import grpc

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.checks.listening import ANY_PORT, dialled, listen
from referee.conformance.dialer import ServingBot
from referee.conformance.scripted_stream import within
from referee.server.certificate import Authority, Certificate

_HOST = "127.0.0.1"
_DAYS = 1


@on_bot(Level.FULL)
async def listen_https(bot: BotUnderTest) -> None:
    """With `TIANMING_LISTEN=https://host:0` and a certificate, the bot serves TLS, and plays.

    Without a certificate it prints an error, and ends with 1.
    """
    started, authority = dialling(bot), Authority.new("conformance authority")
    place = f"https://{ANY_PORT}"
    listener = await listen(started, place=place, **_certificate(started, authority))
    await _plays(listener, authority, None, "listen-https")
    await started.start(TIANMING_LISTEN=place)
    await started.expect_exit(1, "without a certificate", bot.patience.startup)
    started.expect_last_line("TIANMING_LISTEN", "TIANMING_CERTIFICATE")


@on_bot(Level.FULL)
async def listen_client_certificate(bot: BotUnderTest) -> None:
    """With `TIANMING_CA`, a listening bot takes only callers with a certificate of it."""
    started, authority = dialling(bot), Authority.new("conformance authority")
    path = started.folder / "authority.pem"
    path.write_bytes(authority.certificate)
    listener = await listen(started, TIANMING_CA=str(path), **_certificate(started, authority))
    unknown = Authority.new("another authority").issue_client("caller", _DAYS)
    for caller in (None, unknown):
        listener.credentials = _credentials(authority, caller)
        async with dialled(listener) as stream:
            expected = f"the end of a call {_with(caller)}"
            error = await within(bot.patience.step, expected, stream.error())
        if error is None:
            raise Violation(f"UNAVAILABLE for a call {_with(caller)}", "OK")
    await _plays(
        listener, authority, authority.issue_client("caller", _DAYS), "listen-client-certificate"
    )


async def _plays(
    bot: ServingBot, authority: Authority, caller: Certificate | None, match: str
) -> None:
    bot.credentials = _credentials(authority, caller)
    async with dialled(bot) as stream:
        await stream.welcome()
        await stream.play(stream.match(match), 3)


def _credentials(authority: Authority, caller: Certificate | None) -> grpc.ChannelCredentials:
    if caller is None:
        return grpc.ssl_channel_credentials(authority.certificate)
    return grpc.ssl_channel_credentials(authority.certificate, caller.key, caller.certificate)


def _with(caller: Certificate | None) -> str:
    return "without a certificate" if caller is None else "with another authority's certificate"


def _certificate(bot: DiallingBot, authority: Authority) -> dict[str, str]:
    """Write a certificate for the bot; return the variables that name its files."""
    issued = authority.issue_server([_HOST], _DAYS)
    certificate, key = issued.write(bot.folder, "bot")
    return {"TIANMING_CERTIFICATE": str(certificate), "TIANMING_KEY": str(key)}
