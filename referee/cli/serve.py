"""`referee serve`: play matches between bots that connect over the network."""

from __future__ import annotations

import argparse
import asyncio
import gc
import secrets
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import logs, metrics, output, signing, terms
from referee.cli.command import Command
from referee.error import DataError, UsageError
from referee.server.token_file import read_tokens
from tianming_games.registry import load

if TYPE_CHECKING:
    from referee.league.planning.open_play import OpenPlay
    from referee.record.resume import OpenRecord
    from referee.record.signature import SigningKey
    from referee.server.dial import ListeningBot
    from referee.server.identity import Token
    from referee.server.referee import Referee
    from referee.server.tls import Tls

_ADDRESS = "127.0.0.1:50051"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("game", metavar="GAME", help="name of a game; `referee games` lists them")
    parser.add_argument("--seats", type=int, required=True, help="bots in each match")
    parser.add_argument(
        "--tokens", type=Path, required=True, metavar="FILE", help="file written by `referee token`"
    )
    parser.add_argument(
        "--records", type=Path, required=True, metavar="FOLDER", help="folder for the records"
    )
    parser.add_argument(
        "--listen",
        action="append",
        metavar="ADDRESS",
        help="host:port or unix:/path; may be repeated, each with its own cap on connections "
        "(default: 127.0.0.1:50051; port 0 takes a free port)",
    )
    parser.add_argument(
        "--dial",
        action="append",
        default=[],
        metavar="NAME=ADDRESS",
        help="dial a bot that listens at http://host:port, https://host:port or unix:/path, with "
        "the token in TIANMING_BOT_TOKEN; may be repeated",
    )
    parser.add_argument(
        "--at-once",
        type=int,
        default=1,
        metavar="N",
        help="maximum of matches per bot at once; a bot may ask for fewer (default: 1)",
    )
    parser.add_argument("--matches", type=int, metavar="N", help="stop after N matches")
    parser.add_argument(
        "--drain",
        type=float,
        default=30.0,
        metavar="SECONDS",
        help="time for open matches to finish after the first Ctrl-C or SIGTERM (default: 30)",
    )
    parser.add_argument(
        "--tls-certificate", type=Path, metavar="FILE", help="certificate chain, as PEM"
    )
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="private key, as PEM")
    parser.add_argument(
        "--tls-client-ca",
        type=Path,
        metavar="FILE",
        help="PEM file of the authority that must have signed the clients' certificates",
    )
    parser.add_argument(
        "--plaintext",
        action="store_true",
        help="allow plaintext beyond this machine, because a proxy terminates TLS",
    )
    parser.add_argument("--no-reflection", action="store_true", help="do not offer gRPC reflection")
    signing.configure(parser)
    metrics.configure(parser)
    terms.configure(parser)
    parser.add_argument("--seed", help=argparse.SUPPRESS)
    logs.configure(parser, "info")


def run(args: argparse.Namespace) -> int:
    """Serve until the matches are played, or until a signal."""
    logs.start(args)
    terms.check_seconds("drain", args.drain)
    metrics.check(args)
    if args.seed is not None:
        raise UsageError("--seed would let everybody know the draws: leave it out of `serve`.")
    if args.at_once < 1:
        raise UsageError(f"--at-once is {args.at_once}: give a whole number from 1.")
    load(args.game).checked(args.seats, terms.options_of(args))
    terms.settings("check", args.game, [f"bot {n}" for n in range(args.seats)], bytes(32), args)
    output.make_folder(args.records)
    return _resume_and_serve(args)


def _resume_and_serve(args: argparse.Namespace) -> int:
    """Take up what was left open in the folder of records, which is this referee's alone."""
    import uvloop

    from referee.record.folder import held, left_open

    key = signing.key_of(args)
    with held(args.records):
        found = [_reopen(path, key) for path in left_open(args.records)]
        return uvloop.run(_serve(args, [left for left in found if left is not None], key))


def _reopen(path: Path, key: SigningKey | None) -> OpenRecord | None:
    from referee.record.resume import reopen

    try:
        return reopen(path, key)
    except (DataError, UsageError) as error:
        raise DataError(
            f"{error} The match cannot go on: move the file out of the folder to serve without it."
        ) from None


async def _serve(args: argparse.Namespace, left: list[OpenRecord], key: SigningKey | None) -> int:
    from referee.league.planning.open_play import OpenPlay
    from referee.record.durability import Durability
    from referee.server.referee import Referee, ServerSettings

    address, *doors = args.listen or [_ADDRESS]
    settings = ServerSettings(
        address=address,
        doors=tuple(doors),
        tls=_tls(args),
        plaintext=args.plaintext,
        reflection=not args.no_reflection,
        durability=Durability(args.durable),
    )
    tokens = read_tokens(args.tokens)
    dialled = _dialled(args.dial, tokens)
    counts = metrics.counts(args)
    async with Referee(settings, metrics=counts) as referee, metrics.shown(args, referee):
        referee.identities.replace(tokens)
        for bot in dialled:
            referee.dial(bot)
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGHUP, _read_again, args.tokens, referee
        )
        play = OpenPlay(
            referee,
            lambda match_id, bots: terms.settings(
                match_id, args.game, bots, secrets.token_bytes(32), args
            ),
            args.game,
            args.seats,
            args.records,
            left,
            args.at_once,
            key,
        )
        gc.freeze()  # what is here stays: the collector has only matches to look through
        playing = asyncio.create_task(play.run(args.matches))
        await _until_signal(referee, play, playing, args.drain)
        print(f"{output.counted(play.finished, 'match', 'matches')} played.")
    return 0


def _dialled(words: Sequence[str], tokens: Mapping[str, Token]) -> list[ListeningBot]:
    """The bots to be dialled; none has the name of another bot.

    Raises:
        UsageError: for a word that names no such bot.
    """
    from referee.launch.command import listening
    from referee.server.identity import check_name

    bots: dict[str, ListeningBot] = {}
    for word in words:
        name, separator, address = word.partition("=")
        if not separator:
            raise UsageError(f"--dial is {word!r}: give a name and an address, NAME=ADDRESS.")
        if name in tokens or name in bots:
            raise UsageError(f"--dial names {name}, and so does the token file or another --dial.")
        bots[name] = replace(listening(address), name=check_name(name))
    return list(bots.values())


def _read_again(path: Path, referee: Referee) -> None:
    """Read the tokens again; the old ones stay where they cannot be read."""
    import structlog

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
    """Wait for the end of play; drain at the first signal, stop at once at the second.

    Raises:
        StorageError: when a record could not be kept.
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


def _tls(args: argparse.Namespace) -> Tls | None:
    if (args.tls_certificate is None) != (args.tls_key is None):
        raise UsageError("--tls-certificate and --tls-key go together: give both or none.")
    if args.tls_certificate is None:
        if args.tls_client_ca is not None:
            raise UsageError("--tls-client-ca needs --tls-certificate and --tls-key.")
        return None
    from referee.server.tls import Tls

    return Tls(args.tls_certificate, args.tls_key, args.tls_client_ca)


COMMAND = Command(
    name="serve",
    help="play matches between bots that connect over the network",
    examples=(
        "referee serve dragon --seats 2 --tokens tokens.txt --records season",
        "referee serve dragon --seats 4 --tokens tokens.txt --records season "
        "--listen 0.0.0.0:50051 --tls-certificate chain.pem --tls-key key.pem",
        "referee serve dragon --seats 2 --tokens tokens.txt --records season "
        "--dial hosted=https://bot.example:7000",
    ),
    configure=configure,
    run=run,
)
