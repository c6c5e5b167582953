"""`referee verify`: check records."""

import argparse
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("records", metavar="RECORD", nargs="+", type=Path, help="a record's file")
    parser.add_argument("--json", action="store_true", help="print one JSON line a record")


def run(args: argparse.Namespace) -> int:
    """Verify each record; the exit code is that of the first wrong one."""
    from referee.error import RefereeError
    from referee.record.reader import read
    from referee.record.verify import verify

    code = 0
    for path in args.records:
        try:
            sound = verify(read(path))
        except RefereeError as error:
            code = code or error.exit_code
            if args.json:
                output.print_json({"record": str(path), "sound": False, "error": str(error)})
            else:
                output.print_error(args.prog, error)
            continue
        if args.json:
            output.print_json(
                {
                    "record": str(path),
                    "sound": True,
                    "match": sound.match_id,
                    "entries": sound.entries,
                    "decisions": sound.decisions,
                    "termination": sound.outcome.termination.name.lower(),
                    "reason": sound.outcome.reason,
                    "digest": sound.digest.hex(),
                }
            )
        else:
            print(
                f"{path}: sound, {output.counted(sound.entries, 'entry', 'entries')}, "
                f"{output.counted(sound.decisions, 'decision')}. "
                f"{output.printable(sound.outcome.reason)}"
            )
    return code


COMMAND = Command(
    name="verify",
    help="play records again and check every entry of them",
    examples=("referee verify match.tianming", "referee verify season/*.tianming --json"),
    configure=configure,
    run=run,
)
