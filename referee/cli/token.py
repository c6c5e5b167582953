"""`referee token`: give a network bot its token."""

import argparse
from pathlib import Path

from referee.cli.command import Command
from referee.error import StorageError, UsageError
from referee.server.token_file import read_tokens


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME", help="name of the bot")
    parser.add_argument(
        "--tokens",
        type=Path,
        required=True,
        metavar="FILE",
        help="file that keeps the hashes of tokens, as `referee serve --tokens` reads it",
    )


def run(args: argparse.Namespace) -> int:
    """Make a token, keep its hash, and print it this once."""
    from referee.server.identity import check_name, hashed, new_token

    name = check_name(args.name)
    if args.tokens.exists() and name in read_tokens(args.tokens):
        raise UsageError(f"{name} has a token in {args.tokens}: remove its line to give a new one.")
    token = new_token()
    try:
        with args.tokens.open("a+", encoding="utf-8") as file:
            file.seek(0)
            start = "" if (file.read() or "\n").endswith("\n") else "\n"
            file.write(f"{start}{hashed(token)} {name}\n")
    except OSError as error:
        raise StorageError(f"{args.tokens} cannot be written: {error.strerror}.") from None
    print(token)
    return 0


COMMAND = Command(
    name="token",
    help="give a network bot its token",
    examples=('referee token "Deep Red" --tokens tokens.txt',),
    configure=configure,
    run=run,
)
