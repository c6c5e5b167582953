"""`referee export`: a record in a form that other programs read."""

import argparse
import sys
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("record", metavar="RECORD", type=Path, help="a record's file")
    parser.add_argument("--to", choices=("jsonl",), required=True, help="the format")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="the file to write (default: standard output)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the record out; a file is only there when all of it is."""
    from referee.record.export import json_lines
    from referee.record.reader import read

    record = read(args.record)
    record.require_whole()
    if args.output is None:
        sys.stdout.writelines(json_lines(record))
        return 0
    with output.replacing(args.output) as part, part.open("w", encoding="utf-8") as file:
        file.writelines(json_lines(record))
    return 0


COMMAND = Command(
    name="export",
    help="convert a record to another format",
    examples=("referee export --to jsonl match.tianming --output match.jsonl",),
    configure=configure,
    run=run,
)
