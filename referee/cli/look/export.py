"""`referee export`: convert a record to another format."""

import sys
from pathlib import Path

import click

from referee.cli.command import PATH, WordChoice, command, json_option
from referee.cli.output import print_json, replacing


@command("export", examples=("referee export --to jsonl match.tianming --output match.jsonl",))
@click.argument("record", metavar="RECORD", type=PATH, help="a record's file")
@click.option("--to", type=WordChoice(("jsonl",)), required=True, help="the format")
@click.option(
    "--output", type=PATH, metavar="FILE", help="the file to write (default: standard output)"
)
@json_option(help="print what was written to --output as JSON")
def export(record: Path, to: str, output: Path | None, as_json: bool) -> int:
    """Convert a record to another format."""
    from referee.record.export import json_lines
    from referee.record.reader import read

    match = read(record)
    match.require_whole()
    if output is None:
        sys.stdout.writelines(json_lines(match))
        return 0
    with replacing(output) as part, part.open("w", encoding="utf-8") as file:
        file.writelines(json_lines(match))
    if as_json:
        entries = len(match.entries)
        print_json({"record": str(record), "format": to, "file": str(output), "entries": entries})
    return 0
