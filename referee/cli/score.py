"""`referee score`: places and points over many records."""

import argparse
from typing import TYPE_CHECKING

from referee.cli import output, records
from referee.cli.command import Command

if TYPE_CHECKING:
    from pathlib import Path

    from referee.match.outcome import Outcome


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    records.configure(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the table as JSON")
    form.add_argument("--csv", action="store_true", help="print the table as CSV")


def run(args: argparse.Namespace) -> int:
    """Add the records up and print the table."""
    from referee.league.statistics.standing import Standing, rows, standings
    from referee.match.outcome import Termination

    results = _results(records.records_of(args.records))
    void = sum(outcome.termination is Termination.VOID for _, outcome in results)
    table = rows(standings(results))
    if args.json:
        output.print_json({"matches": len(results), "void": void, "table": table})
    elif args.csv:
        output.print_csv(list(Standing("").row(0)), table)
    else:
        output.print_standings(table)
        print(f"{output.counted(len(results), 'match', 'matches')}, {void} of them void.")
    return 0


def _results(paths: "list[Path]") -> "list[tuple[tuple[str, ...], Outcome]]":
    """The bots of each match, in seat order, and its outcome."""
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


COMMAND = Command(
    name="score",
    help="sum up places and points of records",
    examples=("referee score season", "referee score season --csv"),
    configure=configure,
    run=run,
)
