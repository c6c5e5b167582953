"""`referee score`: sum up places and points of records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.records import records_argument, records_of, report_left_out
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.error import TianmingError
    from referee.match.outcome import Outcome


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
    from referee.league.statistics.standing import Standing, rows, standings
    from referee.match.outcome import Termination

    results, wrong = _results(records_of(records))
    if wrong and not results:
        raise wrong[0]
    report_left_out(context, wrong)
    void = sum(outcome.termination is Termination.VOID for _, outcome in results)
    table = rows(standings(results))
    if as_json:
        output.print_json(
            {"matches": len(results), "void": void, "left_out": len(wrong), "table": table}
        )
    elif as_csv:
        output.print_csv(list(Standing(BotName("")).row(0)), table)
    else:
        output.print_standings(table)
        print(f"{output.counted(len(results), 'match', 'matches')}, {void} of them void.")
    return wrong[0].exit_code if wrong else 0


def _results(
    paths: list[Path],
) -> tuple[list[tuple[tuple[BotName, ...], Outcome]], list[TianmingError]]:
    """Return the bots of each match, in seat order, and its outcome; and what is wrong."""
    from contextlib import closing
    from functools import partial

    from referee.cli.progress import Progress
    from referee.error import TianmingError
    from referee.parallel import on_every_core, or_error
    from referee.record.outline import read_outline

    results, wrong = [], []
    reading = on_every_core(partial(or_error, read_outline), paths)
    with Progress() as progress, closing(reading) as outlines:
        for each in outlines:
            if isinstance(each, TianmingError):
                wrong.append(each)
            else:
                results.append((each.header.bots, each.outcome))
            progress.show(f"{output.counted(len(results), 'record')} read")
    return results, wrong
