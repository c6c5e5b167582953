"""`referee score`: sum up places and points of records."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.records import records_argument, records_of, report_left_out


@command(
    "score",
    examples=("referee score season", "referee score season --csv"),
    exclusive=("as_json", "as_csv"),
)
@records_argument
@json_option(help="print the table as JSON")
@click.option("--csv", "as_csv", is_flag=True, help="print the table as CSV")
@click.pass_context
def score(context: click.Context, records: tuple[Path, ...], as_json: bool, as_csv: bool) -> int:
    """Sum up places and points of records.

    Damaged records are named and left out; the command then exits with 65.
    """
    from referee.cli.progress import Progress
    from referee.league.season.reading import season_of_records
    from referee.league.season.score_table import SCORE_COLUMNS

    paths = records_of(records)
    with Progress() as progress:
        season, wrong = season_of_records(
            paths, lambda read: progress.show(f"{output.counted(read, 'record')} read")
        )
    if wrong and len(wrong) == len(paths):
        raise wrong[0]
    report_left_out(context, wrong)
    matches = season.matches + season.void
    if as_json:
        found = {"matches": matches, "void": season.void, "left_out": len(wrong)}
        output.print_json(found | {"table": season.scores})
    elif as_csv:
        output.print_csv(SCORE_COLUMNS, season.scores)
    else:
        output.print_standings(season.scores)
        print(f"{output.counted(matches, 'match', 'matches')}, {season.void} of them void.")
    return wrong[0].exit_code if wrong else 0
