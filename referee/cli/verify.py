"""`referee verify`: check records."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import output, records
from referee.cli.command import Command

if TYPE_CHECKING:
    from referee.error import TianmingError
    from referee.record.verify import Verified

_FEW = 50
"""Records that are verified sooner in this process than by others that must start first."""

_CHUNK = 4
"""Records that such a process verifies before it tells of any."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    records.configure(parser)
    parser.add_argument(
        "--key",
        metavar="PUBLIC",
        help="require the organiser's signature: the 64 digits that `referee key` prints, or a "
        "file that contains them",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON per record")


def run(args: argparse.Namespace) -> int:
    """Verify each record; the exit code is that of the first wrong one."""
    from contextlib import closing
    from functools import partial

    from referee.cli.progress import Progress
    from referee.error import TianmingError
    from referee.league.statistics.parallel import on_every_core
    from referee.record.signature import public_key

    key = None if args.key is None else public_key(args.key)
    paths = records.records_of(args.records)
    code = 0
    with (
        Progress(prints=True) as progress,
        closing(on_every_core(partial(_verified, key=key), paths, _FEW, _CHUNK)) as found,
    ):
        for number, (path, each) in enumerate(zip(paths, found, strict=True), 1):
            if isinstance(each, TianmingError):
                code = code or each.exit_code
                _print_wrong(args, path, each)
            else:
                _print_sound(args, path, each)
            progress.show(f"{number} of {output.counted(len(paths), 'record')} verified")
    return code


def _verified(path: Path, key: bytes | None) -> "Verified | TianmingError":
    """What a record shows, or what is wrong with it; with a public key also its signature."""
    from referee.error import TianmingError
    from referee.record.reader import read
    from referee.record.signature import check_signature
    from referee.record.verify import verify

    try:
        record = read(path)
        if key is not None:
            check_signature(record, key)
        return verify(record)
    except TianmingError as error:
        return error


def _print_wrong(args: argparse.Namespace, path: Path, error: "TianmingError") -> None:
    if args.json:
        output.print_json({"record": str(path), "sound": False, "error": str(error)})
    else:
        output.print_error(args.prog, error)


def _print_sound(args: argparse.Namespace, path: Path, sound: "Verified") -> None:
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
                "signature_checked": args.key is not None,
            }
        )
    else:
        name = output.printable(str(path))
        signed = "signed, " if args.key is not None else ""
        print(
            f"{name}: sound, {signed}{output.counted(sound.entries, 'entry', 'entries')}, "
            f"{output.counted(sound.decisions, 'decision')}. "
            f"{output.printable(sound.outcome.reason)}"
        )


COMMAND = Command(
    name="verify",
    help="replay records and check every entry",
    examples=(
        "referee verify match.tianming",
        "referee verify season --json",
        "referee verify season --key signing.pub",
    ),
    configure=configure,
    run=run,
)
