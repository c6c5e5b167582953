"""`referee score`: places and points over many records."""

import argparse
import csv
import sys
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("records", metavar="RECORD", nargs="+", type=Path, help="a record's file")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the table as JSON")
    form.add_argument("--csv", action="store_true", help="print the table as CSV")


def run(args: argparse.Namespace) -> int:
    """Add the records up and print the table."""
    from referee.league.standing import Standing, rows, standings
    from referee.match.outcome import Termination
    from referee.record.reader import read
    from referee.record.verify import sealed_outcome

    results = []
    for path in args.records:
        record = read(path)
        results.append((tuple(record.header.bots), sealed_outcome(record)))
    void = sum(outcome.termination is Termination.VOID for _, outcome in results)
    table = rows(standings(results))
    if args.json:
        output.print_json({"matches": len(results), "void": void, "table": table})
    elif args.csv:
        writer = csv.DictWriter(sys.stdout, list(Standing("").row(0)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    else:
        output.print_standings(table)
        print(f"{output.counted(len(results), 'match', 'matches')}, {void} of them void.")
    return 0


COMMAND = Command(
    name="score",
    help="add up places and points over many records",
    examples=("referee score season/*.tianming", "referee score season/*.tianming --csv"),
    configure=configure,
    run=run,
)
