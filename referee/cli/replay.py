"""`referee replay`: step through a record."""

import argparse
import sys
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("record", metavar="RECORD", type=Path, help="a record's file")
    parser.add_argument("--json", action="store_true", help="print one line of JSON per step")
    parser.add_argument("--entry", type=int, metavar="N", help="show the board after entry N only")
    parser.add_argument(
        "--all", action="store_true", help="print all steps at once, also in a terminal"
    )


def run(args: argparse.Namespace) -> int:
    """Step through the record: key by key in a terminal, else all at once."""
    from referee.error import UsageError
    from referee.record.reader import read
    from referee.record.replay import Replay, Step

    record = read(args.record)
    bots = tuple(record.header.bots)
    by_key = not (args.json or args.all) and sys.stdin.isatty() and sys.stdout.isatty()
    step: Step
    for step in Replay(record).steps():
        if args.entry is not None and step.entry.index != args.entry:
            continue
        who = "referee" if step.seat is None else output.printable(bots[step.seat])
        if args.json:
            output.print_json(
                {
                    "entry": step.entry.index,
                    "kind": step.kind,
                    "seat": step.seat,
                    "text": step.text,
                    "state": step.state.canonical_bytes().hex() if args.entry is not None else None,
                    "board": step.state.to_text() if args.entry is not None else None,
                }
            )
        else:
            print(f"{step.entry.index:5} {step.kind:7} {who}: {output.printable(step.text)}")
            if args.entry is not None or (by_key and step.kind in ("drawn", "chosen")):
                print(step.state.to_text())
        if args.entry is not None:
            return 0
        if by_key and step.kind in ("drawn", "chosen") and _wants_to_stop():
            return 0
    if args.entry is not None:
        raise UsageError(
            f"{args.record} has no entry {args.entry}: its steps are entries 1 to "
            f"{len(record.entries) - 1}."
        )
    record.require_whole()
    return 0


def _wants_to_stop() -> bool:
    """Wait for the reader."""
    sys.stderr.write("enter: next, q: stop ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return not answer or answer.strip() == "q"


COMMAND = Command(
    name="replay",
    help="step through a record, showing the board",
    examples=(
        "referee replay match.tianming",
        "referee replay match.tianming --entry 40",
        "referee replay match.tianming --json | jq .text",
    ),
    configure=configure,
    run=run,
)
