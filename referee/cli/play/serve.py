"""`referee serve`: play matches between bots that connect over the network."""

from __future__ import annotations

import asyncio
import gc
import secrets
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import (
    MatchOptions,
    check_seconds,
    game_argument,
    match_settings,
    options_of,
    with_match_options,
)
from referee.cli.option.metrics import check_metrics, counts, metrics_option, shown
from referee.cli.option.pages import PagesOptions, pages_served, web_option
from referee.cli.option.signing import key_of, key_option
from referee.cli.sentence import CommandSentence
from referee.error import DataError, UsageError
from referee.identifier import BotName, MatchId

if TYPE_CHECKING:
    from referee.league.planning.open_play import OpenPlay
    from referee.record.resume import OpenRecord
    from referee.record.signature import SigningKey
    from referee.server.dial import DialTarget
    from referee.server.identity import Token
    from referee.server.referee import Referee, ServerSettings
    from referee.server.tls import Tls

_ADDRESS = "127.0.0.1:50051"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Play:
    """The matches to play; names and units are those of the options."""

    game: str
    seats: int
    match_options: MatchOptions
    tokens: Path
    records: Path
    dial: tuple[str, ...]
    at_once: int
    matches: int | None
    drain: float
    metrics: str | None
    as_json: bool


@command(
    "serve",
    examples=(
        "referee serve dragon --seats 2 --tokens tokens.txt --records season",
        "referee serve dragon --seats 4 --tokens tokens.txt --records season "
        "--listen 0.0.0.0:50051 --tls-certificate chain.pem --tls-key key.pem",
        "referee serve dragon --seats 2 --tokens tokens.txt --records season "
        "--dial hosted=https://bot.example:7000",
    ),
)
@game_argument
@click.option("--seats", type=int, required=True, metavar="N", help="bots in each match")
@click.option(
    "--tokens", type=PATH, required=True, metavar="FILE", help="file written by `referee token`"
)
@click.option(
    "--records", type=PATH, required=True, metavar="FOLDER", help="folder for the records"
)
@click.option(
    "--listen",
    multiple=True,
    metavar="ADDRESS",
    help="host:port or unix:/path; may be repeated, each with its own cap on connections "
    "(default: 127.0.0.1:50051; port 0 takes a free port)",
)
@click.option(
    "--dial",
    multiple=True,
    metavar="NAME=ADDRESS",
    help="dial a bot that listens at http://host:port, https://host:port or unix:/path, with "
    "the token in TIANMING_BOT_TOKEN; may be repeated",
)
@click.option(
    "--at-once",
    type=int,
    default=1,
    metavar="N",
    help="maximum of matches per bot at once; a bot may ask for fewer (default: 1)",
)
@click.option("--matches", type=int, metavar="N", help="stop after N matches")
@click.option(
    "--drain",
    type=float,
    default=30.0,
    metavar="SECONDS",
    help="time for open matches to finish after the first Ctrl-C or SIGTERM (default: 30)",
)
@click.option("--tls-certificate", type=PATH, metavar="FILE", help="certificate chain, as PEM")
@click.option("--tls-key", type=PATH, metavar="FILE", help="private key, as PEM")
@click.option(
    "--tls-client-ca",
    type=PATH,
    metavar="FILE",
    help="PEM file of the authority that must have signed the clients' certificates",
)
@click.option(
    "--plaintext",
    is_flag=True,
    help="allow plaintext beyond this machine, because a proxy terminates TLS",
)
@click.option("--no-reflection", is_flag=True, help="do not offer gRPC reflection")
@key_option
@metrics_option
@web_option
@with_match_options
@click.option("--seed", hidden=True)
@json_option(help="print the number of matches as JSON at the end")
@log_options("info")
def serve(
    game: str,
    seats: int,
    tokens: Path,
    records: Path,
    listen: tuple[str, ...],
    dial: tuple[str, ...],
    at_once: int,
    matches: int | None,
    drain: float,
    tls_certificate: Path | None,
    tls_key: Path | None,
    tls_client_ca: Path | None,
    plaintext: bool,
    no_reflection: bool,
    key: Path | None,
    metrics: str | None,
    web: PagesOptions,
    match_options: MatchOptions,
    seed: str | None,
    as_json: bool,
) -> int:
    """Play matches between bots that connect over the network."""
    from referee.record.durability import Durability
    from referee.server.grpc_version import check_grpc
    from referee.server.referee import ServerSettings
    from tianming_games.registry import load

    check_grpc()
    check_seconds("drain", drain)
    check_metrics(metrics)
    if seed is not None:
        raise UsageError(CommandSentence.SEED_WOULD_BE_KNOWN)
    if at_once < 1:
        raise UsageError(CommandSentence.NUMBER_TOO_SMALL, name="at-once", value=at_once, least=1)
    load(game).checked(seats, options_of(match_options.option))
    match_settings(
        MatchId("check"),
        game,
        [BotName(f"bot {n}") for n in range(seats)],
        bytes(32),
        match_options,
    )
    output.make_folder(records)
    address, *extra_listeners = listen or (_ADDRESS,)
    settings = ServerSettings(
        address=address,
        extra_listeners=tuple(extra_listeners),
        tls=_tls(tls_certificate, tls_key, tls_client_ca),
        plaintext=plaintext,
        reflection=not no_reflection,
        durability=Durability(match_options.durable),
    )
    play = _Play(
        game=game,
        seats=seats,
        match_options=match_options,
        tokens=tokens,
        records=records,
        dial=dial,
        at_once=at_once,
        matches=matches,
        drain=drain,
        metrics=metrics,
        as_json=as_json,
    )
    with pages_served(web, records):
        return _resume_and_serve(settings, play, key_of(key))


