"""`referee league run`: play a league, or resume it."""

from __future__ import annotations

import click

from referee.cli.command import command
from referee.cli.exit import INTERRUPTED
from referee.cli.league.season_play import SeasonOptions, play_season, season_options
from referee.cli.option.league_file import league_of
from referee.cli.option.logs import log_options
from referee.error import UnavailableError

_SOME_ARE_VOID = 1


@command(
    "run",
    examples=(
        "referee league run",
        "referee league run autumn.toml --events > events.jsonl",
        "referee league run --set limits.matches=8 --json",
        "referee league run --wait 30",
        "referee league run --web 127.0.0.1:8080",
        "referee league run --cluster tcp://127.0.0.1:8786",
    ),
    one="finished, but some matches produced no result",
    exclusive=(("events", "as_json"),),
)
@season_options
@log_options("error")
@click.pass_context
def run(context: click.Context, options: SeasonOptions) -> int:
    """Play a league, or resume it."""
    from referee.league.running.season_finish import Finish
    from referee.server.grpc_version import check_grpc

    check_grpc()
    end = play_season(context, options, league_of(options.played), stays_up=False)
    match end.finish:
        case Finish.OVER:
            return _SOME_ARE_VOID if end.voided else 0
        case Finish.STUCK | Finish.ABSENT:
            return UnavailableError.exit_code
        case Finish.DRAINED | Finish.STOPPED:
            return INTERRUPTED
