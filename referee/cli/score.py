"""`referee score`: sum up places and points of records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.records import records_argument, records_of
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.match.outcome import Outcome


@command(
    "score",
    examples=("referee score season", "referee score season --csv"),
    exclusive=("as_json", "as_csv"),
)
@records_argument
@json_option(help="print the table as JSON")
@click.option("--csv", "as_csv", is_flag=True, help="print the table as CSV")
def score(records: tuple[Path, ...], as_json: bool, as_csv: bool) -> int:
    """Sum up places and points of records."""
    from referee.league.statistics.standing import Standing, rows, standings
    from referee.match.outcome import Termination

    results = _results(records_of(records))
    void = sum(outcome.termination is Termination.VOID for _, outcome in results)
    table = rows(standings(results))
    if as_json:
        output.print_json({"matches": len(results), "void": void, "table": table})
    elif as_csv:
        output.print_csv(list(Standing(BotName("")).row(0)), table)
    else:
        output.print_standings(table)
        print(f"{output.counted(len(results), 'match', 'matches')}, {void} of them void.")
    return 0


def _results(paths: list[Path]) -> list[tuple[tuple[BotName, ...], Outcome]]:
    """Return the bots of each match, in seat order, and its outcome."""
    from contextlib import closing

    from referee.cli.progress import Progress
    from referee.league.statistics.parallel import on_every_core
    from referee.record.outline import read_outline

    results = []
    with Progress() as progress, closing(on_every_core(read_outline, paths)) as outlines:
        for each in outlines:
            results.append((each.header.bots, each.outcome))
            progress.show(f"{output.counted(len(results), 'record')} read")
    return results
