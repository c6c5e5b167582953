"""`referee key`: make the key that signs an organiser's records."""

import argparse
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="file of the private key; keep it secret"
    )
    parser.add_argument(
        "--public", action="store_true", help="make no key: print the public key of FILE"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line")


def run(args: argparse.Namespace) -> int:
    """Make a key, or read one, and print its public key."""
    from referee.record.signature import make_key, signing_key

    key = signing_key(args.file) if args.public else make_key(args.file)
    if args.json:
        output.print_json({"file": str(args.file), "public_key": key.public})
    else:
        print(key.public)
    return 0


COMMAND = Command(
    name="key",
    help="make the key that signs an organiser's records",
    examples=(
        "referee key signing.key",
        "referee key signing.key --public > signing.pub",
        "referee serve dragon --seats 2 --tokens tokens.txt --records season --key signing.key",
        "referee verify season --key signing.pub",
    ),
    configure=configure,
    run=run,
)