def _resume_and_serve(settings: ServerSettings, play: _Play, key: SigningKey | None) -> int:
    """Lock the folder of records, resume its open matches, and serve."""
    import uvloop

    from referee.record.folder import held, left_open

    with held(play.records):
        found = [_reopen(path, key) for path in left_open(play.records)]
        left = [one for one in found if one is not None]
        return uvloop.run(_serve(settings, play, left, key))


def _reopen(path: Path, key: SigningKey | None) -> OpenRecord | None:
    from referee.record.resume import reopen

    try:
        return reopen(path, key)
    except (DataError, UsageError) as error:
        raise DataError(CommandSentence.MATCH_CANNOT_RESUME, why=error) from None


async def _serve(
    settings: ServerSettings, play: _Play, left: list[OpenRecord], key: SigningKey | None
) -> int:
    from referee.launch.orchestrator import Orchestrator
    from referee.league.planning.open_play import OpenPlay
    from referee.server.token_file import read_tokens

    tokens = read_tokens(play.tokens)
    dialled = _dialled(play.dial, tokens)
    counted = counts(play.metrics)
    here = Orchestrator(settings, settings.durability, remote=tokens, metrics=counted)
    async with here, shown(play.metrics, here.referee):
        referee = here.referee
        for bot in dialled:
            referee.dial(bot)
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGHUP, _read_again, play.tokens, referee
        )
        matches = OpenPlay(
            referee=referee,
            agree=lambda match_id, bots: match_settings(
                MatchId(match_id), play.game, bots, secrets.token_bytes(32), play.match_options
            ),
            game=play.game,
            seats=play.seats,
            folder=play.records,
            left=left,
            at_once=play.at_once,
            key=key,
        )
        gc.freeze()  # objects from the start stay, so the collector need not scan them
        playing = asyncio.create_task(matches.run(play.matches))
        await _until_signal(referee, matches, playing, play.drain)
        if play.as_json:
            output.print_json({"matches": matches.finished, "records": str(play.records)})
        else:
            print(f"{output.counted(matches.finished, 'match', 'matches')} played.")
    return 0


def _dialled(words: Sequence[str], tokens: Mapping[BotName, Token]) -> list[DialTarget]:
    """Parse the bots to dial, each as `NAME=ADDRESS`.

    Raises:
        UsageError: if a word is malformed, or its name is taken.
    """
    from referee.launch.command import listening
    from referee.server.identity import check_bot_name

    bots: dict[str, DialTarget] = {}
    for word in words:
        name, separator, address = word.partition("=")
        if not separator:
            raise UsageError(CommandSentence.NO_DIAL, word=word)
        if name in tokens or name in bots:
            raise UsageError(CommandSentence.DIAL_NAME_TAKEN, name=name)
        bots[name] = replace(listening(address), name=check_bot_name(name))
    return list(bots.values())


def _read_again(path: Path, referee: Referee) -> None:
    """Read the tokens again; keep the old ones if the file cannot be read."""
    import structlog

    from referee.server.token_file import read_tokens

    log = structlog.get_logger()
    try:
        tokens = read_tokens(path)
        referee.identities.replace(tokens)
    except UsageError as error:
        log.warning("tokens_kept", reason=str(error))
    else:
        log.info("tokens_read", bots=len(tokens))


async def _until_signal(
    referee: Referee, play: OpenPlay, playing: asyncio.Task[None], drain: float
) -> None:
    """Wait for the end of play. The first signal drains, the second one stops at once.

    Raises:
        StorageError: if a record could not be written.
    """
    loop = asyncio.get_running_loop()
    signals: asyncio.Queue[int] = asyncio.Queue()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, signals.put_nowait, number)
    first = asyncio.create_task(signals.get())
    await asyncio.wait((playing, first), return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        first.cancel()
        playing.result()
        return
    play.close()
    stopping = asyncio.create_task(referee.stop(drain))
    second = asyncio.create_task(signals.get())
    await asyncio.wait((stopping, second), return_when=asyncio.FIRST_COMPLETED)
    for task in (stopping, second, playing):
        task.cancel()
    await asyncio.wait((stopping, second, playing))
    for task in (playing, stopping):
        if not task.cancelled():
            task.result()


def _tls(certificate: Path | None, key: Path | None, client_ca: Path | None) -> Tls | None:
    """Return the certificates of the server; None for plaintext.

    Raises:
        UsageError: if the certificate or the key is missing.
    """
    from referee.server.tls import Tls

    if certificate is not None and key is not None:
        return Tls(certificate, key, client_ca)
    if certificate is not None or key is not None:
        raise UsageError(CommandSentence.HALF_OF_TLS)
    if client_ca is not None:
        raise UsageError(CommandSentence.NEEDS_TLS)
    return None
