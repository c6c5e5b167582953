"""`referee replay`: step through a record."""

import sys
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option


@command(
    "replay",
    examples=(
        "referee replay match.tianming",
        "referee replay match.tianming --entry 40",
        "referee replay match.tianming --json | jq .text",
    ),
)
@click.argument("path", metavar="RECORD", type=PATH, help="a record's file")
@json_option(help="print one line of JSON per step")
@click.option("--entry", type=int, metavar="N", help="show the board after entry N only")
@click.option("--all", "at_once", is_flag=True, help="print all steps at once, also in a terminal")
def replay(path: Path, as_json: bool, entry: int | None, at_once: bool) -> int:
    """Step through a record, showing the board."""
    from referee.error import UsageError
    from referee.record.reader import read
    from referee.record.replay import Replay, Step

    record = read(path)
    bots = tuple(record.header.bots)
    by_key = not (as_json or at_once) and sys.stdin.isatty() and sys.stdout.isatty()
    step: Step
    for step in Replay(record).steps():
        if entry is not None and step.entry.index != entry:
            continue
        who = "referee" if step.seat is None else output.printable(bots[step.seat])
        if as_json:
            output.print_json(
                {
                    "entry": step.entry.index,
                    "kind": step.kind,
                    "seat": step.seat,
                    "text": step.text,
                    "state": step.state.canonical_bytes().hex() if entry is not None else None,
                    "board": step.state.to_text() if entry is not None else None,
                }
            )
        else:
            print(f"{step.entry.index:5} {step.kind:7} {who}: {output.printable(step.text)}")
            if entry is not None or (by_key and step.kind in ("drawn", "chosen")):
                print(step.state.to_text())
        if entry is not None:
            return 0
        if by_key and step.kind in ("drawn", "chosen") and _wants_to_stop():
            return 0
    if entry is not None:
        raise UsageError(
            f"{path} has no entry {entry}: its steps are entries 1 to {len(record.entries) - 1}."
        )
    record.require_whole()
    return 0


def _wants_to_stop() -> bool:
    """Wait for the reader."""
    sys.stderr.write("enter: next, q: stop ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return not answer or answer.strip() == "q"
