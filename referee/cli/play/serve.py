"""`referee serve`: hold a season open for bots that connect over the network."""

from __future__ import annotations

import gc
import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.bot_words import BOT_HELP, bots_argument, bots_of
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import (
    MatchOptions,
    check_seconds,
    clock_table_of,
    game_argument,
    match_settings,
    match_table_of,
    with_match_options,
)
from referee.cli.option.metrics import check_metrics, metrics_option, shown_here
from referee.cli.option.pages import PagesOptions, pages_served, web_option
from referee.cli.option.sandboxing import SandboxFlags, sandbox_options, table_of
from referee.cli.option.signing import file_of, key_of, key_option
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName, MatchId

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings
    from referee.server.tls import Tls

_ADDRESS = "127.0.0.1:50051"

_AT_ONCE = 100_000
"""Maximum of matches at once: the bots' own limits decide."""


@command(
    "serve",
    examples=(
        "referee serve dragon --seats 2 --tokens tokens.txt --records season",
        "referee serve dragon --seats 4 --tokens tokens.txt --records season "
        "--listen 0.0.0.0:50051 --tls-certificate chain.pem --tls-key key.pem",
        "referee serve dragon greedy hosted=https://bot.example:7000 --seats 2 "
        "--tokens tokens.txt --records season",
    ),
)
@game_argument
@bots_argument(f"more bots of the season: {BOT_HELP}", required=False)
@click.option("--seats", type=int, required=True, metavar="N", help="bots in each match")
@click.option(
    "--tokens", type=PATH, required=True, metavar="FILE", help="file written by `referee token`"
)
@click.option(
    "--records",
    type=PATH,
    required=True,
    metavar="FOLDER",
    help="folder of the season: records, journal, ledger",
)
@click.option(
    "--listen",
    multiple=True,
    metavar="ADDRESS",
    help="host:port or unix:/path; may be repeated, each with its own cap on connections "
    "(default: 127.0.0.1:50051; port 0 takes a free port)",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, 10_000),
    default=1,
    metavar="N",
    help="maximum of matches per bot at once; a bot may ask for fewer (default: 1)",
)
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    metavar="N",
    help="start no more matches once N have ended in this run",
)
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
@sandbox_options
@click.option("--seed", hidden=True)
@json_option(help="print the number of matches as JSON at the end")
@log_options("info")
def serve(
    game: str,
    words: tuple[str, ...],
    seats: int,
    tokens: Path,
    records: Path,
    listen: tuple[str, ...],
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
    sandbox: SandboxFlags,
    seed: str | None,
    as_json: bool,
) -> int:
    """Hold a season open for bots that connect over the network."""
    from referee.cli.play.open_season import FREE, OpenRoster, OpenSeason
    from referee.league.running.temporary_league import temporary_league
    from referee.server.grpc_version import check_grpc
    from referee.server.referee import ServerSettings

    check_grpc()
    check_seconds("drain", drain)
    check_metrics(metrics)
    if seed is not None:
        raise UsageError(CommandSentence.SEED_WOULD_BE_KNOWN)
    key_of(key)
    season = _season(game, seats, match_options, records)
    roster = OpenRoster(bots_of(words), tokens, seats)
    settings = replace(
        season,
        limits=replace(season.limits, matches_per_bot=at_once),
        storage=replace(season.storage, key=str(file_of(key) or "")),
        sandbox=table_of(sandbox),
        bots=roster.read(),
    )
    address, *extra_listeners = listen or (_ADDRESS,)
    server = ServerSettings(
        address=address,
        extra_listeners=tuple(extra_listeners),
        tls=_tls(tls_certificate, tls_key, tls_client_ca),
        plaintext=plaintext,
        reflection=not no_reflection,
    )
    server.check()
    output.make_folder(records)
    play = OpenSeason(roster, matches, drain)
    with (
        pages_served(web, records),
        temporary_league(
            settings, records, play.notify, play.look, FREE, roster.read, server
        ) as runner,
        shown_here(metrics, runner.backend.metrics, runner.backend.referee),
    ):
        gc.freeze()  # objects from the start stay, so the collector need not scan them
        play.run(runner)
    if as_json:
        output.print_json({"matches": play.finished, "records": str(records)})
    else:
        print(f"{output.counted(play.finished, 'match', 'matches')} played.")
    return 0


def _season(game: str, seats: int, match_options: MatchOptions, records: Path) -> LeagueSettings:
    """Return the settings of the season; its seed is that in the folder, or a random one.

    Raises:
        StorageError: if the settings in the folder are damaged.
        UsageError: if the game refuses an option, or a number is out of range.
    """
    from referee.cli.play.open_season import NAME
    from referee.league.configuration.settings import LeagueSettings, LimitsTable
    from referee.league.format.ladder import Ladder
    from referee.league.running.temporary_league import kept_seed

    bots = [BotName(f"bot {number}") for number in range(seats)]
    match = match_settings(MatchId(NAME), game, bots, bytes(32), match_options)
    return LeagueSettings(
        name=NAME,
        game=game,
        seats=seats,
        seed=kept_seed(NAME, records) or secrets.token_hex(32),
        same_draws=False,
        variants=(match.options,),
        format=Ladder(),
        clock=clock_table_of(match_options),
        match=match_table_of(match_options),
        limits=LimitsTable(matches=_AT_ONCE),
    )


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
