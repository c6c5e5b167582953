"""`referee league archive`: write a season into one file."""

import os
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import UsageError


@command(
    "archive",
    examples=(
        "referee league archive autumn.tar.gz",
        "referee league archive autumn.tar.gz autumn.toml --json",
    ),
)
@click.argument("archive", metavar="ARCHIVE", type=PATH, help="the new file, e.g. autumn.tar.gz")
@league_file
@json_option(help="print what the archive contains as JSON")
def archive(archive: Path, source: LeagueFile, as_json: bool) -> int:
    """Write a season into one file, with the digest of everything in it.

    The file never contains tokens or keys. It contains the seed only if the season is over;
    before that, sets that are not over are left out too.
    """
    from referee.cli.option.ledger import check_is_there
    from referee.league.configuration.league_file import league_data
    from referee.league.configuration.override import given
    from referee.league.ledger import Ledger
    from referee.league.running.league_state import Next, state_of
    from referee.league.salvage.archive import write_archive

    settings = league_of(source, to_play=False)
    data = league_data(source.file, given(source.overrides), os.environ)
    if archive.exists():
        raise UsageError(CommandSentence.EXISTS_ALREADY, path=archive)
    with Ledger.of(settings) as ledger, output.replacing(archive) as part:
        check_is_there(ledger)
        state = state_of(settings, ledger)
        is_over = state.next is Next.NOTHING and not state.is_running
        done = write_archive(part, settings, data, ledger, is_over)
    if as_json:
        output.print_json(
            {
                "file": str(archive),
                "league": done.league,
                "is_over": done.is_over,
                "records": done.records,
                "left_out": done.left_out,
            }
        )
        return 0
    print(f"{archive} has {done.league} with {output.counted(done.records, 'record')}.")
    if not done.is_over:
        matches = output.counted(done.left_out, "match", "matches")
        print(f"The season is not over: the seed is left out, and {matches} of sets not over.")
    return 0
