"""`referee serve`: hold a season open for bots that connect over the network."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.bot_words import BOT_HELP, bots_argument, bots_of
from referee.cli.option.listening import ServerFlags, server_of, server_options
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import (
    MatchOptions,
    check_seconds,
    clock_table_of,
    game_argument,
    match_settings,
    match_table_of,
    options_of,
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
@server_options
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
    at_once: int,
    matches: int | None,
    drain: float,
    server: ServerFlags,
    key: Path | None,
    metrics: str | None,
    web: PagesOptions,
    match_options: MatchOptions,
    sandbox: SandboxFlags,
    seed: str | None,
    as_json: bool,
) -> int:
    """Hold a season open for bots that connect over the network."""
    from referee.cli.play.open_season import FIXED, OpenRoster, OpenSeason
    from referee.league.running.temporary_league import temporary_league
    from referee.server.grpc_version import check_grpc

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
    listener = server_of(server)
    output.make_folder(records)
    play = OpenSeason(roster, matches, drain)
    with (
        play.ended_by_signals(),
        pages_served(web, records),
        temporary_league(
            settings,
            records,
            play.notify,
            play.look,
            fixed=FIXED,
            read_file=lambda: replace(settings, bots=roster.read()),
            server=listener,
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
    import secrets

    from referee.cli.play.open_season import NAME
    from referee.league.configuration.settings import LeagueSettings, LimitsTable
    from referee.league.format.ladder import Ladder
    from referee.league.running.temporary_league import kept_seed
    from tianming_games.registry import load

    options = load(game).checked(seats, options_of(match_options.option))
    bots = [BotName(f"bot {number}") for number in range(seats)]
    match_settings(MatchId(NAME), game, bots, bytes(32), match_options)
    return LeagueSettings(
        name=NAME,
        game=game,
        seats=seats,
        seed=kept_seed(NAME, records) or secrets.token_hex(32),
        same_draws=False,
        variants=(options,),
        format=Ladder(),
        clock=clock_table_of(match_options),
        match=match_table_of(match_options),
        limits=LimitsTable(matches=_AT_ONCE),
    )
