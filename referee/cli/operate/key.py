"""`referee new key`: make the key that signs an organiser's records."""

from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option


@command(
    "key",
    examples=(
        "referee new key signing.key",
        "referee new key signing.key --public > signing.pub",
        "referee serve dragon --seats 2 --tokens tokens.txt --records season --key signing.key",
        "referee verify season --key signing.pub",
    ),
)
@click.argument("file", type=PATH, metavar="FILE", help="file of the private key; keep it secret")
@click.option("--public", is_flag=True, help="make no key: print the public key of FILE")
@json_option(help="print one JSON line")
def key(file: Path, public: bool, as_json: bool) -> int:
    """Make the key that signs an organiser's records."""
    from referee.record.signature import make_key, signing_key

    pair = signing_key(file) if public else make_key(file)
    if as_json:
        output.print_json({"file": str(file), "public_key": pair.public})
    else:
        print(pair.public)
    return 0
