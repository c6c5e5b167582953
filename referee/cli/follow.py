"""`referee watch`: follow a match in the terminal, in words."""

import time
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option

_LOOK = 0.2
"""Seconds between two looks at a record in play."""


@command(
    "watch",
    examples=("referee watch season/dragon-1.tianming", "referee watch match.tianming --json"),
)
@click.argument("record", metavar="RECORD", type=PATH)
@json_option(help="print one line of JSON per step")
def watch(record: Path, as_json: bool) -> int:
    """Follow a match in words while it is played, or read a finished one.

    RECORD is the file that the match has when it is finished.
    """
    from referee.web.follow import follow

    for step in follow(record, lambda: time.sleep(_LOOK)):
        if as_json:
            output.print_json(step.model_dump(mode="json", exclude_defaults=True))
            continue
        moment = step.moment
        if moment is not None and (moment.round or moment.turn):
            print(", ".join(filter(None, (moment.round, moment.turn))))
        print("  " + " ".join(filter(None, (output.printable(step.words), step.gains))), flush=True)
    return 0
