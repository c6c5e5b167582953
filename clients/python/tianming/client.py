"""The entry points: play as a bot, until the process is stopped."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tianming.bot import AnsweringBot
from tianming.channel import bare_token, check_address
from tianming.connection import Connection
from tianming.error import Misconfigured
from tianming.listening import serve
from tianming.program import main
from tianming.stop import Stop

if TYPE_CHECKING:
    from tianming.bot import AnyBot

_PATIENCE = 300.0
"""Seconds that a bot looks for a referee which it has never met."""


def run(
    bot: AnyBot,
    server: str | None = None,
    token: str | None = None,
    *,
    games: Sequence[str] = (),
    max_matches: int = 0,
    name: str = "",
    version: str = "",
    listen: str | None = None,
) -> None:
    """Play until the process is stopped; at SIGINT or SIGTERM the bot says goodbye.

    Args:
        bot: a function, or an object with a method, that chooses.
        server: `host:port` or `unix:/path`; `https://host:port` asks for TLS and `http://host:port`
            for none. Plain `host:port` means TLS unless the host is this machine. Default: the
            environment's `TIANMING_SERVER`, else `127.0.0.1:50051`. `TIANMING_CA` names the file of
            a private certificate authority, `TIANMING_CERTIFICATE` and `TIANMING_KEY` those of the
            bot's own certificate.
        token: the bot's token; white space around it is ignored. Default: the environment's
            `TIANMING_TOKEN`.
        games: names of the games the bot plays. Default: its attribute `games`, else all.
        max_matches: matches the bot plays at once, at most. Default: its attribute
            `max_matches`, else as many as the organiser gives it.
        name: name of the bot for the referee's log. Default: its attribute `name`, else the
            name of the function or class.
        version: its version for the same log. Default: its attribute `version`.
        listen: an address where the bot waits for referees that call it, in place of calling
            one; port 0 takes a free one. They have to show the token, if there is one. With a
            certificate the bot serves TLS, and with `TIANMING_CA` it asks for one of that
            authority. Default: the environment's `TIANMING_LISTEN`, else the bot calls.

    `TIANMING_WAIT` is how many seconds the bot looks for a referee at first, 300 by default.

    Raises:
        SystemExit: with code 1 when the bot cannot play; standard error has the reason.
        ValueError, TypeError: when the bot is unusable, or answers with an invalid option.
        Others: what the bot raises.
    """

    async def play(stop: Stop) -> None:
        await run_async(
            bot,
            server,
            token,
            games=games,
            max_matches=max_matches,
            name=name,
            version=version,
            listen=listen,
            stop=stop,
        )

    main(play)


async def run_async(
    bot: AnyBot,
    server: str | None = None,
    token: str | None = None,
    *,
    games: Sequence[str] = (),
    max_matches: int = 0,
    name: str = "",
    version: str = "",
    listen: str | None = None,
    stop: Stop | None = None,
) -> None:
    """The same as `run`, for a program with its own event loop.

    Set `stop` to have the bot say goodbye and return; cancel the task to cut its streams.

    Raises:
        Refused: when the referee does not accept this bot.
        Unreachable: when there is no referee, or none that the bot can talk to.
        Misconfigured: when an address, the token, a file or a number cannot be used.
        Others: as `run`.
    """
    player = AnsweringBot(bot, games, max_matches, name, version)
    secret = bare_token(token or os.environ.get("TIANMING_TOKEN") or "")
    stop = stop or Stop()
    if place := listen or os.environ.get("TIANMING_LISTEN"):
        check_address(place, "to listen at (TIANMING_LISTEN)")
        await serve(player, place, secret, stop)
        return
    address = server or os.environ.get("TIANMING_SERVER") or "127.0.0.1:50051"
    check_address(address)
    await Connection(player, address, secret, stop).keep(_patience())


def _patience() -> float:
    text = os.environ.get("TIANMING_WAIT") or _PATIENCE
    try:
        return float(text)
    except ValueError:
        raise Misconfigured(f"TIANMING_WAIT is {text!r}: give a number of seconds") from None
