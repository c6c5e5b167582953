"""The entry points of the SDK: `run` and `run_async`."""

from __future__ import annotations

import math
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
"""Default seconds until the first connection to the referee must succeed."""


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
    wait: float | None = None,
) -> None:
    """Connect a bot to a referee, and play until the process is stopped.

    At SIGINT or SIGTERM, the client sends `Goodbye` and returns.

    Args:
        bot: a function from a question to an answer, or an object with `choose` or
            `choose_batch`; see `tianming.bot`.
        server: address of the referee: `host:port`, `https://host:port` (with TLS),
            `http://host:port` (without TLS) or `unix:/path`. `host:port` uses TLS, unless the host
            is this machine. Default: `TIANMING_SERVER`, else `127.0.0.1:50051`.
        token: token of the bot; surrounding white space is ignored. Default: `TIANMING_TOKEN`.
        games: names of the games that the bot plays. Default: its attribute `games`, else all.
        max_matches: maximum number of matches that the bot plays at once. Default: its attribute
            `max_matches`, else no maximum.
        name: name of the bot in the referee's log. Default: its attribute `name`, else the name
            of the function or class.
        version: version of the bot in the referee's log. Default: its attribute `version`.
        listen: address at which the bot listens for referees, in place of connecting to one;
            port 0 takes a free port. Referees must send the token, if there is one. Default:
            `TIANMING_LISTEN`, else the bot connects to `server`.
        wait: seconds until the first connection must succeed. Default: `TIANMING_WAIT`, else 300.

    More environment variables:

    - `TIANMING_CA`: PEM file of a private certificate authority. A listening bot then requires
      a certificate of this authority from referees.
    - `TIANMING_CERTIFICATE` and `TIANMING_KEY`: PEM files of the bot's own certificate. A bot that
      listens uses TLS only with them.

    Raises:
        SystemExit: with code 1 when the bot cannot connect or is refused, and the reason is
            printed on standard error; with code 130 after a second SIGINT.
        ValueError, TypeError: when the bot or an argument is unusable, or the bot returns an
            invalid answer.
        Others: exceptions of the bot.
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
            wait=wait,
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
    wait: float | None = None,
    stop: Stop | None = None,
) -> None:
    """Do the same as `run`, in the event loop of the caller.

    Call `stop.set()` to send `Goodbye` and return. Cancel the task to close the streams at once.

    Raises:
        Refused: when the referee refuses the bot.
        Unreachable: when no referee answers in time, or none with which the bot can connect.
        Misconfigured: when an address, the token, a file or a number is invalid.
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
    await Connection(player, address, secret, stop).keep(_patience() if wait is None else wait)


def _patience() -> float:
    text = os.environ.get("TIANMING_WAIT") or str(_PATIENCE)
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise Misconfigured(f'TIANMING_WAIT is "{text}": give a number of seconds')
    return seconds
