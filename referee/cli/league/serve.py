"""`referee league serve`: hold a season open, and play its rounds by a schedule."""

from __future__ import annotations

import click

from referee.cli.command import command
from referee.cli.exit import INTERRUPTED
from referee.cli.league.season_play import SeasonOptions, play_season, season_options
from referee.cli.option.league_file import league_of
from referee.cli.option.logs import log_options


@command(
    "serve",
    examples=(
        "referee league serve",
        'referee league serve --set schedule.at="mon-fri 18:00" --set schedule.zone=Europe/Berlin',
        "referee league serve autumn.toml --web 127.0.0.1:8080 --events > events.jsonl",
    ),
    exclusive=(("events", "as_json"),),
)
@season_options
@log_options("error")
@click.pass_context
def serve(context: click.Context, options: SeasonOptions) -> int:
    """Hold a league open: bots connect at any time, and rounds begin by [schedule].

    The server ends at SIGTERM or Ctrl-C, when the matches in progress have ended; the second signal
    ends it at once. At SIGHUP it reads the league file and the tokens again.
    """
    from referee.league.configuration.preflight import check_schedule_comes
    from referee.league.ledger.journal import NAME
    from referee.league.running.season_finish import Finish
    from referee.server.grpc_version import check_grpc

    check_grpc()
    settings = league_of(options.played)
    if not (settings.records / NAME).exists():
        check_schedule_comes(settings, options.source.file)
    end = play_season(context, options, settings, stays_up=True)
    return 0 if end.finish is Finish.DRAINED else INTERRUPTED
